import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { awsAccount } from "./fixtures/aws";
import { azureTenant } from "./fixtures/azure";
import { makeGoogleConnection } from "./fixtures/google";
import { make, startRig, type Rig } from "./rig";

/** Schedules that find new containers and add them. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.control("POST", "/reset"));

const { accountId, ...awsCredentials } = awsAccount;
const connect = {
  aws: async () => (await make(rig, "AwsConnection", { name: "aws", ...awsCredentials })).id,
  azure: async () => (await make(rig, "AzureConnection", { name: "azure", ...azureTenant })).id,
  google: () => makeGoogleConnection(rig),
};
const tomorrow = 86_400;
const permitted = (cloud: string) => [{ group: "CCKM Users", actions: [cloud === "aws" ? "viewnative" : "view"] }];

test.each([
  ["aws", "/cckm/aws/kms", "account_id", accountId],
  ["azure", "/cckm/azure/vaults", "azure_name", "contoso-prod"],
  ["google", "/cckm/google/key-rings", "project_id", "acme-prod"],
] as const)(
  "%s: containers that the connection sees are added once, with their permissions",
  async (cloud, path, field, value) => {
    const connection = await connect[cloud]();
    const acls = permitted(cloud);
    const args = { name: "daily", cloud, connection, runAt: "0 5 * * *", acls };
    const only = await make(rig, "ContainerDiscoverySchedule", { ...args, discoverOnly: true });
    await rig.advance(tomorrow);
    expect(await rig.api.count(path)).toBe(0);
    const lifecycle = rig.lifecycle("ContainerDiscoverySchedule");
    await lifecycle.update(only.id, only.state, lifecycle.check({}, args).inputs);
    await rig.advance(tomorrow);
    const added = await rig.api.list(path);
    expect(added.map((one) => one[field])).toContain(value);
    expect(added[0]).toMatchObject({ acls });
    await rig.advance(tomorrow);
    expect(await rig.api.count(path)).toBe(added.length);
    const results = (await rig.api.list("/scheduler/jobs")).map(({ result }) =>
      String(result).replace(/\d+ |(?<=container)s|: .*/g, ""),
    );
    expect(results.sort()).toEqual(["container added", "container added", "container found"]);
  },
);

test.each([
  [{ cloud: "google", regions: ["eu-west-1"] }, ["regions: is only valid for aws, not for google"]],
  [{ cloud: "aws", assumeRoleExternalId: "x" }, ["assumeRoleExternalId: needs assumeRoleArn"]],
  [{ cloud: "azure", acls: [{ actions: ["view"] }] }, ["acls.0: either userId or group is required"]],
  [
    { cloud: "aws", acls: [{ group: "g", actions: ["view"] }] },
    [expect.stringMatching(/^acls\.0\.actions: "view" is not an action of an AwsKms; its actions are .*viewnative/)],
  ],
  [{ cloud: "sap" }, [expect.stringContaining("cloud: ")]],
])("%j is rejected before a request is sent", (args: Bag, words) => {
  const { failures } = rig
    .lifecycle("ContainerDiscoverySchedule")
    .check({}, { name: "d", connection: "c", runAt: "0 5 * * *", ...args });
  expect(failures.map(({ property, reason }) => `${property}: ${reason}`)).toEqual(words);
});
