import { documentedSettings } from "../examples";
import type { Program } from "./programs";

/** Many keys of one system, in the world of the examples and with their settings. */

interface Keys {
  /** The type of the keys. */
  type: string;
  /** The example that has the settings, which the program calls `s`. */
  example: string;
  /** What the keys need, as text; `ct` is this package. */
  before: string;
  /** The arguments of key `n`, as text. */
  arguments: string;
}

const kinds: readonly Keys[] = [
  {
    type: "AwsUploadedKey",
    example: "aws-byok",
    before: `
const connection = new ct.AwsConnection("c", { accessKeyId: s.accessKeyId, secretAccessKey: s.secretAccessKey }).id;
const kms = new ct.AwsKms("c", { connection, accountId: s.accountId, regions: ["eu-west-1"] }).id;
const sourceKeyIdentifier = new ct.VaultKey("source").id;`,
    arguments: `{ kms, region: "eu-west-1", sourceKeyIdentifier, alias: ["key-" + n] }`,
  },
  {
    type: "AzureKey",
    example: "azure",
    before: `
const { subscriptionId, vault } = s;
const connection = new ct.AzureConnection("c", { clientId: s.clientId, tenantId: s.tenantId, clientSecret: s.clientSecret }).id;
const keyVault = new ct.AzureVault("c", { connection, subscriptionId, vault }).id;`,
    arguments: `{ keyVault, keyName: "key-" + n, kty: "EC", crv: "P-256" }`,
  },
  {
    type: "GoogleKey",
    example: "google",
    before: `
const connection = new ct.GoogleConnection("c", { keyFile: s.keyFile }).id;
const name = "projects/" + s.projectId + "/locations/europe-west3/keyRings/documents";
const keyRing = new ct.GoogleKeyRing("c", { name, connection }).id;`,
    arguments: `{ keyRing, keyName: "key-" + n }`,
  },
  {
    type: "OciKey",
    example: "oci",
    before: `
const { region, tenancyOcid, userOcid, fingerprint, keyFile, compartmentId } = s;
const connection = new ct.OciConnection("c", { region, tenancyOcid, userOcid, fingerprint, credentials: { keyFile } }).id;
const vaultId = ct.getOciVaults({ connection, compartmentId, region }).apply(([first]) => first.vaultId);
const vault = new ct.OciVault("c", { connection, region, vaultId }).id;`,
    arguments: `{ vault, name: "key-" + n, length: 32 }`,
  },
  {
    type: "SapKey",
    example: "sap",
    before: `
const technicalUserCredentials = { apiKey: s.apiKey, secret: s.apiSecret };
const connection = new ct.SapConnection("c", { apiEndpoint: s.apiEndpoint, technicalUserCredentials }).id;
const group = new ct.SapGroup("c", { connection, groupId: s.groupId }).id;`,
    arguments: `{ group, name: "key-" + n, type: "AES", size: 256, operations: ["ENCRYPT", "DECRYPT"] }`,
  },
  {
    type: "EkmEndpoint",
    example: "ekm",
    before: `
const project = new ct.GoogleProject("c", { projectId: s.projectId });
const policy = { basic: { clients: [s.client], justificationRequired: false } };`,
    arguments: `{ name: "key-" + n, keyURIHostname: "keys.example.com", policy }, { dependsOn: project }`,
  },
  {
    type: "DkeEndpoint",
    example: "dke",
    before: `
const tenant = { tenantId: s.tenantId, authorizationType: "email", authorizedEmailAddresses: ["*@example.com"] };
const authTenants = [new ct.DkeTenant("c", tenant).id];`,
    arguments: `{ name: "key-" + n, keyUriHostname: s.hostname, authTenants }`,
  },
];

export interface KeyProgram {
  type: string;
  program: Program;
}

/**
 * A program for each system whose keys rotate and may be many: not Salesforce, which has one of
 * each kind. `AwsKey` is elsewhere.
 */
export const keyPrograms = (count: number): KeyProgram[] =>
  kinds.map((keys) => ({ type: keys.type, program: { side: "ours", language: "js", text: textOf(keys, count) } }));

function textOf({ type, example, before, arguments: args }: Keys, count: number): string {
  const settings = Object.fromEntries(documentedSettings(example).map(({ key, value }) => [key, value]));
  return `const ct = require("pulumi-ciphertrust");
const s = ${JSON.stringify(settings)};${before}
for (let n = 0; n < ${count}; n++) new ct.${type}("key-" + n, ${args});
`;
}
