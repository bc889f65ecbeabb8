import * as fc from "fast-check";
import { redact } from "../../../cli/redact/redact";
import {
  otherStackIn,
  secretsInLog,
  secretsOfConfig,
  secretsOfDeployment,
  secretsOfEnvironment,
} from "../../../cli/redact/secrets";

/** What counts as a secret in a log, and that none of it is left. */

const signature = "4dabf18193072939515e22adb298388d";
const secret = (value: unknown) => ({
  [signature]: "1b47061264138c4ac30d75fd1eb44270",
  plaintext: JSON.stringify(value),
});
const traced = (msg: string) => JSON.stringify({ time: "2026-11-21T12:59:40Z", level: "INFO", msg, v: 9 });
const pem = "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49\nAgEGCCqGSM49AwEHBG0w\n-----END PRIVATE KEY-----\n";

test("a signed token is recognized wherever it is", () => {
  const token = ["eyJhbGciOiJFUzI1NiJ9", "eyJzdWIiOiJhZGEifQ12", "c2lnbmF0dXJlLW9mLXRva2Vu"].join(".");
  const log = `Authorization: Bearer ${token}\nname=eyJ.a.b`;
  expect(redact(log, secretsInLog(log)).text).toBe("Authorization: Bearer [secret]\nname=eyJ.a.b");
});

test("secrets of a state are found at any depth, with the strings inside them", () => {
  const deployment = {
    deployment: {
      resources: [
        { type: "Stack", outputs: { list: [secret("in-a-list"), "open"] } },
        { inputs: { user: "ada", password: secret("pa55word"), pin: secret(123456) } },
        { outputs: { credentials: secret({ apiKey: "k-1234", nested: ["deep-one"], on: true }) } },
      ],
    },
  };
  expect(secretsOfDeployment(deployment)).toEqual(["in-a-list", "pa55word", "123456", "k-1234", "deep-one"]);
  expect(secretsOfDeployment("nothing")).toEqual([]);
});

test("a secret is found by either part of its mark, and inside of another; one that cannot be read is an error", () => {
  const kind = "1b47061264138c4ac30d75fd1eb44270";
  expect(secretsOfDeployment([{ mark: kind, plaintext: '"a"' }])).toEqual(["a"]);
  expect(secretsOfDeployment([{ [signature]: "another", plaintext: '"a"' }])).toEqual(["a"]);
  expect(secretsOfDeployment(secret({ inner: secret("deep") }))).toContain("deep");
  for (const lost of [{ [signature]: kind }, { mark: kind, clear: '"a"' }, { [signature]: kind, plaintext: { a: 1 } }])
    expect(() => secretsOfDeployment({ resources: [lost] })).toThrow("a secret in a form that is not known here");
  expect(secretsOfDeployment({ [signature]: "c44067f5952c0a294b673a41bacd8c17", hash: "of an asset" })).toEqual([]);
});

test("a log of another stack than the selected one is recognized", () => {
  const deployment = { deployment: { resources: [{ urn: "urn:pulumi:dev::keys::pulumi:pulumi:Stack::keys-dev" }] } };
  expect(otherStackIn("created urn:pulumi:dev::keys::a:b:C::x", deployment)).toBeUndefined();
  expect(otherStackIn("created urn:pulumi:prod::keys::a:b:C::x", deployment)).toBe("prod of the project keys");
  expect(otherStackIn("no resource", deployment)).toBeUndefined();
  expect(otherStackIn("created urn:pulumi:prod::keys::a:b:C::x", { deployment: {} })).toBeUndefined();
});

test("in a configuration only secret values count, structured or not", () => {
  const config = {
    "a:user": { value: "ada", secret: false },
    "a:password": { value: "pa55word", secret: true },
    "a:both": { value: '{"key":"k-1234"}', secret: true },
  };
  expect(secretsOfConfig(config)).toEqual(["pa55word", "pa55word", '{"key":"k-1234"}', "k-1234"]);
});

test("in the environment only the variables that hold secrets count", () => {
  const environment = {
    CIPHERTRUST_USERNAME: "ada",
    CIPHERTRUST_PASSWORD: "pa55word",
    PULUMI_CONFIG_PASSPHRASE: "open",
  };
  expect(secretsOfEnvironment(environment)).toEqual(["pa55word", "open"]);
});

test("the password of a proxy is a secret, as it is written and as it is sent", () => {
  const environment = {
    https_proxy: "http://ann:a%2Fb%40cd@proxy:3128",
    HTTP_PROXY: "http://ann:pa%55%word@proxy",
    NO_PROXY: "a:b@c",
  };
  const sent = Buffer.from("ann:a/b@cd").toString("base64");
  expect(secretsOfEnvironment(environment)).toEqual(["a%2Fb%40cd", "a/b@cd", sent, "pa%55%word"]);
});

test("the password of a proxy that is not encoded is a secret as a whole", () => {
  const secrets = secretsOfEnvironment({ https_proxy: "http://ann:Hunter2@Bank/9!@proxy:3128" });
  expect(secrets).toContain("Hunter2@Bank/9!");
});

describe("in the engine's trace", () => {
  const property = (value: string) =>
    traced(`Marshaling property for RPC[Provider[0x1].Create(urn:pulumi:a::b::c::d).inputs]: password={&{{${value}}}}`);

  test.each([
    ["pa55word", ["pa55word"]],
    ["with}} braces {and} more", ["with}} braces {and} more"]],
    ["map[apiKey:{k-1234} on:{true} secret:{s-5678}]", ["k-1234", "s-5678"]],
    ["[{first} {second}]", ["first", "second"]],
    ["two\nlines", ["two\nlines"]],
  ])("a property %j is parsed as it was written", (value, expected) => {
    expect(secretsInLog(property(value))).toEqual(expect.arrayContaining(expected));
    expect(secretsInLog(property(value))).not.toContain("true");
  });

  test("secrets among other properties are found, and other values are not", () => {
    const log = traced("Planner decided to create 'urn' (inputs=map[name:{ada} password:{&{{pa55word}}} size:{5}])");
    expect(secretsInLog(log)).toEqual(["pa55word"]);
    expect(secretsInLog(traced("Marshaling property for RPC[x]: name={ada}"))).toEqual([]);
  });

  describe("in a message that the SDK prints as a list of fields", () => {
    const kind = "1b47061264138c4ac30d75fd1eb44270";
    const field = (name: string, value: string) => `${name},,,,,${signature},,,${kind},value,${value}`;
    const message = (...fields: string[]) =>
      `RegisterResource RPC finished: x; err: null, resp: urn,${fields.join(",")}`;

    test.each([
      ["a string", ",,pa55,word!", "pa55,word!"],
      ["several lines", ",,0011 2233\n4455 6677\n", "0011 2233\n4455 6677\n"],
      ["a number", ",123456", "123456"],
    ])("%s ends where the next field begins", (_what, written, value) => {
      const text = message("name,,,db", field("value", written), "state,,,Active");
      expect(secretsInLog(traced(text))).toEqual([value]);
      expect(secretsInLog(`debug: ${text}\ndebug: other,,,1`)).toEqual([value]);
    });

    test("the last field ends with the message", () => {
      expect(secretsInLog(traced(message(field("value", ",,pa55word"))))).toEqual(["pa55word"]);
    });

    test("after a map, nothing of the message is left", () => {
      const log = traced(message(field("credentials", ",,,,,user,,,ada,key,,,k-1234"), "state,,,Active"));
      expect(redact(log, secretsInLog(log)).text).not.toMatch(/k-1234|Active/);
    });
  });

  test.each([
    ["plainly", pem],
    ["in a line of JSON", traced(`resp: urn,id,,${pem},x`)],
  ])("private keys are recognized by their format, written %s", (_how, log) => {
    const { text } = redact(log, secretsInLog(log));
    expect(text).not.toContain("MIGHAgEA");
    expect(text).not.toContain("AgEGCCqG");
  });
});

describe("redacting", () => {
  test("removes every form of a secret, and keeps everything else", () => {
    const strings = fc.string({
      unit: fc.constantFrom(..."abc123\"\\\n/+={}[]()$^*.?|-'ü€ "),
      minLength: 5,
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.array(strings, { minLength: 1, maxLength: 4 }), (secrets) => {
        const known = secrets.map((one) => one.trim()).filter((one) => one.length >= 5);
        const log = known.flatMap((one) => [
          `<${one}>`,
          JSON.stringify({ msg: one }),
          JSON.stringify({ msg: JSON.stringify({ one }) }),
          `?q=${encodeURIComponent(one)}&`,
        ]);
        const { text } = redact(["BEGIN", ...log, "END"].join("\n"), secrets);
        for (const one of known) expect(text).not.toContain(one);
        expect(text).toMatch(/^BEGIN/);
        expect(text).toMatch(/END$/);
      }),
      { seed: 20260101, numRuns: 100 },
    );
  });

  test("a secret that contains another is removed completely", () => {
    expect(redact("x token-long token y", ["token", "token-long"])).toEqual({
      text: "x [secret] [secret] y",
      places: 2,
      tooShort: 0,
    });
  });

  test("the lines of a key are found where a log indents them", () => {
    const { text } = redact(pem.replaceAll("\n", "\n    "), [pem]);
    expect(text).toBe("-----BEGIN PRIVATE KEY-----\n    [secret]\n    [secret]\n    -----END PRIVATE KEY-----\n    ");
  });

  test("secrets that are too short to be distinguished from other words are kept and counted", () => {
    expect(redact("on and on", ["on", "", "  "])).toEqual({ text: "on and on", places: 0, tooShort: 1 });
  });
});
