import type { Bag } from "../../../provider/lifecycle/vocabulary/definition";
import { nameInputOf } from "../../../provider/lifecycle/vocabulary/field";
import { registry } from "../../../provider/resources";
import { isReference, isSetting, mapParts, Shared, type Declaration } from "../../../cli/adopt/declaration";
import { plan } from "../../../cli/adopt/plan";
import { fixtures, type CompleteFixture } from "../../lifecycle/fixtures";
import { make, startRig, type Rig } from "../../lifecycle/rig";

/**
 * An object of every type is created, removed from the state, found again and adopted with what was
 * found: without a single write.
 */

const secret = "known to nobody";
/** Inputs that are not just any string, by name or path. */
const forms: Bag = {
  admins: ["local|nobody"],
  "credentials.keyFile": `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----\n`,
  keyFile: JSON.stringify({
    type: "service_account",
    project_id: "acme-prod",
    private_key_id: "1",
    private_key: `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----\n`,
    client_email: "a@example.com",
  }),
};

/** The arguments as they reach the provider once everything is known. */
function resolved({ args }: Declaration): Bag {
  return mapParts(args, (part) => {
    if (part instanceof Shared) return part.value;
    if (isSetting(part))
      return forms[part.path.join(".")] ?? forms[part.path.at(-1)!] ?? (part.type === "string" ? secret : {});
    if (!isReference(part)) return undefined;
    const { id, definition } = part.to.found;
    return part.whole ? { type: definition.type, id } : id;
  }) as Bag;
}

const rows = registry.filter(({ action }) => !action).map(({ type }) => type);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.control("POST", "/reset"));

/** Every call since the last time, except logins and reads. */
async function writes(): Promise<string[]> {
  const { routes } = await rig.control("GET", "/requests");
  const calls = Object.keys(routes as Bag);
  return calls.filter((call) => !call.startsWith("GET ") && !call.includes("/auth/tokens"));
}

/** Adopts with the arguments of a program, and refreshes. */
async function takeOver(one: Declaration): Promise<void> {
  const { definition, id } = one.found;
  const life = rig.lifecycle(definition.type);
  const named = nameInputOf(definition);
  const { inputs, failures } = life.check({}, { ...(named && { [named]: one.name }), ...resolved(one) });
  expect({ name: one.name, failures }).toEqual({ name: one.name, failures: [] });
  const adopted = await life.create(inputs);
  expect(adopted.id).toBe(id);
  const seen = await life.read(id, adopted.state);
  expect({ name: one.name, ...life.diff(seen!.state, inputs) }).toMatchObject({ changes: false, changed: [] });
}

test.each(rows)("%s is found as it is, and adopting it changes nothing", async (type) => {
  const made = await make(rig, type, await (fixtures[type] as CompleteFixture).args(rig));
  await rig.control("DELETE", "/requests");
  const { modules, leftOut } = await plan(rig.api, { system: [], include: [], exclude: [], log: () => {} });
  const declarations = modules.flatMap((one) => one.declarations);
  const isIt = declarations.some(({ found }) => found.definition.type === type && found.id === made.id);
  const definition = registry.find((one) => one.type === type)!;
  if (typeof definition.existing?.list === "string") {
    expect(leftOut).toContainEqual({ type, name: "", id: "", reason: definition.existing.list });
  } else {
    expect({ isIt, leftOut: leftOut.filter((one) => one.type === type && one.id === made.id) }).toEqual({
      isIt: true,
      leftOut: [],
    });
  }
  for (const one of declarations) await takeOver(one);
  expect(await writes()).toEqual([]);
});

describe("a replica key", () => {
  const planned = (exclude: string[]) => plan(rig.api, { system: ["aws"], include: [], exclude, log: () => {} });
  const replicaIn = ({ modules }: Awaited<ReturnType<typeof plan>>) =>
    modules.flatMap((one) => one.declarations).find(({ found }) => found.definition.type === "AwsReplicaKey");
  let id: string;
  let primary: string;
  beforeEach(async () => {
    const args = await (fixtures.AwsReplicaKey as CompleteFixture).args(rig);
    primary = args.primaryKey as string;
    ({ id } = await make(rig, "AwsReplicaKey", args));
  });

  test("whose primary is not in the service cannot be declared", async () => {
    await rig.api.delete(`/cckm/aws/keys/${primary}`);
    const { leftOut, ...rest } = await planned([]);
    expect(replicaIn({ leftOut, ...rest })).toBeUndefined();
    expect(leftOut.filter(({ type }) => type === "AwsReplicaKey")).toMatchObject([
      {
        type: "AwsReplicaKey",
        id,
        reason: expect.stringMatching(/^its primary key in eu-west-1 is not in the service/),
      },
    ]);
  });

  test("whose primary is left out of the program references it by its id", async () => {
    expect(replicaIn(await planned(["AwsKey"]))).toMatchObject({ args: { primaryKey: primary, adopt: id } });
  });
});
