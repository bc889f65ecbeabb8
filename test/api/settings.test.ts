import { createPrivateKey } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  environmentNames,
  readSettings,
  secretSettings,
  settingNames,
  SettingsError,
  type SettingName,
  type Settings,
} from "../../provider/api/settings";
import { makeAuthority, type Identity } from "./certificates";

const pem = (label: string) => `-----BEGIN ${label}-----\nS3cretValue\n-----END ${label}-----\n`;
type Texts = Partial<Record<SettingName, string>>;

const identity: Texts = { address: "https://cm.example.com", username: "u", password: "p" };
const read = (configured: Texts, environment: NodeJS.ProcessEnv = {}) =>
  readSettings((name) => configured[name], environment);

/** What is wrong with these settings, one line a problem. */
function problems(configured: Texts, environment: NodeJS.ProcessEnv = {}): string[] {
  try {
    read(configured, environment);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message.split("\n  - ").slice(1);
  }
}

/** Certificate and key of a client; the same key otherwise, and with another certificate; the certificate of somebody else. */
let own: Identity;
let again: Identity;
let stranger: Identity;
beforeAll(async () => {
  const authority = await makeAuthority();
  [own, stranger] = await Promise.all([authority.issue("one"), authority.issue("two")]);
  const key = createPrivateKey(own.key).export({ type: "sec1", format: "pem" }).toString();
  again = { certificate: await authority.reissue(own, "one again"), key };
});

/** One valid text for each setting, another one, and what each is read as. */
const samples = (): Record<SettingName, [text: string, other: string, read: unknown, otherRead: unknown]> => ({
  address: [
    "https://one.example.com",
    "two.example.com:8443",
    "https://one.example.com",
    "https://two.example.com:8443",
  ],
  username: ["u1", "u2", "u1", "u2"],
  password: ["p1", "p2", "p1", "p2"],
  domain: ["d1", "d2", "d1", "d2"],
  authDomain: ["a1", "a2", "a1", "a2"],
  connection: ["l1", "l2", "l1", "l2"],
  clientId: ["c1", "c2", "c1", "c2"],
  clientCertificate: [own.certificate, again.certificate, own.certificate, again.certificate],
  clientKey: [own.key, again.key, own.key, again.key],
  caCertificate: [own.certificate, stranger.certificate, own.certificate, stranger.certificate],
  insecureSkipTlsVerify: ["true", "0", true, false],
  requestTimeoutSeconds: ["5", "90", 5, 90],
  maxRetries: ["0", "9", 0, 9],
  maxConcurrency: ["1", "64", 1, 64],
  movedFrom: ["cm/a.b.", "cm/c.d., cm/e.f.", ["cm/a.b."], ["cm/c.d.", "cm/e.f."]],
  forgetMissing: ["true", "false", true, false],
});
/** A client needs all three of these, so that each row below is otherwise valid. */
const complete = (): Texts => ({ ...identity, clientCertificate: own.certificate, clientKey: own.key });

test("there is a sample for every setting", () => expect(Object.keys(samples())).toEqual(settingNames));

describe.each(settingNames)("%s", (name) => {
  const sample = () => {
    const [text, other, expected, otherExpected] = samples()[name];
    return { text, other, expected, otherExpected, rest: { ...complete(), [name]: undefined } };
  };

  test("is read from the configuration", () => {
    const { text, expected, rest } = sample();
    expect(read({ ...rest, [name]: text })[name]).toEqual(expected);
  });
  test(`is read from ${environmentNames[name]}`, () => {
    const { text, expected, rest } = sample();
    expect(read(rest, { [environmentNames[name]]: text })[name]).toEqual(expected);
  });
  test("of the configuration goes before the environment", () => {
    const { text, other, otherExpected, rest } = sample();
    expect(read({ ...rest, [name]: other }, { [environmentNames[name]]: text })[name]).toEqual(otherExpected);
  });
  test("that is an empty text counts as absent", () => {
    const { text, expected, rest } = sample();
    expect(read({ ...rest, [name]: "" }, { [environmentNames[name]]: text })[name]).toEqual(expected);
  });
});

test("the environment variables are those that users of the vendor's Terraform provider export, and two of our own", () => {
  expect(Object.values(environmentNames).map((name) => name.replace("CIPHERTRUST_", ""))).toEqual([
    ..."ADDRESS USERNAME PASSWORD DOMAIN AUTH_DOMAIN CONNECTION CLIENT_ID CLIENT_CERT CLIENT_KEY CA_CERT".split(" "),
    ..."INSECURE_SKIP_TLS_VERIFY REQUEST_TIMEOUT_SECONDS MAX_RETRIES MAX_CONCURRENCY".split(" "),
    ..."MOVED_FROM FORGET_MISSING".split(" "),
  ]);
});

test("what is left out has its documented default", () => {
  const expected: Partial<Settings> = {
    insecureSkipTlsVerify: false,
    requestTimeoutSeconds: 60,
    maxRetries: 5,
    maxConcurrency: 16,
    movedFrom: [],
    forgetMissing: false,
  };
  expect(read(identity)).toEqual({ ...expected, ...identity });
});

test.each([
  ["host.example.com", "https://host.example.com"],
  ["host.example.com:8443", "https://host.example.com:8443"],
  ["https://host.example.com/", "https://host.example.com"],
  ["https://host.example.com:443/api/v1", "https://host.example.com"],
  ["HTTPS://HOST.example.com", "https://host.example.com"],
  ["[::1]:8443", "https://[::1]:8443"],
])("the address %s is read as %s", (address, expected) => {
  expect(read({ ...identity, address }).address).toBe(expected);
});

describe("files", () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "settings-"))));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    return join(folder, name);
  };

  test.each(["caCertificate", "clientCertificate", "clientKey"] as const)("%s may be a path", (name) => {
    const text = samples()[name][0];
    expect(read({ ...complete(), [name]: file(name, text) })[name]).toBe(text);
  });
  (process.platform === "win32" ? test.skip : test)(
    "a private key that everybody may read is refused; a certificate is not",
    () => {
      const [key, certificate] = [file("open.key", own.key), file("open.pem", own.certificate)];
      for (const path of [key, certificate]) chmodSync(path, 0o644);
      expect(problems({ ...complete(), clientKey: key, clientCertificate: certificate })).toEqual([
        `ciphertrust:clientKey (CIPHERTRUST_CLIENT_KEY) names a file that every user of this machine may read: ` +
          `run  chmod o= ${key}  , or give the PEM text itself`,
      ]);
      chmodSync(key, 0o640);
      expect(read({ ...complete(), clientKey: key }).clientKey).toBe(own.key);
    },
  );
  test("a path that does not exist is named as that", () => {
    expect(problems({ ...identity, caCertificate: join(folder, "none.pem") })).toEqual([
      "ciphertrust:caCertificate (CIPHERTRUST_CA_CERT) is neither PEM text nor a readable file (ENOENT)",
    ]);
  });
  test("a folder is no file", () => expect(problems({ ...identity, caCertificate: folder })[0]).toContain("EISDIR"));
  test("a file that holds no PEM text is refused, for TLS would pass over it silently", () => {
    expect(problems({ ...identity, caCertificate: file("binary.der", "\u0030\u0082") })).toEqual([
      `ciphertrust:caCertificate (CIPHERTRUST_CA_CERT) names a file that holds no PEM text: ${join(folder, "binary.der")}`,
    ]);
  });
  test.each([
    ["caCertificate", "certificate"],
    ["clientCertificate", "certificate"],
    ["clientKey", "private key"],
  ] as const)("%s in a file that holds no %s is refused by the name of the file", (name, what) => {
    expect(problems({ ...complete(), [name]: file("broken.pem", pem("THING")) })).toEqual([
      `ciphertrust:${name} (${environmentNames[name]}) names a file that holds no ${what}: ${join(folder, "broken.pem")}`,
    ]);
  });
});

describe("certificates and keys", () => {
  const client = (given: Texts) => problems({ address: "cm", clientId: "c", ...given });

  test.each([
    ["what is no certificate", () => pem("CERTIFICATE"), () => own.key, [/clientCertificate .*is no certificate$/]],
    ["a key for a certificate", () => own.key, () => own.key, [/clientCertificate .*is no certificate$/]],
    ["what is no key", () => own.certificate, () => pem("PRIVATE KEY"), [/clientKey .*is no private key$/]],
    ["a certificate for a key", () => own.certificate, () => own.certificate, [/clientKey .*is no private key$/]],
    [
      "an encrypted key",
      () => own.certificate,
      () => createPrivateKey(own.key).export({ type: "pkcs8", format: "pem", cipher: "aes-128-cbc", passphrase: "x" }),
      [/clientKey .*is an encrypted private key, not a plain one$/],
    ],
    [
      "the key of another certificate",
      () => own.certificate,
      () => stranger.key,
      [/clientKey .*does not belong to ciphertrust:clientCertificate \(CIPHERTRUST_CLIENT_CERT\)$/],
    ],
    [
      "what is neither text nor file, in one line each",
      () => "no-such-certificate",
      () => "no-such-key",
      [/clientCertificate .*is neither PEM text nor/, /clientKey .*is neither PEM text nor/],
    ],
    ["the key of its certificate", () => own.certificate, () => again.key, []],
  ])("%s", (_name, certificate, key, expected) => {
    const found = client({ clientCertificate: certificate(), clientKey: key().toString() });
    expect(found).toHaveLength(expected.length);
    expected.forEach((pattern, index) => expect(found[index]).toMatch(pattern));
    expect(found.join()).not.toContain("S3cretValue");
  });

  test("a caCertificate that is no certificate is refused", () => {
    expect(problems({ ...identity, caCertificate: own.key })).toEqual([
      "ciphertrust:caCertificate (CIPHERTRUST_CA_CERT) is no certificate",
    ]);
  });
});

const wrong: { name: string; configured: Texts; problems: RegExp[] }[] = [
  {
    name: "nothing at all lacks an address and an identity, all said at once",
    configured: {},
    problems: [/^ciphertrust:address .*is missing/, /^ciphertrust:username .*is missing/, /^ciphertrust:password /],
  },
  {
    name: "http is refused",
    configured: { ...identity, address: "http://cm.example.com" },
    problems: [/must be an https address, not "http:\/\/cm\.example\.com"/],
  },
  {
    name: "a user in the address is refused",
    configured: { ...identity, address: "https://someone:word@cm.example.com" },
    problems: [/ciphertrust:address .* must not hold a user or password/],
  },
  {
    name: "what is no address is refused",
    configured: { ...identity, address: "https://" },
    problems: [/must be an https address/],
  },
  {
    name: "a client needs its certificate and key",
    configured: { address: "cm", clientId: "c" },
    problems: [/^ciphertrust:clientCertificate .*is missing/, /^ciphertrust:clientKey .*is missing/],
  },
  {
    name: "every number and flag is looked at",
    configured: {
      ...identity,
      insecureSkipTlsVerify: "yes",
      requestTimeoutSeconds: "0",
      maxRetries: "-1",
      maxConcurrency: "many",
    },
    problems: [
      /^ciphertrust:insecureSkipTlsVerify \(CIPHERTRUST_INSECURE_SKIP_TLS_VERIFY\) must be true or false/,
      /^ciphertrust:requestTimeoutSeconds .*at least 1/,
      /^ciphertrust:maxRetries .*at least 0/,
      /^ciphertrust:maxConcurrency .*at least 1/,
    ],
  },
  { name: "a complete configuration has no problem", configured: identity, problems: [] },
];

test.each(wrong)("$name", ({ configured, problems: expected }) => {
  const found = problems(configured);
  expect(found).toHaveLength(expected.length);
  expected.forEach((pattern, index) => expect(found[index]).toMatch(pattern));
});

test.each([...secretSettings, "address" as const])("no message repeats a secret given as %s", (name) => {
  const secret = "S3cret-Value";
  const given = name === "address" ? `http://user:${secret}@cm.example.com` : secret;
  const found = problems({ maxRetries: "none", [name]: given }).join();
  expect(found).not.toBe("");
  expect(found).not.toContain(secret);
});
