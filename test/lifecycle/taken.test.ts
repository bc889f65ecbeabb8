import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { azureTenant } from "./fixtures/azure";
import { make, startRig, type Rig } from "./rig";

/** Names that are taken by objects of other types: the error messages. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());

const refused = async (type: string, args: Bag): Promise<string> => {
  const { inputs, failures } = rig.lifecycle(type).check({}, args);
  expect(failures).toEqual([]);
  const error: unknown = await rig
    .lifecycle(type)
    .create(inputs)
    .catch((reason: unknown) => reason);
  return (error as Error).message;
};

test("a connection with the name of another system's connection", async () => {
  const { id } = await rig.api.post("/connectionmgmt/services/aws/connections", {
    name: "prod",
    access_key_id: "AKIAIOSFODNN7EXAMPLE",
    secret_access_key: "old",
  });
  const message = await refused("AzureConnection", { name: "prod", ...azureTenant });
  expect(message).toContain(
    `an object of this name: its service is "aws", its id "${String(id)}". Choose another name.`,
  );
  expect(message).not.toContain("adopt");
});

test.each([
  ["RotationSchedule", "RefreshSchedule", "cckm_key_rotation"],
  ["RefreshSchedule", "RotationSchedule", "cckm_synchronization"],
])("a schedule: a %s has the name of a %s", async (first, second, operation) => {
  const args = { name: `taken by ${first}`, cloud: "aws", runAt: "0 3 * * *" };
  const { id } = await make(rig, first, args);
  const message = await refused(second, args);
  expect(message).toContain(
    `The object with the id "${id}" conflicts with it, and it is not a ${second}: its operation is "${operation}". ` +
      `Choose another name.`,
  );
  expect(message).not.toContain("adopt");
});

test("an ApiObject cannot look up what has its name: the error says how to adopt it", async () => {
  await make(rig, "VaultKey", { name: "once" });
  const message = await refused("ApiObject", { path: "/vault/keys2", body: { name: "once", algorithm: "AES" } });
  expect(message).toContain('adopt: "<its id>"');
});
