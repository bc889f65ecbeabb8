import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { Proxy } from "../../crash/proxy";
import { engineTimeout, items, startWorld, type World } from "../harness";
import { exampleWorld } from "../../../tools/examples";
import { accounts as listed } from "../../../examples/many-accounts/accounts";
import { ownPack } from "../pack";
import { accountNumbered, Fleet, worldAccount, type Accounts } from "./fleet";

/**
 * The runner of the example many-accounts, with the real engine: twelve stacks, of which one cannot
 * be deployed at first.
 */

jest.setTimeout(4 * engineTimeout);

const named = (index: number) => `account-${String(index).padStart(2, "0")}`;
const twelve: Accounts = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [named(index), accountNumbered(index)]),
);
/** Nobody has given the hub its role yet. */
const closed = named(7);
const load = ["--stacks", "4", "--calls", "8"];

let world: World;
let proxy: Proxy;
let fleet: Fleet;
beforeAll(async () => {
  const demo = parse(readFileSync(exampleWorld, "utf8")) as { aws: { accounts: ReturnType<typeof worldAccount>[] } };
  const open = Object.keys(twelve).filter((name) => name !== closed);
  const accounts = [...demo.aws.accounts, ...open.map((name) => worldAccount(twelve[name]!))];
  world = await startWorld({ world: { ...demo, aws: { accounts } } });
  proxy = await Proxy.before(world.emulator);
  const own = { CIPHERTRUST_ADDRESS: proxy.address, CIPHERTRUST_CA_CERT: proxy.certificate };
  fleet = await Fleet.create({ ...world.environment, ...own }, twelve);
});
afterAll(async () => {
  fleet?.remove();
  await proxy?.close();
  await world?.close();
});
beforeEach(async () => {
  await world.control("DELETE", "/faults");
  await world.forget();
});

/** Names of the AWS accounts that the service manages, and how many keys they have. */
async function held(): Promise<{ names: unknown[]; keys: number }> {
  const kmses = items(await world.api("GET", "/cckm/aws/kms?limit=200"));
  const { total } = await world.api("GET", "/cckm/aws/keys?limit=1");
  return { names: kmses.map(({ name }) => name).sort(), keys: Number(total) };
}

/** Requests that change something, without logins. */
async function writes(): Promise<string[]> {
  return Object.keys(await world.routes()).filter((route) => !/^GET |auth\/tokens/.test(route));
}

test("all stacks converge although the service refuses one call in ten; the one that fails stops no other", async () => {
  const effect = { status: 429, retryAfterSeconds: 1 };
  await world.control("POST", "/faults", { path: "/api/v1", probability: 0.1, seed: 3, effect });
  const { code, text } = await fleet.run(["up", ...load]);
  const open = Object.keys(twelve).filter((name) => name !== closed);
  expect(text).toMatch(new RegExp(`^${closed}: exit code 1\\n[^]*creating AwsKms [^]*sts:AssumeRole`, "m"));
  expect(text.match(/^Exit code .*$/gm)!.sort()).toEqual([
    expect.stringMatching(/^Exit code 0: (account-\d\d(, |$)){11}/),
    `Exit code 1: ${closed}`,
  ]);
  expect(code).toBe(1);
  const { faults } = (await world.control("GET", "/faults")) as { faults: [{ hits: number }] };
  expect(faults[0].hits).toBeGreaterThan(5);
  await world.control("DELETE", "/faults");
  expect(await held()).toEqual({ names: open, keys: open.length });
  expect(proxy.mostInFlight).toBeGreaterThan(1);
  expect(proxy.mostInFlight).toBeLessThanOrEqual(8);
});

test("the same command completes what has failed", async () => {
  await world.control("POST", "/world/aws/accounts", worldAccount(twelve[closed]!));
  const { code, text } = await fleet.run(["up", "--only", `${named(6)},${closed}`, ...load]);
  expect({ code, text }).toEqual({ code: 0, text: expect.stringMatching(/^Exit code 0: account-06, account-07$/m) });
  expect(await held()).toEqual({ names: Object.keys(twelve), keys: 12 });
});

test("the same again changes nothing and writes nothing", async () => {
  expect(await fleet.run(["up", "--only", `${named(1)},${named(2)}`])).toMatchObject({ code: 0 });
  expect(await writes()).toEqual([]);
});

test("drift is found in the account where it is, and nothing is written", async () => {
  const [key] = items(await world.api("GET", "/cckm/aws/keys?alias=alias/account-03/orders"));
  await world.api("POST", `/cckm/aws/keys/${String(key!.id)}/disable-rotation-job`);
  await world.forget();
  const { code, text } = await fleet.run(["drift", "--only", "account-02,account-03", ...load]);
  expect({ code, text }).toEqual({ code: 7, text: expect.stringMatching(/^Exit code 7: account-03$/m) });
  expect(text).toMatch(/^Exit code 0: account-02$/m);
  expect(await writes()).toEqual([]);
});

test("what would delete keys is refused unless it is allowed; stacks without an account are named, and stay", async () => {
  fleet.list({ [named(4)]: { ...twelve[named(4)]!, keys: [] } });
  const refused = await fleet.run(["up"]);
  expect(refused).toEqual({ code: 9, text: expect.stringMatching(/^account-04: exit code 9$/m) });
  expect(refused.text).toMatch(/^Without an account in accounts\.ts, and left as they are: account-00, account-01, /m);
  expect((await held()).keys).toBe(12);
  expect(await fleet.run(["up", "--", "--allow-key-deletion"])).toMatchObject({ code: 0 });
});

test("Ctrl-C ends what is running, without a lock that stays, and starts nothing further; the same command goes on", async () => {
  fleet.list(listed);
  expect(await fleet.run(["up", "--only", "checkout"])).toMatchObject({ code: 0 });
  await world.control("POST", "/faults", { method: "POST", path: "aws/keys$", effect: { latencyMs: 600_000 } });
  let interrupt: (() => void) | undefined;
  // checkout is unchanged; loyalty waits for its key when the interrupt comes.
  proxy.interject = ({ method, url = "" }) => {
    if (method === "POST" && url.endsWith("aws/keys")) interrupt?.();
    return undefined;
  };
  const { code, text } = await fleet.run(["up", "--stacks", "1"], (_text, stop) => (interrupt = stop));
  proxy.interject = () => undefined;
  expect({ code, text }).toEqual({ code: 130, text: expect.stringMatching(/^Exit code 130: loyalty$/m) });
  expect(text).toMatch(/^Exit code 0: checkout$/m);
  expect(text).not.toContain("warehouse");
  expect(fleet.locks()).toEqual([]);

  await world.control("DELETE", "/faults");
  expect(await fleet.run(["up", ...load])).toMatchObject({ code: 0 });
  expect((await held()).names).toEqual(expect.arrayContaining(Object.keys(listed)));
});

test("accounts pass the policy pack in every run once its configuration accepts the schedule that they share", async () => {
  fleet.list({ checkout: listed.checkout! });
  const [{ id } = {}] = items(await world.api("GET", "/scheduler/job-configs?name=many-accounts-quarterly"));
  const pass = (schedule: unknown) => ownPack({ "key-rotation": { acceptSchedules: [schedule] } });
  const packs = [pass("another"), pass(id)];
  const run = async (pack: (typeof packs)[number], mode: string) => {
    const [, folder, , file] = pack.args;
    const own = { PULUMI_OPTION_POLICY_PACK: folder!, PULUMI_OPTION_POLICY_PACK_CONFIG: file! };
    Object.assign(fleet.environment, own);
    try {
      return await fleet.run([mode]);
    } finally {
      for (const name of Object.keys(own)) delete fleet.environment[name];
    }
  };
  try {
    const refused = await run(packs[0]!, "up");
    expect(refused).toEqual({ code: 3, text: expect.stringContaining("to a schedule outside this program") });
    for (const mode of ["up", "preview", "drift", "up"])
      expect({ mode, ...(await run(packs[1]!, mode)) }).toEqual({ mode, code: 0, text: expect.any(String) });
  } finally {
    packs.forEach((pack) => pack.remove());
  }
});

test("a stack that is locked fails, with Pulumi's words on how to remove the lock", async () => {
  fleet.list(listed);
  fleet.lock("checkout");
  const { code, text } = await fleet.run(["up", "--only", "checkout"]);
  expect({ code, text }).toEqual({
    code: 1,
    text: expect.stringMatching(/^checkout: exit code 1\n[^]*pulumi cancel/m),
  });
});

test.each([
  [["destroy"], /^Usage: /],
  [["up", "--only", "checkout,nobody"], /^accounts\.ts has no nobody/],
  [["up", "--stacks", "8", "--calls", "4"], /^Usage: /],
])("%p is refused before anything runs", async (args, words) => {
  expect(await fleet.run(args)).toEqual({ code: 2, text: expect.stringMatching(words) });
});
