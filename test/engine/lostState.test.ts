import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Proxy } from "../crash/proxy";
import { engineTimeout, items, type Stack, startWorld, succeeds, type World } from "./harness";
import { declare, hosts, lastingAccount } from "./hosts";
import { pluginStack } from "./plugin/support";
import { json } from "./proxied";

/**
 * A state that was lost or overwritten, as docs/safety.md says how to go on: nothing is lost, and
 * nothing is there twice.
 */

jest.setTimeout(2 * engineTimeout);

let world: World;
let stack: Stack;
beforeAll(async () => {
  world = await startWorld({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.control("POST", "/reset");
  stack = await pluginStack(world);
});
afterEach(() => stack.remove());

const keys = (...names: string[]) => `${lastingAccount}
for (const name of ${JSON.stringify(names)}) {
  make("aws:AwsKey", name, { kms, region: "eu-west-1", alias: [name] });
  make("vault:VaultKey", name, { algorithm: "aes", size: 256, onDestroy: "destroy" });
}
`;
const account = { accountId: "000000000000", regions: ["eu-west-1"], readyAfterSeconds: 10_000 };
const slowly = { accessKeyId: "AKIASLOWSLOWSLOWSLOW", secretAccessKey: "secret-of-the-slow-one" };
const slow = `make("aws:AwsConnection", "slow", ${JSON.stringify({ ...slowly, readyTimeoutSeconds: 3600 })});`;

/** Every key of the service, with its state. */
async function held(): Promise<unknown[]> {
  const vault = items(await world.api("GET", "/vault/keys2?limit=500")).map(({ id, name, state }) => [id, name, state]);
  const cloud = items(await world.api("GET", "/cckm/aws/keys?limit=500")).map(({ id, aws_param: at }) => {
    const { Alias, KeyState } = at as Record<string, unknown>;
    return [id, Alias, KeyState];
  });
  return [...vault, ...cloud];
}

const folder = (...path: string[]) => join(stack.folder, "state", ".pulumi", ...path);
const stateFile = () => folder("stacks", "test", "test.json");
/** The states after each update that has ended, the oldest first. */
const history = () =>
  readdirSync(folder("history", "test", "test"))
    .filter((name) => name.endsWith(".checkpoint.json"))
    .sort()
    .map((name) => folder("history", "test", "test", name));

describe.each(Object.entries(hosts))("in %s", (_host, make) => {
  const program = (body: string) => declare(stack, make, body);

  async function goesOn(body: string, before: unknown[]): Promise<void> {
    await succeeds(program(body).up());
    expect(await held()).toEqual(before);
    expect(await stack.drift()).toMatchObject({ code: 0 });
  }

  test.each([
    ["the one of the last update", () => history().at(-1)!],
    ["the one before the last write", () => `${stateFile()}.bak`],
  ])("a truncated state file is replaced by %s", async (_which, former) => {
    await succeeds(program(keys("orders")).up());
    await succeeds(program(keys("orders", "bills")).up());
    const before = await held();
    truncateSync(stateFile(), Math.floor(statSync(stateFile()).size / 2));
    expect((await stack.up()).code).not.toBe(0);
    expect(await held()).toEqual(before);
    copyFileSync(former(), stateFile());
    await goesOn(keys("orders", "bills"), before);
  });

  test("keys that another update has overwritten in the state are taken back from its history", async () => {
    await world.control("POST", "/world/aws/accounts", { ...account, credentials: [slowly] });
    await succeeds(program(keys("orders")).up());
    const first = program(keys("orders") + slow).up();
    const connections = async () => items(await world.api("GET", "/connectionmgmt/services/aws/connections"));
    while (!(await connections()).some(({ name }) => name === "slow"));
    rmSync(folder("locks"), { recursive: true });
    await succeeds(program(keys("orders", "bills", "wages", "taxes")).up());
    const [before, all] = [await held(), await connections()];
    const made = history().at(-1)!;
    await world.control("POST", "/clock", { advanceSeconds: 10_000 });
    await first;
    expect(readFileSync(stateFile(), "utf8")).not.toContain("wages");
    copyFileSync(made, stateFile());
    await goesOn(keys("orders", "bills", "wages", "taxes") + slow, before);
    expect((await connections()).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  test("a state with a type of a later version names what to install, and nothing is forgotten", async () => {
    await succeeds(program(keys("orders")).up());
    const before = await held();
    const { text } = await stack.pulumi("stack", "export");
    const newer = join(stack.folder, "newer.json");
    writeFileSync(newer, text.replaceAll(/(dynamic'\)\.|ciphertrust:vault:)VaultKey/g, "$1NewerKey"));
    await succeeds(stack.pulumi("stack", "import", "--file", newer));
    const { code, text: said } = await stack.refresh();
    expect(code).not.toBe(0);
    expect(said).toContain("has no resource NewerKey: install the version that created the stack");
    expect(said).not.toContain("is not a function");
    expect(await held()).toEqual(before);
  });

  test("a response to a login without a token is an error in words", async () => {
    const proxy = await Proxy.before(world.emulator);
    try {
      Object.assign(stack.environment, { CIPHERTRUST_ADDRESS: proxy.address, CIPHERTRUST_CA_CERT: proxy.certificate });
      const withoutToken = json(200, { jwt: 5, duration: 300 });
      proxy.interject = ({ url = "" }) => (url.endsWith("/auth/tokens/") ? withoutToken : undefined);
      const { code, text } = await program(keys("orders")).up();
      expect(code).not.toBe(0);
      expect(text).toContain("ciphertrust:address");
      expect(text).not.toContain("TypeError");
    } finally {
      await proxy.close();
    }
  });

  test("a destroy of which the state knows nothing is repeated, and ends", async () => {
    await succeeds(program(keys("orders", "bills")).up());
    copyFileSync(stateFile(), `${stateFile()}.before`);
    await succeeds(stack.destroy());
    const ended = await held();
    expect(ended).toMatchObject([
      [expect.any(String), [], "PendingDeletion"],
      [expect.any(String), [], "PendingDeletion"],
    ]);
    copyFileSync(`${stateFile()}.before`, stateFile());
    await succeeds(stack.destroy());
    expect(stack.stored().resources).toEqual([]);
    expect(await held()).toEqual(ended);
  });
});
