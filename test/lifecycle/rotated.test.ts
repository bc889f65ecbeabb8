import { around, type Call } from "../../provider/api/around";
import type { Api } from "../../provider/api/client";
import { ApiError } from "../../provider/api/errors";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { fixtures } from "./fixtures";
import { azureVaultName } from "./fixtures/azure";
import { make, startRig, type Rig } from "./rig";

/** Keys of which a rotation makes another object: the resource goes on with that one. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

type Rotate = (id: string, args: Bag) => Promise<unknown>;

const rotatedAway: Record<string, Rotate> = {
  VaultKey: (id) => rig.api.post(`/vault/keys2/${id}/versions/`, {}),
  AwsKey: (id) => rig.api.post(`/cckm/aws/keys/${id}/rotate`, {}),
  SalesforceKey: (_id, { organization, type }) =>
    rig.api.post("/cckm/sfdc/keys", { organization_id: organization, type }),
  async AzureKey(_id, { keyVault }) {
    await rig.control("POST", "/world/azure/keys", { vault: azureVaultName, name: "lifecycle", action: "rotate" });
    await make(rig, "Refresh", { cloud: "azure", containers: [keyVault] });
  },
};

/** A rotated key, with what the service has of it. */
async function rotated(type: string) {
  const args = await fixtures[type]!.args(rig);
  const made = await make(rig, type, args);
  await rotatedAway[type]!(made.id, args);
  const seen = (await rig.lifecycle(type).read(made.id, made.state))!;
  expect(seen.state.currentId).not.toBe(made.id);
  return { ...made, args, state: seen.state };
}

test("a rotated AwsKey whose newest key is not found is not gone while its own exists", async () => {
  const { id, state } = await rotated("AwsKey");
  const isNewest = ({ method, path }: Call) => method === "GET" && path.endsWith(String(state.currentId));
  const missing = new ApiError("Resource not found", { kind: "notFound", call: "GET", status: 404 });
  const lacking = (api: Api): Api => around(api, (call, work) => (isNewest(call) ? Promise.reject(missing) : work()));
  expect((await rig.lifecycle("AwsKey", undefined, lacking).read(id, state))!.state.currentId).toBe(id);
});

test.each(Object.keys(rotatedAway))("a rotated %s is changed in what it is now", async (type) => {
  const { id, args, state, inputs } = await rotated(type);
  const life = rig.lifecycle(type);
  const wanted = life.check(inputs, { ...args, ...(fixtures[type]!.change as Bag) }).inputs;
  const updated = await life.update(id, state, wanted);
  const seen = (await life.read(id, updated.state))!;
  for (const now of [updated, seen]) expect(life.diff(now.state, wanted)).toMatchObject({ changed: [] });
});
