import { createHash, generateKeyPairSync } from "node:crypto";
import { check } from "../../provider/lifecycle/values/check";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";
import { definitionOf } from "../../provider/resources/load";
import { wrongPassword } from "../keyMaterial";
import { certificate, certificateFor } from "../rules/pem";
import { prodKeyFile } from "./fixtures/google";

/** Key files in other forms than the service takes: told by the preview. Cases after public reports. */

const reasons = (type: string, inputs: Bag, property: string) =>
  check(definitionOf(type), {}, { name: "prod", ...inputs })
    .failures.filter((failure) => failure.property.split(".")[0] === property)
    .map((failure) => `${failure.property} ${failure.reason}`);

describe("the key file of a Google service account", () => {
  const file = JSON.parse(prodKeyFile) as Bag;
  const of = (keyFile: string) => reasons("GoogleConnection", { keyFile }, "keyFile");

  test.each([
    ["as it is", prodKeyFile],
    ["with line ends of Windows", JSON.stringify(file, null, 2).replaceAll("\n", "\r\n")],
    ["with a byte order mark", `\uFEFF${prodKeyFile}`],
  ])("%s is accepted", (_name, keyFile) => {
    expect(of(keyFile)).toEqual([]);
    const { inputs } = check(definitionOf("GoogleConnection"), {}, { name: "prod", keyFile });
    expect(String(inputs.keyFile).startsWith("{")).toBe(true);
  });

  test.each([
    ["base64", Buffer.from(prodKeyFile).toString("base64"), 'Buffer.from(text, "base64").toString()'],
    ["base64 of a file with a line per field", Buffer.from(JSON.stringify(file, null, 2)).toString("base64"), "base64"],
    ["a path", "/home/ada/key.json", "readFileSync"],
    ["a path of Windows", "C:\\keys\\key.json", "readFileSync"],
    ["a bare name", "key.json", "readFileSync"],
    ["the key alone", String(file.private_key), "must be the JSON text"],
    ["another type", JSON.stringify({ type: "authorized_user", client_id: "x" }), "type service_account"],
    ["an external account", JSON.stringify({ type: "external_account", audience: "x" }), "type service_account"],
    ["a missing field", JSON.stringify({ ...file, client_email: "" }), "lacks client_email"],
    [
      "line breaks that are written out",
      JSON.stringify({ ...file, private_key: String(file.private_key).replaceAll("\n", "\\n") }),
      "with \\n in place of its line breaks: write them as line breaks",
    ],
  ])("%s is refused", (_name, keyFile, reason) => {
    const found = of(keyFile);
    expect(found).toEqual([expect.stringContaining(reason)]);
    expect(found.join()).not.toContain(keyFile.slice(0, 8) === '{"type":' ? String(file.private_key_id) : keyFile);
  });
});

describe("the API key of an Oracle Cloud user", () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const plain = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const encrypted = (type: "pkcs1" | "pkcs8") =>
    privateKey.export({ type, format: "pem", cipher: "aes-256-cbc", passphrase: "right" }).toString();
  const locked = encrypted("pkcs1");
  const spki = publicKey.export({ type: "spki", format: "der" });
  const fingerprint = createHash("md5").update(spki).digest("hex").match(/../g)!.join(":");
  const others = { region: "eu-frankfurt-1", tenancyOcid: "ocid1.tenancy.oc1..a", userOcid: "ocid1.user.oc1..a" };
  const of = (credentials: Bag, own: string) => {
    const inputs = { ...others, fingerprint: own, credentials };
    return [...reasons("OciConnection", inputs, "credentials"), ...reasons("OciConnection", inputs, "fingerprint")];
  };

  test.each<[string, Bag, string]>([
    ["a plain one", { keyFile: plain }, fingerprint],
    ["one with a label after it, as Oracle's console offers it", { keyFile: `${plain}OCI_API_KEY\n` }, fingerprint],
    ["an older one with text before it", { keyFile: `Key:\n${encrypted("pkcs1")}`, passPhrase: "right" }, fingerprint],
    ["one with a pass phrase", { keyFile: encrypted("pkcs8"), passPhrase: "right" }, fingerprint],
    ["an older one with a pass phrase", { keyFile: encrypted("pkcs1"), passPhrase: "right" }, fingerprint],
    ["a fingerprint in capitals", { keyFile: plain }, fingerprint.toUpperCase()],
  ])("%s is accepted", (_name, credentials, own) => {
    expect(of(credentials, own)).toEqual([]);
  });

  test.each<[string, Bag, string]>([
    ["an encrypted one without pass phrase", { keyFile: encrypted("pkcs8") }, "credentials.passPhrase is required"],
    ["an older encrypted one", { keyFile: encrypted("pkcs1") }, "credentials.passPhrase is required"],
    [
      "a wrong pass phrase",
      { keyFile: locked, passPhrase: wrongPassword(locked) },
      "credentials.passPhrase does not open the private key",
    ],
    ["the public half", { keyFile: publicKey.export({ type: "spki", format: "pem" }) }, "but a public key"],
    ["a certificate", { keyFile: certificate }, "no private key, but a certificate"],
    ["a path", { keyFile: "~/.oci/key.pem" }, "readFileSync"],
    ["line breaks that are written out", { keyFile: plain.replaceAll("\n", "\\n") }, "with \\n in place of"],
  ])("%s is refused", (_name, credentials, reason) => {
    expect(of(credentials, fingerprint)).toEqual([expect.stringContaining(reason)]);
  });

  test("an older one with text before it and a wrong pass phrase is refused", () => {
    const keyFile = `Key:\r\n${locked.replaceAll("\n", "\r\n")}`;
    expect(of({ keyFile, passPhrase: "right" }, fingerprint)).toEqual([]);
    expect(of({ keyFile, passPhrase: wrongPassword(locked) }, fingerprint)).toHaveLength(1);
  });

  test("the fingerprint of another key is refused", () => {
    const found = of(
      { keyFile: encrypted("pkcs8"), passPhrase: "right" },
      "12:34:56:78:9a:bc:de:f0:12:34:56:78:9a:bc:de:f0",
    );
    expect(found).toEqual([`fingerprint is not that of the key in credentials, which is ${fingerprint}`]);
  });
});

describe.each<[type: string, pem: string, passPhrase: string, others: Bag]>([
  [
    "SalesforceConnection",
    "tlsClientCertificateWithPrivateKey",
    "tlsClientPrivateKeyPassword",
    { name: "prod", clientId: "c", clientSecret: "s", username: "u", password: "p", enableMutualTls: true },
  ],
  ["AzureCertificate", "certificate", "password", { certName: "web", keyVault: "v" }],
])("a certificate with its private key: %s.%s", (type, pem, passPhrase, others) => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const plain = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const locked = (form: "sec1" | "pkcs8") =>
    privateKey.export({ type: form, format: "pem", cipher: "aes-256-cbc", passphrase: "right" }).toString();
  const own = certificateFor(plain);
  const of = (text: string, given?: string) => {
    const { failures } = check(definitionOf(type), {}, { ...others, [pem]: text, [passPhrase]: given });
    return failures.map((failure) => `${failure.property} ${failure.reason}`);
  };

  test.each([["sec1"], ["pkcs8"]] as const)("holds both, and the password opens the key in %s", (form) => {
    const key = locked(form);
    expect(of(own + key, "right")).toEqual([]);
    expect(of(own + key)).toEqual([`${passPhrase} is required: the private key is encrypted`]);
    expect(of(own + key, wrongPassword(key))).toEqual([`${passPhrase} does not open the private key`]);
  });

  test("lacks one of them", () => {
    expect(of(own)).toEqual([expect.stringContaining("no private key, but a certificate")]);
    expect(of(locked("sec1"), "right")).toEqual([expect.stringContaining("no certificate, but a ec private key")]);
  });

  test.each<[string, string, string | undefined]>([
    ["as it is", plain, undefined],
    ["encrypted", locked("sec1"), "right"],
    ["encrypted, in the newer form", locked("pkcs8"), "right"],
  ])("the key %s belongs to one of the certificates", (_name, key, given) => {
    const stranger = [`${pem} holds a private key that does not belong to its certificate`];
    for (const chain of [own, own + certificate, certificate + own]) expect(of(chain + key, given)).toEqual([]);
    for (const chain of [certificate, certificate + certificate]) {
      expect(of(chain + key, given)).toEqual(stranger);
      expect(of(key + chain, given)).toEqual(stranger);
    }
  });

  test("a password that is not known yet proves nothing of the key", () => {
    expect(of(certificate + locked("pkcs8"), unknownValue)).toEqual([]);
    expect(of(unknownValue, "right")).toEqual([]);
  });
});

describe("the identity of IAM Roles Anywhere", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const of = (own: string, privateKey: string) => {
    const arns = { anywhereRoleArn: "a", trustAnchorArn: "t", profileArn: "p" };
    const given = { isRoleAnywhere: true, iamRoleAnywhere: { ...arns, certificate: own, privateKey } };
    return reasons("AwsConnection", given, "iamRoleAnywhere");
  };

  test("is a certificate with its own private key", () => {
    const strange = ["iamRoleAnywhere.privateKey does not belong to the certificate"];
    expect(of(certificateFor(key), key)).toEqual([]);
    expect(of(certificateFor(key) + certificate, `# AWS\n${key}`)).toEqual([]);
    expect(of(certificate, key)).toEqual(strange);
    expect(of(`# AWS\n${certificate}`, key)).toEqual(strange);
  });

  test("is not compared while a half is unknown, or is no PEM", () => {
    expect(of(unknownValue, key)).toEqual([]);
    expect(of(certificate, unknownValue)).toEqual([]);
    expect(of(certificate, "key.pem")).toEqual([expect.stringContaining("readFileSync")]);
  });
});
