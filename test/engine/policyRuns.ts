import { engineTimeout, succeeds, type Stack, type World } from "./harness";
import { ownPack } from "./pack";
import { startLicensedWorld } from "./plugin/support";

/**
 * Every rule of the policy pack over a stack's first runs and its later ones, when outputs hold
 * what the service has filled in. Of each kind the stack has one resource that is right, and one
 * that the rule is for.
 */

/** What the rules say: each with its resource. */
const expected = [
  "client-certificate-days endless",
  "connection-refresh staging",
  "key-protection loose",
  "key-rotation loose",
  "one-rotator twice",
  "registration-token-limits anybody",
  "tls-verification careless",
];

/**
 * In terms of `make` and `provide`, which declare a resource, and a provider, of one host or the
 * other.
 */
const program = `
const account = (name, accountId, accessKeyId, secretAccessKey) => {
  const connection = make("aws:AwsConnection", name, { accessKeyId, secretAccessKey });
  return make("aws:AwsKms", name, { connection: connection.id, accountId, regions: ["eu-west-1"] }).id;
};
const prod = account("prod", "123456789012", "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY");
const staging = account("staging", "210987654321", "AKIAI44QH8DHBEXAMPLE", "je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY");
make("general:RefreshSchedule", "nightly", { cloud: "aws", runAt: "0 2 * * *", containers: [prod] });

const key = (name, args) => make("aws:AwsKey", name, { kms: prod, region: "eu-west-1", alias: [name], ...args });
const orders = key("orders", { onDestroy: "retain" });
key("loose", {});
const monthly = make("general:RotationSchedule", "monthly", { cloud: "aws", runAt: "0 3 1 * *" });
make("general:KeyRotation", "orders", { key: { type: "AwsKey", id: orders.id }, schedule: monthly.id });

const twice = key("twice", { keyRotationEnabled: true, onDestroy: "retain" });
make("general:KeyRotation", "twice", { key: { type: "AwsKey", id: twice.id }, schedule: monthly.id });

const profile = make("clients:ClientProfile", "web", { certDuration: 90 }).id;
make("clients:ClientProfile", "endless", {});
make("clients:RegistrationToken", "fleet", { profile, lifetime: "24h", maxClients: 5 });
make("clients:RegistrationToken", "anybody", { profile });

provide("careful", { insecureSkipTlsVerify: "false" });
provide("careless", { insecureSkipTlsVerify: "true" });
`;

/** Rule and resource of each violation, in order. */
const verdicts = (text: string) =>
  [
    ...new Set(
      [...text.matchAll(/\[advisory\]\s+([\w-]+)\s+\([^)]*: (\w+)\)/g)].map(([, rule, on]) => `${rule} ${on}`),
    ),
  ].sort();

/** The tests for one host, of which `host` declares `make` and `provide`. */
export function testEachRun(create: (world: World) => Promise<Stack>, host: string): void {
  jest.setTimeout(engineTimeout);
  const pack = ownPack({
    all: "advisory",
    "key-protection": { enforcementLevel: "advisory", stacks: "^test$" },
  });
  let world: World;
  let stack: Stack;
  beforeAll(async () => {
    world = await startLicensedWorld();
    stack = (await create(world)).program(host + program);
  });
  afterAll(async () => {
    stack?.remove();
    pack.remove();
    await world?.close();
  });

  test.each([
    ["preview of a new stack", () => stack.preview(...pack.args)],
    ["first up", () => stack.up(...pack.args)],
    ["preview", () => stack.preview("--expect-no-changes", ...pack.args)],
    ["preview --refresh", () => stack.preview("--refresh", "--expect-no-changes", ...pack.args)],
    ["second up", () => stack.up("--expect-no-changes", ...pack.args)],
    ["third up, --refresh", () => stack.up("--refresh", "--expect-no-changes", ...pack.args)],
  ])("%s", async (_name, run) => {
    const text = await succeeds(run());
    expect(verdicts(text)).toEqual(expected);
    expect(text).toContain('Remove insecureSkipTlsVerify from the Provider "careless"');
    expect(text).not.toContain("can't run policy");
  });
}
