import { readSettings } from "../../provider/api/settings";
import { systems } from "../../provider/resources/systems";
import { reportPage } from "../../cli/rotationReport/html";
import { rotationReport } from "../../cli/rotationReport/report";
import { reportTable } from "../../cli/rotationReport/table";
import { fixtures } from "../lifecycle/fixtures";
import { make, startRig, type Rig } from "../lifecycle/rig";

/** A report uses the names that each cloud uses for its keys, and says where they are. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.control("POST", "/reset"));

const region = /^[a-z]+-[a-z]+-?\d$/;
/** The format of the identifiers, their label on the page, and the region, if the cloud has any. */
const names: Record<string, [RegExp, string, RegExp?]> = {
  AwsKey: [/^arn:aws:kms:[a-z\d-]+:\d{12}:key\/[\w-]+$/, "ARN", region],
  AwsUploadedKey: [/^arn:aws:kms:[a-z\d-]+:\d{12}:key\/[\w-]+$/, "ARN", region],
  AzureKey: [/^https:\/\/[\w-]+\.vault\.azure\.net\/keys\/[\w-]+\/[\da-f]+$/, "Key identifier", /^\w+$/],
  GoogleKey: [/^projects\/[\w-]+\/locations\/[\w-]+\/keyRings\/[\w-]+\/cryptoKeys\/[\w-]+$/, "Resource name", region],
  OciKey: [/^ocid1\.key\.oc1\./, "OCID", /^[a-z]{2}-[a-z]+-1$/],
  SalesforceKey: [/^02G\w+$/, "Tenant secret ID"],
  SapKey: [/^[\da-f-]{36}$/, "Key ID"],
  SapHyokKey: [/^\w/, "Key name"],
  EkmEndpoint: [/^https:\/\/.+/, "Key URI"],
  DkeEndpoint: [/^https:\/\/.+\/keys\/ks-[\da-f]{64}$/, "Key URI"],
};

const types = systems.flatMap((system) => Object.keys(system.rotatable ?? {}).map((type) => ({ system, type })));

test.each(types)("$type", async ({ system, type }) => {
  const key = await make(rig, type, await fixtures[type]!.args(rig));
  const given: Record<string, string> = { address: "https://cm.example.com", username: "u", password: "p" };
  const settings = readSettings((name) => given[name as string], {});
  await rig.control("DELETE", "/requests");
  const report = await rotationReport(rig.api, settings, { systems: [system.name] });
  const { routes } = (await rig.control("GET", "/requests")) as { routes: Record<string, number> };
  if (!names[type]) throw new Error(`add ${type} to the names above: what its identifier looks like, and its label`);
  const [look, label, where] = names[type];
  const found = report.keys.find(({ id }) => id === key.id)!;
  const { cloudId } = found;
  expect(found).toMatchObject({
    type,
    cloudId: expect.stringMatching(look),
    region: where && expect.stringMatching(where),
  });
  expect(reportTable(report)).toContain(`  ${cloudId}`);
  expect(reportPage(report, "1.0.0")).toContain(`<small>${label} ${cloudId}</small>`);
  if (found.region) expect(reportPage(report, "1.0.0")).toContain(`<small>Region ${found.region}</small>`);
  // The keys are not listed again for their names.
  expect(routes[`GET /api/v1${system.rotation!.list}`] ?? 1).toBe(1);
});
