import { backends, type Backend } from "./stateBackends";
import { engineTimeout, items, Stack, startWorld, type World } from "./harness";

/** Stacks in the backends that teams share, with guarantees that hold in every backend. */

jest.setTimeout(engineTimeout);

const keys = "/vault/keys2/";
const connections = "/connectionmgmt/services/aws/connections";
const secret = "Canary-in-the-state-1";
const credentials = (which: string) => ({
  accessKeyId: `AKIA${which.padEnd(16, "X")}`,
  secretAccessKey: `${secret}-${which}`,
});

/** A key, and connections that take hours to become ready. */
const program = (...slow: string[]) => `
  new ciphertrust.VaultKey("orders", { algorithm: "aes", onDestroy: "destroy" });
  const licence = new ciphertrust.TrialLicense("trial");
  new ciphertrust.User("operator", { username: "operator", password: "${secret}" });
  ${slow
    .map((name) => {
      const args = { ...credentials(name.toUpperCase()), readyTimeoutSeconds: 3600 };
      return `new ciphertrust.AwsConnection("${name}", ${JSON.stringify(args)}, { dependsOn: licence });`;
    })
    .join("\n")}`;

describe.each(backends)("a stack in $name", ({ start, missing }) => {
  const run = missing === undefined ? test : test.skip;
  let backend: Backend;
  let world: World;
  let stack: Stack;
  beforeAll(async () => {
    if (missing !== undefined) return;
    backend = await start();
    world = await startWorld();
    for (const [index, name] of ["FIRST", "SECOND"].entries()) {
      const account = { accountId: String(index).repeat(12), regions: ["eu-west-1"], credentials: [credentials(name)] };
      await world.control("POST", "/world/aws/accounts", { ...account, readyAfterSeconds: 10_000 });
    }
    stack = await Stack.create({ ...world.environment, ...backend.environment });
  });
  afterAll(async () => {
    stack?.remove();
    await world?.close();
    await backend?.close();
  });

  /** Resolves when an update has created a connection, for which it then waits. */
  const made = async (name: string) => {
    while (!(await held()).includes(name));
  };
  const hoursLater = () => world.control("POST", "/clock", { advanceSeconds: 10_000 });
  const held = async () =>
    items(await world.api("GET", connections))
      .map(({ name }) => name)
      .sort();

  run(missing ?? "keeps no secret in clear, and shows drift", async () => {
    expect(await stack.program(program()).up()).toMatchObject({ code: 0 });
    const stored = await backend.stored();
    expect(stored.includes("ciphertrust:VaultKey::orders")).toBe(true);
    expect(stored.includes(secret)).toBe(false);
    expect(await stack.drift()).toMatchObject({ code: 0 });
    const [key] = items(await world.api("GET", `${keys}?name=orders`));
    await world.api("PATCH", `${keys}${String(key!.id)}`, { labels: { team: "theirs" } });
    expect(await stack.drift()).not.toMatchObject({ code: 0 });
    expect(await stack.up("--refresh")).toMatchObject({ code: 0 });
    expect(await stack.drift()).toMatchObject({ code: 0 });
  });

  run(missing ?? "refuses a second update while one runs, which does not disturb the first", async () => {
    const first = stack.program(program("first")).up();
    await made("first");
    const second = await stack.up();
    expect(second).not.toMatchObject({ code: 0 });
    expect(second.text).toMatch(/locked/);
    await hoursLater();
    expect(await first).toMatchObject({ code: 0 });
    expect(await held()).toEqual(["first"]);
  });

  run(missing ?? "goes on with what a killed update made, and leaves nothing behind", async () => {
    let engine = 0;
    stack.watch = (_text, _interrupt, pid) => (engine = pid);
    const killed = stack.program(program("first", "second")).up();
    await made("second");
    expect(engine).toBeGreaterThan(0);
    process.kill(engine, "SIGKILL");
    await killed;
    stack.watch = undefined;
    expect(await held()).toEqual(["first", "second"]);
    await hoursLater();
    expect((await stack.up()).text).toMatch(/locked/);
    expect(await stack.pulumi("cancel", "--yes")).toMatchObject({ code: 0 });
    const up = await stack.up();
    expect(up.code === 0 || up.text).toBe(true);
    expect(up.text).toContain("by a run that was interrupted or before it left the program: it goes on with");
    expect(await held()).toEqual(["first", "second"]);
    expect((await backend.stored()).includes(secret)).toBe(false);
    expect(await stack.destroy()).toMatchObject({ code: 0 });
    expect(await held()).toEqual([]);
  });
});
