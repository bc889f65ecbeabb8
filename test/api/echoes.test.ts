import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { withoutEchoes } from "../../provider/api/echoes";
import { errorRedactorOf } from "../../provider/api/secrets";

/** A service, or a proxy in front of it, may repeat a secret in another encoding. */

const escaped = (text: string, of: RegExp, how: (code: number, one: string) => string) =>
  text.replace(of, (one) => how(one.charCodeAt(0), one));
const hex = (code: number, width: number) => code.toString(16).padStart(width, "0");
const inBody = (text: string) => Buffer.from(`{"login":{"secret":${JSON.stringify(text)}}}`);

const spellings: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "in JSON": (text) => JSON.stringify(text),
  "in JSON within JSON": (text) => JSON.stringify(JSON.stringify(text)),
  "in JSON as Go writes it": (text) => escaped(JSON.stringify(text), /[<>&]/g, (code) => `\\u${hex(code, 4)}`),
  "in JSON as PHP writes it": (text) => JSON.stringify(text).replaceAll("/", "\\/"),
  "in JSON without umlauts": (text) => escaped(JSON.stringify(text), /[^ -~]/g, (code) => `\\u${hex(code, 4)}`),
  "in HTML": (text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  "in HTML by numbers": (text) => escaped(text, /\W/g, (code) => (code % 2 ? `&#${code};` : `&#x${hex(code, 2)};`)),
  "in a URL": (text) => encodeURIComponent(text),
  "in a URL, every character": (text) => [...Buffer.from(text)].map((byte) => `%${hex(byte, 2)}`).join(""),
  "in a URL within JSON": (text) => JSON.stringify(encodeURIComponent(JSON.stringify(text))),
  "in capitals": (text) => text.toUpperCase(),
  "in base64": (text) => Buffer.from(text).toString("base64"),
  "in base64, with the body around it": (text) => inBody(text).toString("base64"),
  "in base64 for URLs": (text) => inBody(text).toString("base64url"),
  "in hexadecimal digits": (text) => inBody(text).toString("hex"),
};

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const others = ` 0123456789!"#$'()*+,./:;<=>?@[]^_\`{|}~äé-`;
const some = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...letters, ...others), minLength, maxLength });
/**
 * What services issue or accept as a secret. None is left to be found in capitals, or once it is
 * decoded.
 */
const secret = fc
  .tuple(fc.constantFrom("aws", "Sap", "CKm"), some(6, 28), fc.constantFrom("id4", "ABc"), some(4, 26))
  .map((parts) => parts.join(""));

describe.each(Object.entries(spellings))("a secret that is repeated %s", (_how, spell) => {
  test("is redacted, and the words around it are kept", () => {
    fc.assert(
      fc.property(secret, (text) => {
        const redacted = errorRedactorOf([text])(`cannot process ${spell(text)} of the request`);
        expect(redacted).toMatch(/^cannot process .*\[secret\].* of the request$/s);
        expect(redacted.toLowerCase()).not.toContain(text.slice(4, 12).toLowerCase());
      }),
      { seed: 20260101, numRuns: 100 },
    );
  });
});

test("a secret that begins with one character again and again, after which more of them come", () => {
  const text = `${" ".repeat(16)}Vér<constructor>4////`;
  const redacted = withoutEchoes(`cannot process ${spellings["in HTML"]!(text)} of the request`, [text], 8, "[secret]");
  expect(redacted).toBe("cannot process[secret] of the request");
});

test.each([
  ["backslashes and escape sequences", "C:\\keys\\new%20one\\u0041-of-ours", [JSON.stringify, encodeURIComponent]],
  ["ampersands", "first&amp;second&third&#38;fourth", [JSON.stringify, spellings["in HTML"]!]],
])("a secret with %s is found too", (_what, text, ways) => {
  for (const spell of [(one: string) => one, ...ways]) {
    const redacted = withoutEchoes(`no ${spell(text)} here`, [text], 8, "[secret]");
    expect(redacted).toMatch(/^no "?\[secret\]"? here$/);
  }
});

test("the beginning of a secret that the service truncated is redacted", () => {
  const key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
  expect(withoutEchoes(`bad key "${key.slice(0, 20)}..." given`, [key], 8, "[secret]")).toBe(
    'bad key "[secret]..." given',
  );
  expect(withoutEchoes("bad key wJalr... given", [key], 8, "[secret]")).toBe("bad key wJalr... given");
});

test("text without a secret is returned unchanged", () => {
  const text =
    'the certificate "-----BEGIN CERTIFICATE-----" of 100 % &c. in C:\\temp is no \\u0041 (aHR0cHM6Ly9leGFtcGxlLmNvbQ==)';
  const key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\n-----END PRIVATE KEY-----\n";
  expect(errorRedactorOf(["Quick-Start-1", key, "short"])(text)).toBe(text);
});

test("lines of a private key are secrets themselves", () => {
  const key = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0B"}\n-----END PRIVATE KEY-----\n`;
  expect(errorRedactorOf([key])("line 2 (%4dIIEvQIBADANBgkqhkiG9w0B) is bad")).toBe("line 2 ([secret]) is bad");
});

describe("the bytes of a key that was sent", () => {
  const key = Buffer.from("b7e1f9458a2db4aa99afe0b31c5d7720", "hex");
  const pairs = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const der = pairs.export({ format: "der", type: "pkcs8" });
  const forms: Readonly<Record<string, (bytes: Buffer) => string>> = {
    base64: (bytes) => bytes.toString("base64"),
    "base64 for URLs": (bytes) => bytes.toString("base64url"),
    "base64 with something before it": (bytes) => Buffer.concat([Buffer.from("x"), bytes]).toString("base64"),
    "hexadecimal digits": (bytes) => bytes.toString("hex"),
    capitals: (bytes) => bytes.toString("hex").toUpperCase(),
    "pairs of digits": (bytes) => bytes.toString("hex").replace(/..(?=.)/g, "$&:"),
    "groups of digits": (bytes) => bytes.toString("hex").replace(/.{8}(?=.)/g, "$& "),
  };
  const sent: Readonly<Record<string, [string, Buffer]>> = {
    "in hexadecimal digits": [key.toString("hex"), key],
    "in base64": [key.toString("base64"), key],
    "as PEM": [pairs.export({ format: "pem", type: "pkcs8" }).toString(), der],
  };

  test.each(Object.keys(sent).flatMap((how) => Object.keys(forms).map((form) => [how, form] as const)))(
    "%s, are redacted in %s",
    (how, form) => {
      const [secret, bytes] = sent[how]!;
      const written = forms[form]!(bytes);
      const redacted = errorRedactorOf([secret])(`bad value ${written} of material`);
      expect(redacted).toMatch(/^bad value (\[secret\])+ of material$/);
    },
  );

  test("leave the bytes of another one", () => {
    const text = `no key ${Buffer.from("00e1f9458a2db4aa99afe0b31c5d7720", "hex").toString("base64")} here`;
    expect(errorRedactorOf([key.toString("hex")])(text)).toBe(text);
  });
});
