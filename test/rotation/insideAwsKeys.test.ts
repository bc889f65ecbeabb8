import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { rotationStatus } from "../../provider/lookups/rotation/query";
import { accountId } from "../emulator/client";
import { fixtures } from "../lifecycle/fixtures";
import { makeAccount } from "../lifecycle/fixtures/aws";
import { change, make, startRig, type Rig } from "../lifecycle/rig";

/**
 * Rotations inside an AWS key, whoever made them. Records have those of schedules only; the others
 * take a request for each key that may have had one.
 */

const day = 86_400;
let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
beforeEach(() => rig.renew());
afterAll(() => rig.close());

const now = async (): Promise<string> => String((await rig.control("GET", "/clock")).now);
const rotationsOf = (id: string) => rig.api.list(`/cckm/aws/keys/${id}/rotations`);
const statusOf = async (more: object = { historyDays: 365 }) =>
  (await rotationStatus(rig.api, { systems: ["aws"], asOf: await now(), ...more })).keys;

/** When the service says that the current material was put to use. */
async function currentSince(id: string): Promise<string> {
  const entry = (await rotationsOf(id)).find(({ aws_param: at }) => (at as Bag).KeyMaterialState === "CURRENT");
  return (entry!.aws_param as Bag).RotationDate as string;
}

const of = async () => ({ kms: await makeAccount(rig), region: "eu-west-1" });
const rotateNow = (type: string) => (id: string) =>
  make(rig, "RotateNow", { key: { type, id }, triggers: { leak: 42 } });

test.each<[string, make: () => Promise<string>, rotate: (id: string) => Promise<unknown>]>([
  [
    "a RotateNow of an uploaded key",
    async () => (await make(rig, "AwsUploadedKey", await fixtures.AwsUploadedKey!.args(rig))).id,
    rotateNow("AwsUploadedKey"),
  ],
  ["a RotateNow of a native key", async () => (await make(rig, "AwsKey", await of())).id, rotateNow("AwsKey")],
])("%s is the last rotation, and in the history", async (_name, makeKey, rotate) => {
  const id = await makeKey();
  await rig.advance(40 * day);
  await rotate(id);
  const lastRotation = await currentSince(id);
  await rig.advance(2 * day);
  expect(await statusOf()).toMatchObject([
    { id, lastRotation, lastRotationKnown: true, materialSince: lastRotation, ageDays: 2, rotations: [lastRotation] },
  ]);
});

test("so is another source of an AwsKeyMaterial", async () => {
  const material = await make(rig, "AwsKeyMaterial", await fixtures.AwsKeyMaterial!.args(rig));
  await rig.advance(40 * day);
  const other = await make(rig, "VaultKey", { name: "other", algorithm: "aes", size: 256 });
  await change(rig, "AwsKeyMaterial", material, { sourceKeyIdentifier: other.id });
  const lastRotation = await currentSince(material.id);
  expect(await statusOf()).toMatchObject([{ lastRotation, ageDays: 0, rotations: [lastRotation] }]);
});

test("so is what AWS did before the service knew the key, and does no longer", async () => {
  const key = { account: accountId, region: "eu-west-1", aliases: ["found"] };
  await rig.control("POST", "/world/aws/keys", { ...key, rotationPeriodInDays: 90 });
  await rig.advance(100 * day);
  await rig.control("POST", "/world/aws/keys", { ...key, key: "found", rotationPeriodInDays: null });
  await rig.api.post("/cckm/aws/synchronization-jobs", { kms: [await makeAccount(rig)] });
  await rig.advance(60);
  const keys = await statusOf();
  expect(keys.filter(({ name }) => name === "found")).toMatchObject([
    { ageDays: 10, rotations: [expect.any(String)], rotatedBy: { by: "nobody" } },
  ]);
});

test("a schedule's rotation counts once", async () => {
  const { id } = await make(rig, "AwsKey", await of());
  const plan = { name: "monthly", cloud: "aws", runAt: "0 3 1 * *", rotateMaterial: true };
  await make(rig, "KeyRotation", {
    key: { type: "AwsKey", id },
    schedule: (await make(rig, "RotationSchedule", plan)).id,
  });
  await rig.advance(40 * day);
  const [key] = await statusOf();
  // The first material came with the key.
  expect(key!.rotations).toHaveLength((await rotationsOf(id)).length - 1);
  expect(key!.rotations!.at(-1)).toBe(key!.lastRotation);
});

/** The requests for the rotations of single keys that a report takes. */
async function requestsFor(more: object): Promise<number> {
  await rig.control("DELETE", "/requests");
  await statusOf(more);
  const { routes } = (await rig.control("GET", "/requests")) as { routes: Record<string, number> };
  return routes["GET /api/v1/cckm/aws/keys/{id}/rotations"] ?? 0;
}

test("only keys that may have been rotated inside take a request, which is one with the history as well", async () => {
  const common = await of();
  await make(rig, "AwsKey", common);
  const rsa = await make(rig, "AwsKey", { ...common, customerMasterKeySpec: "RSA_2048" });
  await rig.api.post(`/cckm/aws/keys/${rsa.id}/disable`);
  expect([await requestsFor({}), await requestsFor({ historyDays: 365 })]).toEqual([0, 0]);
  const changed = await make(rig, "AwsKey", common);
  await rig.api.post(`/cckm/aws/keys/${changed.id}/disable`);
  expect([await requestsFor({}), await requestsFor({ historyDays: 365 })]).toEqual([1, 1]);
});

test.each([403, 404, 501])("where the service responds with %i, the last rotation is unknown", async (status) => {
  const { id } = await make(rig, "AwsKey", await of());
  await rotateNow("AwsKey")(id);
  await rig.control("POST", "/faults", {
    method: "GET",
    path: `/api/v1/cckm/aws/keys/${id}/rotations`,
    effect: { status },
  });
  const keys = await statusOf();
  await rig.control("DELETE", "/faults");
  expect(keys).toMatchObject([{ lastRotation: undefined, lastRotationKnown: false, rotations: [] }]);
});
