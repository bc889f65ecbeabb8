import { createHash, generateKeyPairSync } from "node:crypto";
import { check } from "../../provider/lifecycle/check";
import type { Bag } from "../../provider/lifecycle/definition";
import { definitionOf } from "../../provider/resources/load";
import { certificate } from "../rules/pem";
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
      { keyFile: encrypted("pkcs1"), passPhrase: "wrong" },
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
    const keyFile = `Key:\r\n${encrypted("pkcs1").replaceAll("\n", "\r\n")}`;
    expect(of({ keyFile, passPhrase: "right" }, fingerprint)).toEqual([]);
    expect(of({ keyFile, passPhrase: "wrong" }, fingerprint)).toHaveLength(1);
  });

  test("the fingerprint of another key is refused", () => {
    const found = of(
      { keyFile: encrypted("pkcs8"), passPhrase: "right" },
      "12:34:56:78:9a:bc:de:f0:12:34:56:78:9a:bc:de:f0",
    );
    expect(found).toEqual([`fingerprint is not that of the key in credentials, which is ${fingerprint}`]);
  });
});

describe("the TLS client certificate of a SalesforceConnection", () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = privateKey
    .export({ type: "pkcs1", format: "pem", cipher: "aes-256-cbc", passphrase: "right" })
    .toString();
  const of = (tlsClientCertificateWithPrivateKey: string, tlsClientPrivateKeyPassword?: string) => {
    const login = { clientId: "c", clientSecret: "s", username: "u", password: "p", enableMutualTls: true };
    const { failures } = check(
      definitionOf("SalesforceConnection"),
      {},
      {
        name: "prod",
        ...login,
        tlsClientCertificateWithPrivateKey,
        tlsClientPrivateKeyPassword,
      },
    );
    return failures.map((failure) => `${failure.property} ${failure.reason}`);
  };

  test("holds both, and the password opens the key", () => {
    expect(of(certificate + key, "right")).toEqual([]);
    expect(of(certificate + key)).toEqual(["tlsClientPrivateKeyPassword is required: the private key is encrypted"]);
    expect(of(certificate + key, "wrong")).toEqual(["tlsClientPrivateKeyPassword does not open the private key"]);
    expect(of(certificate)).toEqual([expect.stringContaining("no private key, but a certificate")]);
    expect(of(key, "right")).toEqual([expect.stringContaining("no certificate, but a rsa private key")]);
  });
});
