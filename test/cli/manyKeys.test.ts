import { readSettings } from "../../provider/api/settings";
import { count as countOf, holdings } from "../../provider/resources/schedules/findings";
import { systemNamed } from "../../provider/resources/systems";
import { plan, type PlanOptions } from "../../cli/adopt/plan";
import { rotationReport } from "../../cli/rotationReport/report";
import { listedBy } from "../../sdk/list";
import { accountId, awsContainer, Client, credentials } from "../emulator/client";
import { startRig, type Rig } from "../lifecycle/rig";

/**
 * Commands and functions take as many requests as the list of keys has pages, however many keys
 * there are. Where lists do not show what is asked for, they take one more for each such key.
 */

const count = 1200;
const pages = 3;

const regions = ["eu-west-1", "us-east-1"];
const keys = Array.from({ length: count }, (_, at) => ({
  region: regions[at % 2],
  aliases: [`key-${at}`],
  ageInDays: at % 700,
  ...(at % 3 === 0 && { description: `Number ${at}` }),
}));
const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = credentials;
const account = { accountId, credentials: [{ accessKeyId, secretAccessKey }], regions, keys };

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] }, aws: { accounts: [account] } } });
  const client = new Client(rig.emulator);
  const { kms } = await awsContainer(client, regions);
  await client.ok("POST", "/cckm/aws/synchronization-jobs", { kms: [kms] });
  await client.close();
  await rig.advance(60);
  await rig.api.logIn();
});
afterAll(() => rig.close());
beforeEach(() => rig.control("DELETE", "/requests"));

const list = "GET /api/v1/cckm/aws/keys";
/** Requests for lists of AWS keys, for single ones, and for the rotations of single ones. */
async function requests(): Promise<{ lists: number; singles: number; rotations: number; total: number }> {
  const { routes, total } = (await rig.control("GET", "/requests")) as {
    routes: Record<string, number>;
    total: number;
  };
  const [lists, singles, rotations] = ["", "/{id}", "/{id}/rotations"].map((path) => routes[list + path] ?? 0);
  return { lists: lists!, singles: singles!, rotations: rotations!, total };
}

test("a rotation report", async () => {
  const settings = readSettings(
    (name) => ({ address: rig.emulator.address, password: "p", username: "u" })[name as string],
    {},
  );
  const told: string[] = [];
  const report = await rotationReport(rig.api, settings, { systems: ["aws"] }, (text) => told.push(text));
  expect(report.summary).toMatchObject({ keys: count, unscheduled: count, oldestDays: 699 });
  expect(new Set(report.keys.map(({ cloudId }) => cloudId)).size).toBe(count);
  expect(told).toEqual(["reading the keys of AWS", "500 keys read", "1000 keys read"]);
  // AWS may have rotated those that the service found later than they were made. Besides them only their containers.
  const rotations = keys.filter(({ ageInDays }) => ageInDays > 0).length;
  expect(await requests()).toEqual({ lists: pages, singles: 0, rotations, total: pages + 1 + rotations });
});

test("adopt reads the list, and 32 keys to see that it shows all there is", async () => {
  const adopt = async (more: Partial<PlanOptions> = {}) => {
    const told: string[] = [];
    const log = (text: string) => void told.push(text);
    const { modules } = await plan(rig.api, { system: ["aws"], include: [], exclude: [], log, ...more });
    const all = modules.flatMap(({ declarations }) => declarations);
    return { told, found: all.filter(({ found }) => found.definition.type === "AwsKey") };
  };
  const { found, told } = await adopt();
  expect(found).toHaveLength(count);
  expect(told).toEqual(expect.arrayContaining(["AwsKey: 1200 in the service", "AwsKey: 1024 of 1200 read"]));
  expect(await requests()).toMatchObject({ lists: pages, singles: 32 });
  await rig.control("DELETE", "/requests");
  // Read by themselves, they are declared as they were.
  const some = await adopt({ individualReads: true, include: ["AwsKey/*key-?00"] });
  expect(await requests()).toMatchObject({ lists: pages, singles: some.found.length });
  expect(some.found).toHaveLength(9);
  for (const one of some.found) {
    const { kms: _container, ...args } = one.args;
    expect(found.find(({ found: { id } }) => id === one.found.id)!.args).toMatchObject(args);
  }
});

test("a list in a program, and what a refresh compares", async () => {
  expect(await listedBy(rig.api, "AwsKey", {})).toHaveLength(count);
  expect(await requests()).toEqual({ lists: pages, singles: 0, rotations: 0, total: pages });
  await rig.control("DELETE", "/requests");
  const { items } = systemNamed("aws").refresh!;
  const [downloadable] = Object.values(items);
  expect((await holdings(rig.api, downloadable!)).size).toBe(count);
  expect(await countOf(rig.api, downloadable!)).toBe(count);
  expect(await requests()).toEqual({ lists: pages + 1, singles: 0, rotations: 0, total: pages + 1 });
});
