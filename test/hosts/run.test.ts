import { Run } from "../../provider/hosts/run";

/** Whether a run of the engine may still end key material. */

const up = () => ["up", "--yes"];
const none = { PULUMI_CONTINUE_ON_ERROR: undefined, PULUMI_OPTION_CONTINUE_ON_ERROR: undefined };
const fails = () => Promise.reject(new Error("no"));

/** What the processes of one run tell each other. */
function shared() {
  const failures: string[] = [];
  return { begin: () => undefined, fail: (what: string) => void failures.push(what), failure: () => failures[0] };
}

beforeEach(() => Object.assign(process.env, none));

test("a run in which nothing has failed may", async () => {
  const run = new Run(shared(), up);
  expect(await run.attempt('creating VaultKey "k"', async () => 1)).toBe(1);
  expect(run.keepsKeys()).toBeUndefined();
});

test("a failure keeps the keys of all processes of its run", async () => {
  const all = shared();
  const [failing, other] = [new Run(all, up), new Run(all, up)];
  await expect(failing.attempt('creating VaultKey "k"', fails)).rejects.toThrow("no");
  for (const run of [failing, other])
    expect(run.keepsKeys()).toBe(
      'creating VaultKey "k" has failed in this run. Nothing was deleted. Fix that, then run `pulumi up` again.',
    );
});

test("a failure that cannot be told to others counts in its own process, and is what the caller learns", async () => {
  const full = () => {
    throw new Error("no space left on device");
  };
  const run = new Run({ ...shared(), fail: full }, up);
  await expect(run.attempt('updating VaultKey "k"', fails)).rejects.toThrow(/^no$/);
  expect(run.keepsKeys()).toMatch(/^updating VaultKey "k" has failed/);
});

describe("with --continue-on-error", () => {
  const why =
    /^with --continue-on-error .* Nothing was deleted\. Run `pulumi up` again, without --continue-on-error\.$/;

  test.each([
    { name: "its arguments", args: ["up", "--continue-on-error"], env: {} },
    { name: "its environment", args: ["up"], env: { PULUMI_CONTINUE_ON_ERROR: "1" } },
    { name: "its environment, where its arguments cannot be read", env: { PULUMI_CONTINUE_ON_ERROR: "1" } },
  ])("in $name, an update keeps all keys, although nothing has failed here", ({ args, env }) => {
    Object.assign(process.env, env);
    expect(new Run(shared(), () => args).keepsKeys()).toMatch(why);
  });

  test("what has failed is named, too", () => {
    const run = new Run(undefined, () => ["up", "--continue-on-error"]);
    run.fail('checking VaultKey "k"');
    expect(run.keepsKeys()).toMatch(
      /^checking VaultKey "k" has failed .* run `pulumi up` again, without --continue-on-error\.$/,
    );
  });

  test("a destroy is no such run, whatever has failed in it", () => {
    const run = new Run(shared(), () => ["destroy", "--continue-on-error"]);
    run.fail('reading VaultKey "k"');
    expect(run.keepsKeys()).toBeUndefined();
  });
});

describe("where the command line cannot be read", () => {
  const unread = () => undefined;

  test("no key ends until the environment tells whether the run goes on after a failure", () => {
    expect(new Run(shared(), unread).keepsKeys()).toMatch(
      /^nothing tells whether Pulumi goes on .* Nothing was deleted\. Set PULUMI_CONTINUE_ON_ERROR=false to let keys end/,
    );
    Object.assign(process.env, { PULUMI_CONTINUE_ON_ERROR: "false" });
    expect(new Run(shared(), unread).keepsKeys()).toBeUndefined();
  });

  test("what has failed is named all the same", () => {
    const run = new Run(shared(), unread);
    run.fail('creating VaultKey "k"');
    expect(run.keepsKeys()).toMatch(/^creating VaultKey "k" has failed in this run/);
  });
});

test("no key ends while it is not known what has failed in other processes", () => {
  const failure = () => {
    throw new Error("what other processes have noted cannot be read");
  };
  expect(() => new Run({ ...shared(), failure }, up).keepsKeys()).toThrow("cannot be read");
});

test("the command line is read once, and not before a key would end", () => {
  let reads = 0;
  const run = new Run(undefined, () => (reads++, up()));
  run.fail('creating VaultKey "k"');
  expect(reads).toBe(0);
  run.keepsKeys();
  run.keepsKeys();
  expect(reads).toBe(1);
});
