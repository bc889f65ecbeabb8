import { execFileSync } from "node:child_process";
import { createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { check } from "../../provider/lifecycle/values/check";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { sameValue } from "../../provider/lifecycle/values/diff";
import { demoCertificates } from "../../emulator/shared/demoCertificates";
import { definitionOf } from "../../provider/resources/load";
import { certificate as sample, certificateFor, request } from "../rules/pem";
import { make, startRig, type Rig } from "./rig";

/** PEM with more around it than its block, as RFC 7468 allows; texts after public reports. */

const bags =
  "Bag Attributes\n    friendlyName: example root\nsubject=O=Example, CN=Example Root 1\nissuer=O=Example, CN=Example Root 1\n";
const around: [string, (block: string) => string][] = [
  ["the attributes of PKCS #12", (block) => bags + block],
  ["a comment", (block) => `# partner\n${block}`],
  ["text after it", (block) => `${block}valid until 2030\n`],
  ["a byte order mark", (block) => `\uFEFF${block}`],
  ["line ends of Windows", (block) => block.replaceAll("\n", "\r\n")],
  ["trailing spaces", (block) => block.replaceAll("\n", "  \n")],
  ["indentation, as in YAML", (block) => block.replace(/^/gm, "  ")],
  ["spaces in place of its line breaks", (block) => block.trim().replaceAll("\n", " ")],
  ["no line breaks inside", (block) => block.replace(/(?<!-)\n(?!-)/g, "")],
  ["a key beside it", (block) => `${generated}${block}`],
];
const generated = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
  type: "pkcs8",
  format: "pem",
}) as string;

const one = sample;
const other = demoCertificates["dsm-1.example.com"]!;

/** Every input that holds a certificate, with the other inputs that it needs, and where it stands. */
const places: [type: string, property: string, given: (pem: string) => Bag, isOne?: string][] = [
  ["ExternalCa", "certificate", (certificate) => ({ certificate }), "one CA is one certificate"],
  ["LunaServer", "hsmCertificate", (hsmCertificate) => ({ hsmCertificate }), "an HSM presents one certificate"],
  ["LdapIdentityProvider", "rootCas", (pem) => ({ rootCas: [pem] }), "give each one as an item of its own"],
  ["AwsCustomKeyStore", "trustAnchorCertificate", (pem) => ({ trustAnchorCertificate: pem }), "one trust anchor"],
  ["DsmConnection", "nodes", (serverCertificate) => ({ nodes: [{ hostname: "a", serverCertificate }] })],
  ["ExternalCmServer", "nodes", (serverCertificate) => ({ nodes: [{ hostname: "a", serverCertificate }] })],
  ["ExternalCmConnection", "nodes", (serverCertificate) => ({ nodes: [{ hostname: "a", serverCertificate }] })],
  ["SapKeystore", "certificate", (certificate) => ({ certificate })],
  ["RegisteredClient", "externalCertificate", (externalCertificate) => ({ externalCertificate })],
  ["SalesforceConnection", "certificate", (certificate) => ({ certificate })],
  ["AzureConnection", "certificate", (certificate) => ({ certificate })],
  ["AzureConnection", "azureStackServerCert", (azureStackServerCert) => ({ azureStackServerCert })],
];

const checked = (type: string, property: string, given: Bag) => {
  const { inputs, failures } = check(definitionOf(type), {}, given);
  const own = failures.filter((failure) => failure.property.split(".")[0] === property);
  return { value: inputs[property], reasons: own.map(({ reason }) => reason) };
};

describe.each(places)("%s.%s", (type, property, given, because) => {
  test.each(around)("%s is neither sent nor compared", (_name, surround) => {
    const written = given(surround(one));
    const { value, reasons } = checked(type, property, written);
    expect(reasons).toEqual([]);
    expect(JSON.stringify(value)).not.toMatch(/friendlyName|partner|2030|PRIVATE/);
    expect(sameValue(definitionOf(type), property, written[property], given(one)[property])).toBe(true);
    expect(sameValue(definitionOf(type), property, written[property], given(surround(other))[property])).toBe(false);
  });

  test("a certificate under an older label is sent under the usual one", () => {
    for (const label of ["X509", "TRUSTED"]) {
      const { value, reasons } = checked(type, property, given(one.replaceAll("CERTIFICATE", `${label} CERTIFICATE`)));
      expect([JSON.stringify(value), reasons]).toEqual([JSON.stringify(given(one)[property]), []]);
    }
  });

  test("several certificates are sent together, or refused", () => {
    const { reasons } = checked(type, property, given(one + other));
    expect(reasons).toEqual(because === undefined ? [] : [expect.stringContaining(because)]);
  });

  test.each([
    ["a path", "ca.pem", "readFileSync"],
    ["base64", Buffer.from(one).toString("base64"), 'Buffer.from(text, "base64")'],
    ["a private key", generated, "no certificate, but a private key"],
    ["a request", request, "no certificate, but a certificate request"],
    ["line breaks that are written out", one.replaceAll("\n", "\\n"), "with \\n in place of its line breaks"],
    ["half a certificate", one.slice(0, 300), "cut off: PEM block 1 has no line -----END"],
    ["a second certificate that is cut off", one + other.slice(0, 300), "cut off: PEM block 2 has no line -----END"],
    ["a first certificate that is cut off", one.slice(0, 300) + other, "cut off: PEM block 1 has no line -----END"],
    [
      "a second certificate that is damaged",
      one + other.replace("MII", "YQA"),
      "a certificate that cannot be read (PEM block 2)",
    ],
    ["other content", "-----BEGIN CERTIFICATE-----\nYQ==\n-----END CERTIFICATE-----\n", "no certificate"],
  ])("%s is told", (_name, pem, reason) => {
    expect(checked(type, property, given(pem)).reasons).toEqual([expect.stringContaining(reason)]);
  });
});

test("what OpenSSL appends to a trusted certificate is not sent", () => {
  const args = ["x509", "-trustout", "-addtrust", "serverAuth"];
  const trusted = execFileSync("openssl", args, { input: one, encoding: "utf8" });
  expect(trusted).toContain("TRUSTED CERTIFICATE");
  expect(checked("ExternalCa", "certificate", { certificate: trusted }).value).toBe(one);
});

test.each([["NEW CERTIFICATE REQUEST"], ["CERTIFICATE REQUEST"]])("a %s with text before it is sent alone", (label) => {
  const csr = `Certificate Request:\n    Data:\n${request.replaceAll("CERTIFICATE REQUEST", label)}`;
  expect(checked("RegisteredClient", "csr", { csr }).value).toBe(request);
});

describe("private keys", () => {
  const plain = generated;
  const privateKey = createPrivateKey(plain);
  const locked = privateKey
    .export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "right" })
    .toString();
  const older = privateKey
    .export({ type: "sec1", format: "pem", cipher: "aes-256-cbc", passphrase: "right" })
    .toString();
  const publicKey = createPublicKey(plain).export({ type: "spki", format: "pem" }).toString();
  const parameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";
  const sec1 = privateKey.export({ type: "sec1", format: "pem" }).toString();

  const own = certificateFor(plain);

  test.each([
    ["AzureCertificate", "privateKeyPem", (privateKeyPem: string) => ({ privateKeyPem })],
    [
      "AwsConnection",
      "iamRoleAnywhere",
      (privateKey: string) => ({
        iamRoleAnywhere: { anywhereRoleArn: "a", trustAnchorArn: "t", profileArn: "p", certificate: own, privateKey },
      }),
    ],
  ])("%s.%s", (type, property, given) => {
    const reasons = (pem: string) => checked(type, property, given(pem)).reasons;
    expect(reasons(plain)).toEqual([]);
    expect(JSON.stringify(checked(type, property, given(parameters + sec1)).value)).not.toContain("PARAMETERS");
    expect(reasons(locked)).toEqual([expect.stringContaining("an encrypted private key, not a plain one")]);
    expect(reasons(older)).toEqual([expect.stringContaining("an encrypted private key, not a plain one")]);
    expect(reasons(publicKey)).toEqual([expect.stringContaining("no private key, but a public key")]);
  });
});

describe("an ExternalCa with a comment in its file", () => {
  let rig: Rig;
  beforeAll(async () => (rig = await startRig()));
  afterAll(() => rig.close());

  test("is sent alone, and not replaced by the next update", async () => {
    const certificate = `# partner\n${one}`;
    const made = await make(rig, "ExternalCa", { name: "partner", certificate });
    const record = await rig.api.get(`/ca/external-cas/${made.id}`);
    expect(new X509Certificate(String(record.cert)).toString()).toBe(record.cert);
    const lifecycle = rig.lifecycle("ExternalCa");
    const { state } = (await lifecycle.read(made.id, made.state))!;
    const { inputs } = lifecycle.check(made.inputs, { name: "partner", certificate });
    expect(lifecycle.diff(state, inputs)).toMatchObject({ changes: false });
    // A state of before, in which the text stands.
    expect(lifecycle.diff({ ...state, certificate }, inputs)).toMatchObject({ changes: false });
  });
});
