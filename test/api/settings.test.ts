import { createPrivateKey, X509Certificate } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  environmentNames,
  secretSettings,
  settingNames,
  type SettingName,
  type Settings,
} from "../../provider/api/settings";
import { makeAuthority, type Identity } from "./certificates";
import { identity, problems, read, type Strings } from "./configured";

const pem = (label: string) => `-----BEGIN ${label}-----\nS3cretValue\n-----END ${label}-----\n`;
/**
 * Certificate and key of a client; the same key in another format, and with another certificate; an
 * unrelated certificate.
 */
let own: Identity;
let again: Identity;
let stranger: Identity;
beforeAll(async () => {
  const authority = await makeAuthority();
  [own, stranger] = await Promise.all([authority.issue("one"), authority.issue("two")]);
  const key = createPrivateKey(own.key).export({ type: "sec1", format: "pem" }).toString();
  again = { certificate: await authority.reissue(own, "one again"), key };
});

/** A valid string for each setting, another one, and the value that each is read as. */
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
  authDomainPath: ["/a/1", "/a/2", "/a/1", "/a/2"],
  connection: ["l1", "l2", "l1", "l2"],
  clientId: ["c1", "c2", "c1", "c2"],
  clientCertificate: [own.certificate, again.certificate, own.certificate, again.certificate],
  clientKey: [own.key, again.key, own.key, again.key],
  token: ["t1", "t2", "t1", "t2"],
  caCertificate: [own.certificate, stranger.certificate, own.certificate, stranger.certificate],
  insecureSkipTlsVerify: ["true", "0", true, false],
  requestTimeoutSeconds: ["5", "90", 5, 90],
  maxRetries: ["0", "9", 0, 9],
  maxConcurrency: ["1", "64", 1, 64],
  individualReads: ["true", "0", true, false],
  clusterLagSeconds: ["0", "45", 0, 45],
  movedFrom: ["cm/a.b.", "cm/c.d., cm/e.f.", ["cm/a.b."], ["cm/c.d.", "cm/e.f."]],
  formerStacks: ["a/b/c=b/d", "b/e = a/b/f, b/g=b/f", moves("a/b/c=b/d"), moves("b/e=a/b/f", "b/g=b/f")],
  forgetMissing: ["true", "false", true, false],
});
const moves = (...entries: string[]) =>
  entries.map((entry) => ({ former: entry.split("=")[0], present: entry.split("=")[1] }));

/** A client needs all three, so that each row below is otherwise valid. */
const complete = (): Strings => ({ ...identity, clientCertificate: own.certificate, clientKey: own.key });
/** What these replace. */
const replaced: Partial<Record<SettingName, Strings>> = {
  clientId: { username: undefined },
  token: { username: undefined, clientCertificate: undefined, clientKey: undefined },
};

test("there is a sample for every setting", () => expect(Object.keys(samples())).toEqual(settingNames));

describe.each(settingNames)("%s", (name) => {
  const sample = () => {
    const [text, other, expected, otherExpected] = samples()[name];
    return { text, other, expected, otherExpected, rest: { ...complete(), ...replaced[name], [name]: undefined } };
  };

  test("is read from the configuration", () => {
    const { text, expected, rest } = sample();
    expect(read({ ...rest, [name]: text })[name]).toEqual(expected);
  });
  test(`is read from ${environmentNames[name]}`, () => {
    const { text, expected, rest } = sample();
    expect(read(rest, { [environmentNames[name]]: text })[name]).toEqual(expected);
  });
  test("in the configuration takes precedence over the environment", () => {
    const { text, other, otherExpected, rest } = sample();
    expect(read({ ...rest, [name]: other }, { [environmentNames[name]]: text })[name]).toEqual(otherExpected);
  });
  test("that is an empty string counts as missing", () => {
    const { text, expected, rest } = sample();
    expect(read({ ...rest, [name]: "" }, { [environmentNames[name]]: text })[name]).toEqual(expected);
  });
});

test("the environment variables are those of the vendor's Terraform provider, and five of our own", () => {
  expect(Object.values(environmentNames).map((name) => name.replace("CIPHERTRUST_", ""))).toEqual([
    ..."ADDRESS USERNAME PASSWORD DOMAIN AUTH_DOMAIN TENANT CONNECTION".split(" "),
    ..."CLIENT_ID CLIENT_CERT CLIENT_KEY TOKEN CA_CERT".split(" "),
    ..."INSECURE_SKIP_TLS_VERIFY REQUEST_TIMEOUT_SECONDS MAX_RETRIES MAX_CONCURRENCY".split(" "),
    ..."INDIVIDUAL_READS CLUSTER_LAG_SECONDS MOVED_FROM FORMER_STACKS FORGET_MISSING".split(" "),
  ]);
});

test("a missing setting has its documented default", () => {
  const expected: Partial<Settings> = {
    insecureSkipTlsVerify: false,
    requestTimeoutSeconds: 60,
    maxRetries: 5,
    maxConcurrency: 16,
    individualReads: false,
    clusterLagSeconds: 30,
    movedFrom: [],
    formerStacks: [],
    forgetMissing: false,
  };
  expect(read(identity)).toEqual({ ...expected, ...identity });
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
  test("a path that does not exist is reported as such", () => {
    expect(problems({ ...identity, caCertificate: join(folder, "none.pem") })).toEqual([
      `ciphertrust:caCertificate (CIPHERTRUST_CA_CERT) is neither PEM text nor a readable file (ENOENT): ${join(folder, "none.pem")}`,
    ]);
  });
  test("the error shows no path of a private key, which may be the key itself", () => {
    expect(problems({ ...identity, clientKey: "bm8tcGF0aA==" }).join()).not.toContain("bm8tcGF0aA==");
  });
  test("a folder is not accepted as a file", () =>
    expect(problems({ ...identity, caCertificate: folder })[0]).toContain("EISDIR"));
  test("a file without PEM data is rejected, because TLS would silently ignore it", () => {
    expect(problems({ ...identity, caCertificate: file("binary.der", "\u0030\u0082") })).toEqual([
      `ciphertrust:caCertificate (CIPHERTRUST_CA_CERT) names a file that holds no PEM text: ${join(folder, "binary.der")}`,
    ]);
  });
  test.each([
    ["caCertificate", "certificate"],
    ["clientCertificate", "certificate"],
    ["clientKey", "private key"],
  ] as const)("%s in a file without a %s is rejected with the name of the file", (name, what) => {
    expect(problems({ ...complete(), [name]: file("broken.pem", pem("THING")) })).toEqual([
      `ciphertrust:${name} (${environmentNames[name]}) names a file that holds no ${what}: ${join(folder, "broken.pem")}`,
    ]);
  });
});

describe("certificates and keys", () => {
  const client = (given: Strings) => problems({ address: "cm", clientId: "c", ...given });

  test.each([
    ["not a certificate", () => pem("CERTIFICATE"), () => own.key, [/clientCertificate .*is no certificate$/]],
    ["a key instead of a certificate", () => own.key, () => own.key, [/clientCertificate .*, but a private key$/]],
    ["not a key", () => own.certificate, () => pem("PRIVATE KEY"), [/clientKey .*is no private key$/]],
    ["no key", () => own.certificate, () => own.certificate, [/clientKey .*is no private key, but a certificate$/]],
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
      "neither PEM text nor a file, with one line each",
      () => "no-such-certificate",
      () => "no-such-key",
      [/clientCertificate .*is neither PEM text nor/, /clientKey .*is neither PEM text nor/],
    ],
    [
      "a key with \\n written out",
      () => own.certificate,
      () => own.key.replaceAll("\n", "\\n"),
      [/clientKey .*is a private key with \\n in place of its line breaks/],
    ],
    ["a key that matches its certificate", () => own.certificate, () => again.key, []],
  ])("%s", (_name, certificate, key, expected) => {
    const found = client({ clientCertificate: certificate(), clientKey: key().toString() });
    expect(found).toHaveLength(expected.length);
    expected.forEach((pattern, index) => expect(found[index]).toMatch(pattern));
    expect(found.join()).not.toContain("S3cretValue");
  });

  test("text around a certificate is skipped, and its older labels are understood", () => {
    const given = `\uFEFFBag Attributes\n${own.certificate.replaceAll("CERTIFICATE", "X509 CERTIFICATE")}`;
    const { caCertificate } = read({ ...identity, caCertificate: given });
    expect(caCertificate).toBe(new X509Certificate(own.certificate).toString());
  });

  test("a caCertificate that is not a certificate is rejected", () => {
    expect(problems({ ...identity, caCertificate: own.key })).toEqual([
      "ciphertrust:caCertificate (CIPHERTRUST_CA_CERT) is no certificate, but a private key",
    ]);
  });
});

const wrong: { name: string; configured: Strings; problems: RegExp[] }[] = [
  {
    name: "empty settings lack an address and an identity, reported together",
    configured: {},
    problems: [/^ciphertrust:address .*is missing/, /^ciphertrust:username .*is missing/, /^ciphertrust:password /],
  },
  {
    name: "http is rejected",
    configured: { ...identity, address: "http://cm.example.com" },
    problems: [/must be an https address, not "http:\/\/cm\.example\.com"/],
  },
  {
    name: "a user in the address is rejected",
    configured: { ...identity, address: "https://someone:word@cm.example.com" },
    problems: [/ciphertrust:address .* must not hold a user or password/],
  },
  {
    name: "an invalid address is rejected",
    configured: { ...identity, address: "https://" },
    problems: [/must be an https address/],
  },
  {
    name: "a client requires its certificate and key",
    configured: { address: "cm", clientId: "c" },
    problems: [/^ciphertrust:clientCertificate .*is missing/, /^ciphertrust:clientKey .*is missing/],
  },
  {
    name: "every number and boolean is validated",
    configured: {
      ...identity,
      insecureSkipTlsVerify: "yes",
      requestTimeoutSeconds: "0",
      maxRetries: "1.5",
      maxConcurrency: "many",
    },
    problems: [
      /^ciphertrust:insecureSkipTlsVerify \(CIPHERTRUST_INSECURE_SKIP_TLS_VERIFY\) must be true or false/,
      /^ciphertrust:requestTimeoutSeconds .*at least 1/,
      /^ciphertrust:maxRetries .*whole number of at least 0/,
      /^ciphertrust:maxConcurrency .*whole number of at least 1/,
    ],
  },
  {
    name: "a time that no timer can wait for is refused",
    configured: { ...identity, requestTimeoutSeconds: "2147484" },
    problems: [/^ciphertrust:requestTimeoutSeconds .*at least 1 and at most 86400/],
  },
  { name: "a complete configuration has no problems", configured: identity, problems: [] },
];

test.each(wrong)("$name", ({ configured, problems: expected }) => {
  const found = problems(configured);
  expect(found).toHaveLength(expected.length);
  expected.forEach((pattern, index) => expect(found[index]).toMatch(pattern));
});

test.each([...secretSettings, "address" as const])("no message contains a secret given as %s", (name) => {
  const secret = "S3cret-Value";
  const given = name === "address" ? `http://user:${secret}@cm.example.com` : secret;
  const found = problems({ maxRetries: "none", [name]: given }).join();
  expect(found).not.toBe("");
  expect(found).not.toContain(secret);
});
