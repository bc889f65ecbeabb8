import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { Proxy } from "../../crash/proxy";
import { engineTimeout, items, startWorld, type World } from "../harness";
import { exampleWorld } from "../../../tools/examples";
import type { Account } from "../../../examples/many-accounts/accounts";
import { ownPack } from "../pack";
import { accountNumbered, Fleet, listed, worldAccount } from "./fleet";

/**
 * The runner of the example many-accounts, with the real engine: fifty stacks, of which one cannot
 * be deployed at first.
 */

jest.setTimeout(4 * engineTimeout);

const fifty = Array.from({ length: 50 }, (_, index) => accountNumbered(index));
/** Nobody has given the hub its role yet. */
const closed = fifty[7]!;
const load = ["--stacks", "4", "--calls", "8"];

let world: World;
let proxy: Proxy;
let fleet: Fleet;
beforeAll(async () => {
  const demo = parse(readFileSync(exampleWorld, "utf8")) as { aws: { accounts: ReturnType<typeof worldAccount>[] } };
  const open = fifty.filter((account) => account !== closed).map(worldAccount);
  world = await startWorld({ world: { ...demo, aws: { accounts: [...demo.aws.accounts, ...open] } } });
  proxy = await Proxy.before(world.emulator);
  const own = { CIPHERTRUST_ADDRESS: proxy.address, CIPHERTRUST_CA_CERT: proxy.certificate };
  fleet = await Fleet.create({ ...world.environment, ...own }, fifty);
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

const named = (accounts: Account[]) => accounts.map(({ name }) => name).sort();

/** Requests that change something, without logins. */
async function writes(): Promise<string[]> {
  return Object.keys(await world.routes()).filter((route) => !/^GET |auth\/tokens/.test(route));
}

test("fifty stacks converge although the service refuses one call in ten; the one that fails stops no other", async () => {
  const effect = { status: 429, retryAfterSeconds: 1 };
  await world.control("POST", "/faults", { path: "/api/v1", probability: 0.1, seed: 3, effect });
  const { code, text } = await fleet.run(["up", ...load]);
  expect({ code, summary: /^up: .*/m.exec(text)?.[0], text: code === 1 ? "" : text }).toEqual({
    code: 1,
    summary: "up: 49 changed, 0 unchanged, 1 failed.",
    text: "",
  });
  const [, failures = ""] = text.split(/^up: .*$/m);
  expect(failures).toMatch(new RegExp(`^${closed.name}:\\n  creating AwsKms .*sts:AssumeRole`, "m"));
  expect(failures).not.toMatch(/account-(?!07)/);
  const { faults } = (await world.control("GET", "/faults")) as { faults: [{ hits: number }] };
  expect(faults[0].hits).toBeGreaterThan(20);
  await world.control("DELETE", "/faults");
  const open = fifty.filter((account) => account !== closed);
  expect(await held()).toEqual({ names: named(open), keys: open.length });
  expect(proxy.mostInFlight).toBeGreaterThan(1);
  expect(proxy.mostInFlight).toBeLessThanOrEqual(8);
});

test("resumed, the run only repeats what has failed", async () => {
  await world.control("POST", "/world/aws/accounts", worldAccount(closed));
  const { code, text } = await fleet.run(["up", "--resume", ...load]);
  expect({ code, text }).toEqual({ code: 0, text: expect.stringMatching(/^up: 1 changed, .* 49 done before\.$/m) });
  expect(text.match(/^\[.*$/gm)).toEqual([expect.stringMatching(/^\[1\/1\] account-07: 3 created \(/)]);
  expect(await held()).toEqual({ names: named(fifty), keys: 50 });
});

test("the same again changes nothing and writes nothing", async () => {
  const { code, text } = await fleet.run(["up", "--part", "1/6", ...load]);
  expect({ code, text }).toEqual({
    code: 0,
    text: expect.stringMatching(/^up: 0 changed, [4-9]|1\d unchanged, 0 failed\.$/m),
  });
  expect(await writes()).toEqual([]);
});

test("drift is found in the account where it is, and nothing is written", async () => {
  const [key] = items(await world.api("GET", "/cckm/aws/keys?alias=alias/account-03/orders"));
  await world.api("POST", `/cckm/aws/keys/${String(key!.id)}/disable-rotation-job`);
  await world.forget();
  const { code, text } = await fleet.run(["drift", "--only", "account-02,account-03", ...load]);
  expect({ code, text }).toEqual({
    code: 7,
    text: expect.stringMatching(/^drift: 1 to change, 1 unchanged, 0 failed/m),
  });
  expect(text).toMatch(/\] account-03: 1 to update \(/);
  expect(await writes()).toEqual([]);
});

test("a stack that the service has no time for is tried again, with fewer at a time; stacks without an account are named", async () => {
  fleet.list([listed[0]!]);
  fleet.environment.CIPHERTRUST_MAX_RETRIES = "0";
  const effect = { status: 429, retryAfterSeconds: 1 };
  await world.control("POST", "/faults", { method: "POST", path: "aws/kms$", times: 1, effect });
  const { code, text } = await fleet.run(["up", ...load]);
  delete fleet.environment.CIPHERTRUST_MAX_RETRIES;
  expect({ code, text }).toEqual({ code: 0, text: expect.stringMatching(/^up: 1 changed, 0 unchanged, 0 failed/m) });
  expect(text).toMatch(/^checkout: .* to be tried again, 2 stacks at a time$/m);
  expect(text).toMatch(/^Stacks without an account in accounts\.json: account-00, account-01, /m);
});

test("Ctrl-C ends what is running, without a lock that stays, and starts nothing further; the run can be resumed", async () => {
  fleet.list(listed);
  await world.control("POST", "/faults", { method: "POST", path: "aws/keys$", effect: { latencyMs: 600_000 } });
  let interrupt: (() => void) | undefined;
  // checkout is unchanged; loyalty waits for its key when the interrupt comes.
  proxy.interject = ({ method, url = "" }) => {
    if (method === "POST" && url.endsWith("aws/keys")) interrupt?.();
    return undefined;
  };
  const { code, text } = await fleet.run(["up", "--stacks", "1"], (_text, stop) => (interrupt = stop));
  proxy.interject = () => undefined;
  expect({ code, text }).toEqual({
    code: 130,
    text: expect.stringMatching(/^up: .*1 unchanged, 1 failed, 1 not started/m),
  });
  expect(text).toMatch(/^Ended by SIGINT\. /m);
  expect(fleet.locks()).toEqual([]);

  await world.control("DELETE", "/faults");
  const resumed = await fleet.run(["up", "--resume", ...load]);
  expect(resumed).toEqual({
    code: 0,
    text: expect.stringMatching(/^up: 2 changed, 0 unchanged, 0 failed, 1 done before/m),
  });
  expect(await held()).toEqual({ names: named([...fifty, ...listed]), keys: 54 });
});

test("accounts pass the policy pack in every run once its configuration accepts the schedule that they share", async () => {
  fleet.list(listed.slice(0, 1));
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
    expect(refused).toEqual({ code: 1, text: expect.stringContaining("to a schedule outside this program") });
    for (const mode of ["up", "preview", "drift", "up"])
      expect({ mode, ...(await run(packs[1]!, mode)) }).toEqual({ mode, code: 0, text: expect.any(String) });
  } finally {
    packs.forEach((pack) => pack.remove());
  }
});

test("a stack that is locked fails, and the summary says how to remove the lock", async () => {
  fleet.list(listed);
  fleet.lock("checkout");
  const { code, text } = await fleet.run(["up", "--only", "checkout"]);
  expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(/^up: 0 changed, 0 unchanged, 1 failed\.$/m) });
  expect(text).toMatch(/^checkout:\n {2}another update has locked the stack\. .*pulumi cancel --stack checkout$/m);
});

test.each([
  [["destroy"], /one of up, preview and drift is required/],
  [["up", "--only", "checkout,nobody"], /accounts\.json has no nobody/],
  [["up", "--stacks", "8", "--calls", "4"], /leaves no call for each/],
  [["up", "--part", "8/7"], /not a part/],
])("%p is refused before anything runs", async (args, words) => {
  expect(await fleet.run(args)).toEqual({ code: 2, text: expect.stringMatching(words) });
});
