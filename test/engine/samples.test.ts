import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { demoCertificates } from "../../emulator/shared/demoCertificates";
import { sampledDefinitions } from "../../tools/generate/samples";
import { isLookedUp } from "../../tools/generate/systems";
import { systems } from "../../provider/resources/systems";
import { ownPack } from "./pack";
import { engineTimeout, root, Stack, startWorld, type Run, type World } from "./harness";

/**
 * The programs of docs/samples, whose parts are the examples of the reference: all of them in one
 * stack.
 */

jest.setTimeout(engineTimeout);

const samples = join(root, "docs/samples");
const demo = (name: string) => readFileSync(join(root, "examples/demo", name), "utf8");

/** What the programs read of their configuration: credentials of the emulator's world. */
function settingsFor({ emulator }: World): Record<string, string> {
  const authority = readFileSync(emulator.caCertificate, "utf8");
  return {
    awsSecretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    stagingSecretAccessKey: "je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY",
    keyStorePassword: "Kmsuser-Demo-1",
    clusterCertificate: demoCertificates["cluster-kmshsm2eu3a"]!,
    azureClientSecret: "example~azure-client-secret",
    mailToken: "Mail-Token-1",
    googleKeyFile: demo("google-key-file.json"),
    ociKeyFile: demo("oci-api-key.pem"),
    salesforceClientSecret: "4A1B2C3D4E5F60718293EXAMPLE",
    salesforcePassword: "Sf-Demo-Passw0rd",
    endpointPassword: "Endpoint-Secret-1",
    sapSecret: "Sap-Demo-Technical-1",
    sapCertificate: authority,
    dsmPassword: "Dsm-Demo-Password-1",
    dsmCertificate: demoCertificates["dsm-1.example.com"]!,
    parisPassword: "Cm-Demo-Password-1",
    parisCertificate: demoCertificates["cm-paris.example.com"]!,
    hsmCertificate: demoCertificates["hsm-frankfurt.example.com"]!,
    partitionIdentity: "cGFydGl0aW9uIGlkZW50aXR5",
    partitionPassword: "Partition-Demo-1",
    operatorPassword: "Key-Operator-1",
    databasePassword: "Database-Secret-1",
    ldapPassword: "Ldap-Demo-Password-1",
    oidcSecret: "Oidc-Demo-Secret-1",
    partnerCa: authority,
    license: "EMULATOR-LICENSE:CCKM",
    parisAddress: emulator.address,
    parisAdminPassword: emulator.password,
    parisCa: authority,
  };
}

let world: World;
/** Keys of the service's own vault that the samples have as sources of others. */
const sources = [
  "aws-ledger",
  "aws-medical",
  "google-settlement",
  "oci-contracts",
  "salesforce-search",
  "sap-payroll",
  "paris-backups",
];

let stack: Stack;
let program: string;
let pack: ReturnType<typeof ownPack>;
beforeAll(async () => {
  world = await startWorld({ world: { licensing: { licenses: [{ feature: "CCKM", units: 100 }] } } });
  stack = await Stack.create(world.environment);
  const names = readdirSync(samples).map((file) => file.replace(/\.ts$/, ""));
  await build({ entryPoints: names.map((name) => join(samples, `${name}.ts`)), outdir: stack.folder, format: "cjs" });
  program = governed(`module.exports = { ${names.map((name) => `"${name}": require("./${name}.js")`).join(", ")} };`);
  stack.program(program);
  const except = sources.map((name) => ({ name, reason: "The key that is made of it rotates." }));
  pack = ownPack({ "key-rotation": { enforcementLevel: "mandatory", except } });
});
afterAll(async () => {
  stack?.remove();
  pack?.remove();
  await world?.close();
});

/**
 * What the samples do not repeat for each system and key: the policy pack wants all refreshed, and
 * all rotated.
 */
function governed(samples: string): string {
  const refreshed = systems.filter(({ refresh }) => refresh?.scheduled).map(({ name }) => name);
  const rotated = systems.flatMap(({ rotatable = {} }) => Object.keys(rotatable));
  return `
const made = [];
pulumi.runtime.registerStackTransformation(({ resource }) => void made.push(resource));
${samples}
for (const cloud of ${JSON.stringify(refreshed)})
  new ciphertrust.RefreshSchedule(cloud, { cloud, runAt: "0 2 * * *" });
const bound = ["carts", "paid-invoices"];
const isUnbound = ({ resourceType, nameInProgram }) =>
  ${JSON.stringify(rotated)}.includes(resourceType) && !bound.includes(nameInProgram);
const [uploaded, others] = [true, false].map((is) =>
  made.filter((one) => isUnbound(one) && (one.nameInProgram === "search") === is));
new ciphertrust.KeyRotationPolicy("all", { every: "90d", keys: others });
new ciphertrust.KeyRotationPolicy("uploaded", { every: "90d", keys: uploaded, source: "ciphertrust" });
`;
}

/** The id of the first object of a type in the stack. */
const idOf = (type: string) => stack.stored().resources.find((one) => one.type.endsWith(`:${type}`))!.id;

/** A failure shows what the command printed. */
async function expectDone(running: Promise<Run>): Promise<string> {
  const { code, text } = await running;
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  return text;
}

/** Names of outputs that hold nothing. */
function emptyIn(value: unknown, path = ""): string[] {
  if (value === undefined || value === null || value === "") return [path];
  if (Array.isArray(value)) return value.length === 0 ? [path] : [];
  return typeof value === "object" && path.split(".").length < 3
    ? Object.entries(value).flatMap(([name, inner]) => emptyIn(inner, path === "" ? name : `${path}.${name}`))
    : [];
}

test("up creates an object of every class, by the policy pack's leave, and every function returns something", async () => {
  const settings = Object.entries(settingsFor(world)).flatMap(([key, value]) => ["--config", `${key}=${value}`]);
  await expectDone(stack.up(...settings, ...pack.args));
  const { resources } = stack.stored();
  const missing = sampledDefinitions().filter(({ type }) => !resources.some((one) => one.type.endsWith(`:${type}`)));
  expect(missing.map(({ type }) => type)).toEqual([]);
  // Which clusters are free depends on whether the key store exists already.
  expect(emptyIn(stack.outputs()).filter((path) => path !== "aws.freeClusters")).toEqual([]);
});

test.each([
  ["preview", () => stack.preview("--expect-no-changes", ...pack.args)],
  ["preview --refresh", () => stack.preview("--refresh", "--expect-no-changes", ...pack.args)],
  ["up", () => stack.up("--expect-no-changes", ...pack.args)],
  ["up --refresh", () => stack.up("--refresh", "--expect-no-changes", ...pack.args)],
])("the policy pack lets it pass in every later run, and nothing changes: %s", async (_name, run) => {
  expect(await expectDone(run())).toMatch(/pulumi-ciphertrust(@v|\|local\|)/);
});

test("a preview with a refresh right after shows no changes, and looks an object of every class up by its id", async () => {
  const lookedUp = sampledDefinitions()
    .filter(isLookedUp)
    .map(({ type }) => type);
  const reads = lookedUp.map((type) => `ciphertrust.${type}.get("existing", "${idOf(type)}");`);
  expect(reads.length).toBeGreaterThan(60);
  stack.program([program, ...reads].join("\n"));
  await expectDone(stack.drift());
  stack.program(program);
});

test("destroy removes all of them: key stores once AWS has deleted the keys in them", async () => {
  const inStores = stack.stored().resources.filter(({ type }) => /:Aws(Xks|CloudHsm)Key$/.test(type));
  expect(inStores).toHaveLength(2);
  await expectDone(stack.destroy(...inStores.flatMap(({ urn }) => ["--target", urn])));
  await world.control("POST", "/clock", { advanceSeconds: 31 * 86_400 });
  await world.api("POST", "/cckm/aws/synchronization-jobs", { kms: [stack.resource("production", "AwsKms")!.id] });
  await world.control("POST", "/clock", { advanceSeconds: 3600 });
  await expectDone(stack.destroy());
  expect(stack.stored().resources ?? []).toEqual([]);
});
