import * as pulumi from "@pulumi/pulumi";
import { secretSettings, settingNames } from "../../provider/api/settings";
import { Provider, type ProviderArgs } from "../../sdk";
import { run } from "./program";

const keyed = (settings: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(settings).map(([key, value]) => [`ciphertrust:${key}`, value]));
const requests = async (args: ProviderArgs, config: Record<string, string> = {}, secrets: string[] = []) => {
  const [one] = await run(() => new Provider("tenant", args), keyed(config) as Record<string, string>, secrets);
  return one!;
};

/** Every setting, as a program writes it. */
const all = {
  address: "https://cm.example.com",
  username: "u",
  password: "p",
  domain: "d",
  authDomain: "a",
  authDomainPath: "/a",
  connection: "ldap",
  clientId: "c",
  clientCertificate: "cert.pem",
  clientKey: "key.pem",
  token: "t",
  caCertificate: "ca.pem",
  insecureSkipTlsVerify: true,
  requestTimeoutSeconds: 9,
  maxRetries: 0,
  maxConcurrency: 4,
  individualReads: true,
  clusterLagSeconds: 5,
  movedFrom: "cm.example.com/a.b.",
  formerStacks: "acme/shop/old=acme/shop/new",
  forgetMissing: true,
} satisfies Required<ProviderArgs>;

test("there is an argument for every setting", () => expect(Object.keys(all)).toEqual(settingNames));

test("every argument reaches the provider under the key of the stack's configuration, as a string", async () => {
  const { type, inputs } = await requests(all);
  expect(type).toBe("pulumi:providers:pulumi-nodejs");
  const strings = Object.fromEntries(Object.entries(all).map(([key, value]) => [key, String(value)]));
  expect(inputs).toMatchObject(keyed(strings));
});

test("secret settings are marked as such, from arguments and from the stack", async () => {
  const expected = secretSettings.map((key) => `ciphertrust:${key}`).sort();
  expect((await requests(all)).secrets.sort()).toEqual(expected);
  expect((await requests({}, { address: "x", password: "p", clientKey: "k", token: "t" })).secrets.sort()).toEqual(
    expected,
  );
});

test("a secret argument stays secret, whatever the setting", async () => {
  const { secrets } = await requests({ address: pulumi.secret("https://cm.example.com") });
  expect(secrets).toEqual(["ciphertrust:address"]);
});

test("arguments take precedence over the stack's configuration", async () => {
  const { inputs } = await requests({ domain: "mine" }, { address: "https://stack.example.com", domain: "theirs" });
  expect(inputs).toMatchObject(keyed({ address: "https://stack.example.com", domain: "mine" }));
});

test("an argument that says who calls hides who calls in the stack's configuration", async () => {
  const { inputs } = await requests({ token: "t" }, { address: "x", username: "u", domain: "theirs", clientId: "c" });
  const given = Object.keys(inputs).filter((key) => key.startsWith("ciphertrust:"));
  expect(given.sort()).toEqual(["ciphertrust:address", "ciphertrust:token"]);
});

test("a user's certificate in the arguments hides the user of the stack's configuration", async () => {
  const stack = { address: "x", username: "u", password: "p", token: "t", connection: "ldap", domain: "theirs" };
  const { inputs } = await requests({ clientCertificate: "c", clientKey: "k" }, stack);
  const given = Object.keys(inputs).filter((key) => key.startsWith("ciphertrust:"));
  const expected = ["address", "clientCertificate", "clientKey", "domain"];
  expect(given.sort()).toEqual(expected.map((name) => `ciphertrust:${name}`));
});

test("what is in neither is left to the environment, and is not stored in the state", async () => {
  const before = process.env.CIPHERTRUST_PASSWORD;
  process.env.CIPHERTRUST_PASSWORD = "from-the-environment";
  try {
    const { inputs } = await requests({}, { address: "x" });
    expect(Object.keys(inputs).filter((key) => key.startsWith("ciphertrust:"))).toEqual(["ciphertrust:address"]);
    expect(JSON.stringify(inputs)).not.toContain("from-the-environment");
  } finally {
    if (before === undefined) delete process.env.CIPHERTRUST_PASSWORD;
    else process.env.CIPHERTRUST_PASSWORD = before;
  }
});

test("a misspelt argument is rejected: without it, objects would be created in the service named in the environment", async () => {
  await run(() => {
    const make = () => new Provider("tenant", { adress: "https://cm.example.com" } as ProviderArgs);
    expect(make).toThrow('Provider "tenant": adress: unknown argument; did you mean "address"?');
    return [];
  });
});
