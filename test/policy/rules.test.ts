import { definitionOf } from "../../provider/resources/load";
import { clientCertificateDays, keyProtection, policies } from "../../policy";
import { registrationTokenLimits, tlsVerification } from "../../policy";
import { resourceTold, shows, stackTold, unknown, type Described, type Expected } from "./stack";

interface Row extends Expected {
  name: string;
  resource: Described;
  settings?: Record<string, unknown>;
}

test("every rule has a name of its own, a description, and a default for each setting", () => {
  expect(new Set(policies.map(({ name }) => name)).size).toBe(policies.length);
  for (const { name, description, configSchema } of policies) {
    expect({ name, description }).toEqual({
      name: expect.stringMatching(/^[a-z-]+$/),
      description: expect.stringMatching(/\.$/),
    });
    for (const schema of Object.values(configSchema?.properties ?? {})) expect(schema).toHaveProperty("default");
  }
});

describe("a mistake in the configuration is reported in plain words", () => {
  const key = { type: "AwsKey", name: "orders" };
  const toldBy = (rule: (typeof policies)[number], settings: Record<string, unknown>) =>
    "validateStack" in rule ? stackTold(rule, [key], settings) : resourceTold(rule, key, settings);

  test.each(policies.map((rule) => [rule.name, rule] as const))("by %s", (name, rule) => {
    expect(() => toldBy(rule, { bogus: 1 })).toThrow(`The policy ${name} has no setting "bogus".`);
    expect(() => toldBy(rule, { enforcementLevel: "advisory" })).not.toThrow();
  });

  test("with the setting that was probably meant, and without a stack trace", () => {
    const message =
      'The policy key-rotation has no setting "maximumDay". Did you mean "maximumDays"? ' +
      "It has maximumDays, limits, acceptCloudRotation, acceptSchedules, except.";
    const rule = policies.find(({ name }) => name === "key-rotation")!;
    expect(() => toldBy(rule, { maximumDay: 1 })).toThrow(
      expect.objectContaining({ message, stack: message }) as Error,
    );
  });

  test("also if it is not a regular expression", () => {
    expect(() => toldBy(keyProtection, { stacks: "(dev" })).toThrow(
      'The setting "stacks" of the policy key-protection is not a regular expression: "(dev".',
    );
  });
});

test("the rules on clients use existing properties of the resources", () => {
  const inputsOf = (type: string) => Object.keys(definitionOf(type).inputs);
  expect(inputsOf("RegistrationToken")).toEqual(expect.arrayContaining(["lifetime", "maxClients"]));
  expect(inputsOf("ClientProfile")).toContain("certDuration");
});

describe("key-protection", () => {
  const lost = { type: "AwsKey", name: "orders", props: { kms: unknown, onDestroy: "scheduleDeletion" } };
  const rows: Row[] = [
    {
      name: "a key that is deleted with its resource",
      resource: { ...lost, stack: "prod" },
      says: ['AwsKey "orders"', 'stack "prod"', '"scheduleDeletion"', 'onDestroy: "retain"', "protect: true"],
    },
    { name: "protected", resource: { ...lost, stack: "prod", protect: true } },
    { name: "retained", resource: { ...lost, stack: "prod", props: { onDestroy: "retain" } } },
    { name: "in another stack", resource: { ...lost, stack: "dev" } },
    {
      name: "production as a word of the name",
      resource: { ...lost, stack: "eu-production" },
      says: ["eu-production"],
    },
    { name: "not every name with that prefix", resource: { ...lost, stack: "product-demo" } },
    {
      name: "in stacks of another name",
      resource: { ...lost, stack: "live" },
      settings: { stacks: "^live$" },
      says: ['"live"'],
    },
    { name: "a named exception", resource: { ...lost, stack: "prod" }, settings: { except: ["orders"] } },
    {
      name: "containers of keys",
      resource: { type: "SapKeystore", stack: "prod", props: { onDestroy: "destroy" } },
      says: ["SapKeystore"],
    },
    {
      name: "a registered client",
      resource: { type: "RegisteredClient", stack: "prod", props: { onDestroy: "delete" } },
    },
    { name: "an account, whose keys stay in its cloud", resource: { type: "AwsKms", stack: "prod" } },
    { name: "a licence", resource: { type: "TrialLicense", stack: "prod", props: { onDestroy: "deactivate" } } },
    {
      name: "not known yet",
      resource: { type: "AwsKey", stack: "prod", props: { onDestroy: unknown } },
      waits: ".onDestroy",
    },
  ];
  test.each(rows)("$name", (row) => shows(resourceTold(keyProtection, row.resource, row.settings), row));
});

describe("tls-verification", () => {
  const provider = (name: string, value?: string): Described => ({
    type: "pulumi:providers:pulumi-nodejs",
    name,
    props: value === undefined ? {} : { "ciphertrust:insecureSkipTlsVerify": value },
  });
  const plugin = (name: string, insecureSkipTlsVerify?: unknown): Described => ({
    type: "pulumi:providers:ciphertrust",
    name,
    props: insecureSkipTlsVerify === undefined ? {} : { insecureSkipTlsVerify },
  });
  const rows: (Row & { environment?: string })[] = [
    { name: "nothing set", resource: provider("default") },
    { name: "off", resource: provider("default", "false") },
    {
      name: "in the stack's configuration",
      resource: provider("default", "true"),
      says: ["pulumi config rm ciphertrust:insecureSkipTlsVerify", "caCertificate"],
    },
    { name: "in the program", resource: provider("other", "true"), says: ['from the Provider "other"'] },
    {
      name: "in the environment",
      resource: provider("default"),
      environment: "1",
      says: ["Unset the environment variable CIPHERTRUST_INSECURE_SKIP_TLS_VERIFY"],
    },
    {
      name: "in the environment, with an empty value in the stack's configuration",
      resource: provider("default", ""),
      environment: "1",
      says: ["Unset the environment variable"],
    },
    {
      name: "in the environment, but overridden in the program",
      resource: provider("other", "false"),
      environment: "true",
    },
    { name: "the plugin, with nothing set", resource: plugin("default_1_2_3") },
    { name: "the plugin, off", resource: plugin("default_1_2_3", "false") },
    {
      name: "the plugin, in the stack's configuration",
      resource: plugin("default_1_2_3", "true"),
      says: ["pulumi config rm ciphertrust:insecureSkipTlsVerify", "caCertificate"],
    },
    {
      name: "the plugin, in the program, as a boolean",
      resource: plugin("defaults", true),
      says: ['from the Provider "defaults"'],
    },
    {
      name: "the plugin, in the environment",
      resource: plugin("other"),
      environment: "true",
      says: ["Unset the environment variable CIPHERTRUST_INSECURE_SKIP_TLS_VERIFY"],
    },
    {
      name: "the plugin, in the environment, with null in the program",
      resource: plugin("other", null),
      environment: "true",
      says: ["Unset the environment variable"],
    },
    {
      name: "the plugin, in the environment, but overridden in the program",
      resource: plugin("other", false),
      environment: "true",
    },
    {
      name: "the plugin, not known yet",
      resource: plugin("other", unknown),
      waits: ".insecureSkipTlsVerify",
    },
    { name: "a provider of another package", resource: { ...provider("aws", "true"), type: "pulumi:providers:aws" } },
    { name: "a resource", resource: { type: "AwsKey", provider: "pulumi:providers:pulumi-nodejs" } },
    {
      name: "a resource of the plugin",
      resource: { type: "ciphertrust:aws:AwsKey", provider: "pulumi:providers:ciphertrust" },
    },
    {
      name: "a resource whose provider has a type that the rule cannot judge",
      resource: { type: "AwsKey", name: "orders", provider: "pulumi:providers:nodejs" },
      says: ['AwsKey "orders" has a provider of the type pulumi:providers:nodejs', "Update the pulumi-ciphertrust"],
    },
    { name: "a component of ours", resource: { type: "ciphertrust:index:KeyRotationPolicy" } },
    {
      name: "a user's own dynamic resource in another language",
      resource: { type: "pulumi-python:dynamic/ciphertrust:Tenant", provider: "pulumi:providers:pulumi-python" },
    },
  ];
  const { CIPHERTRUST_INSECURE_SKIP_TLS_VERIFY: before } = process.env;
  afterEach(() => {
    delete process.env.CIPHERTRUST_INSECURE_SKIP_TLS_VERIFY;
    if (before !== undefined) process.env.CIPHERTRUST_INSECURE_SKIP_TLS_VERIFY = before;
  });
  test.each(rows)("$name", (row) => {
    delete process.env.CIPHERTRUST_INSECURE_SKIP_TLS_VERIFY;
    if (row.environment !== undefined) process.env.CIPHERTRUST_INSECURE_SKIP_TLS_VERIFY = row.environment;
    shows(resourceTold(tlsVerification, row.resource), row);
  });
});

describe("registration-token-limits", () => {
  const token = (props: object): Described => ({ type: "RegistrationToken", name: "fleet", props: { ...props } });
  const rows: Row[] = [
    { name: "a lifetime and a limit", resource: token({ lifetime: "24h", maxClients: 3 }) },
    {
      name: "no lifetime",
      resource: token({ maxClients: 3 }),
      says: ['RegistrationToken "fleet" never ends', 'lifetime: "24h"'],
    },
    { name: "an empty lifetime", resource: token({ lifetime: "", maxClients: 3 }), says: ["never ends"] },
    { name: "a lifetime of zero", resource: token({ lifetime: "0d", maxClients: 3 }), says: ["never ends"] },
    {
      name: "too long a lifetime",
      resource: token({ lifetime: "30d", maxClients: 3 }),
      says: ["30d", "at most 7 days"],
    },
    {
      name: "unless that is allowed",
      resource: token({ lifetime: "30d", maxClients: 3 }),
      settings: { maximumDays: 30 },
    },
    {
      name: "minutes and seconds",
      resource: token({ lifetime: "90m", maxClients: 1 }),
      settings: { maximumDays: 0.0625 },
    },
    { name: "no limit", resource: token({ lifetime: "1h" }), says: ["any number of clients", "maxClients"] },
    { name: "too many", resource: token({ lifetime: "1h", maxClients: 1000 }), says: ["1000 clients", "at most 100"] },
    { name: "not known yet", resource: token({ lifetime: unknown, maxClients: 1 }), waits: ".lifetime" },
    { name: "another resource", resource: { type: "ClientProfile" } },
  ];
  test.each(rows)("$name", (row) => shows(resourceTold(registrationTokenLimits, row.resource, row.settings), row));

  test("both at once are two messages", () => {
    expect(resourceTold(registrationTokenLimits, token({})).violations).toHaveLength(2);
  });
});

describe("client-certificate-days", () => {
  const rows: Row[] = [
    { name: "short enough", resource: { type: "ClientProfile", props: { certDuration: 90 } } },
    {
      name: "too long",
      resource: { type: "ClientProfile", name: "web", props: { certDuration: 400 } },
      says: ['ClientProfile "web"', "400 days", "at most 365"],
    },
    { name: "not set", resource: { type: "ClientProfile" }, says: ["730 days"] },
    {
      name: "zero counts as not set",
      resource: { type: "ClientProfile", props: { certDuration: 0 } },
      says: ["730"],
    },
    {
      name: "another limit",
      resource: { type: "ClientProfile", props: { certDuration: 90 } },
      settings: { maximumDays: 30 },
      says: ["at most 30"],
    },
    {
      name: "a token with more days than its profile",
      resource: { type: "RegistrationToken", props: { certDuration: 1000 } },
      says: ["1000 days"],
    },
    { name: "a token that uses the days of its profile", resource: { type: "RegistrationToken" } },
    {
      name: "not known yet",
      resource: { type: "ClientProfile", props: { certDuration: unknown } },
      waits: ".certDuration",
    },
  ];
  test.each(rows)("$name", (row) => shows(resourceTold(clientCertificateDays, row.resource, row.settings), row));
});
