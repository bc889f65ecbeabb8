import { registry } from "../../../provider/resources";
import * as sdk from "../../../sdk";
import { Client } from "../../emulator/client";
import { fixtures, type CompleteFixture } from "../../lifecycle/fixtures";
import { make, startRig, type Rig } from "../../lifecycle/rig";
import { fill } from "../adopt/brownfield";
import { differing, named, verified } from "./support";

/** The emulator has no differences. */

const functions = Object.keys(sdk)
  .filter((name) => /^get[A-Z]/.test(name))
  .sort();
const world = { licensing: { licenses: [{ feature: "CCKM" }] } };
let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world });
});
afterAll(() => rig.close());

/** Types of which nothing can be read by itself. */
const notTried = [
  "AwsKeyMaterial",
  "GoogleKeyVersion",
  "OciKeyVersion",
  "VaultKeyRotation",
  "VaultKeyRevocation",
  "ClientKeyPair",
  "Refresh",
  "RotateNow",
  "Report",
  "ApiObject",
  "ApiSetting",
];
/** Types and functions for which the service below has no object. */
const empty = [
  ["AwsXksCredentialRotationSchedule", "AwsXksCredentialRotationSchedule"],
  ["AzureKeyBackupSchedule", "AzureKeyBackupSchedule"],
  ["VaultRotationSchedule", "VaultRotationSchedule"],
  ["VaultSecret", "VaultSecret"],
  ["OciTenancy", "OciTenancy"],
  ["OciCompartment", "OciCompartment"],
  ["SapHyokKey", "SapHyokKey"],
  ["LunaStcPartition", "LunaStcPartition"],
  ["LdapIdentityProvider", "LdapIdentityProvider"],
  ["OidcIdentityProvider", "OidcIdentityProvider"],
  ["ExternalCa", "ExternalCa"],
  ["ClientProfile", "ClientProfile"],
  ["RegistrationToken", "RegistrationToken"],
  ["RegisteredClient", "RegisteredClient"],
  ["ContainerDiscoverySchedule", "ContainerDiscoverySchedule"],
  ["getReport", "Report"],
] as const;
/** Functions that find nothing in the emulator's world. */
const nothing = ["getAwsCloudHsmClusters", "getOciBuckets", "getOciVaults"];

describe("a service with objects of every system", () => {
  beforeAll(async () => {
    const client = new Client(rig.emulator);
    await fill(client);
    await client.close();
    await rig.control("DELETE", "/requests");
  });

  test("differs nowhere, and is only read", async () => {
    const { report, ended } = await verified(rig.emulator);
    expect({ ended, differing: differing(report), complete: report.complete }).toEqual({
      differing: [],
      complete: true,
    });
    expect(report.entries.map(({ name }) => name).sort()).toEqual(
      [...registry.map(({ type }) => type), ...functions].sort(),
    );
    expect(named(report, "not tried")).toEqual(notTried);
    expect(named(report, "empty").sort()).toEqual([...empty.map(([name]) => name), ...nothing].sort());
    const { routes } = await rig.control("GET", "/requests");
    const writes = Object.keys(routes as object).filter(
      (route) => !/^GET |\/(get-[a-z-]+|accounts|auth\/tokens)\/?$/.test(route),
    );
    expect(writes).toEqual(["POST /api/v1/cckm/oci/storage/list-buckets"]);
  });

  test("has its rare objects compared, too, where they are on no first page", async () => {
    const types = ["AwsKey", "AwsReplicaKey", "AwsXksKey", "AwsCloudHsmKey"];
    const { report } = await verified(rig.emulator, { types, limit: 2 });
    expect(report.entries.map(({ outcome }) => outcome)).toEqual(types.map(() => "works"));
  });

  test("has its keys in custom key stores compared with no type but their own", async () => {
    const { report } = await verified(rig.emulator, { types: ["AwsKey"] });
    expect(report.entries).toEqual([{ name: "AwsKey", outcome: "works", differences: [] }]);
  });

  test("is compared in part where a part is wanted, with what it depends on", async () => {
    const { report } = await verified(rig.emulator, { types: ["KeyRotation", "getAwsRegions"] });
    expect(report.entries).toEqual([
      { name: "KeyRotation", outcome: "works", differences: [] },
      { name: "getAwsRegions", outcome: "works", differences: [] },
    ]);
  });
});

describe("an object of a type that such a service does not have", () => {
  beforeEach(() => rig.renew());
  test.each(empty)("%s works", async (name, type) => {
    await make(rig, type, await (fixtures[type] as CompleteFixture).args(rig));
    const { report } = await verified(rig.emulator, { types: [name] });
    expect(report.entries).toEqual([{ name, outcome: "works", differences: [] }]);
  });
});
