import { needsRandomPlugin } from "./extras";
import { engineTimeout, items, Stack, startWorld, type Run, type World } from "./harness";

/** `pipeline up --skip-checkpoints` with the real engine: what it deploys, and what it refuses. */

let world: World;
let stack: Stack;
needsRandomPlugin();
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.control("POST", "/reset");
  stack = await Stack.create(world.environment);
});
afterEach(() => stack.remove());

const up = (): Promise<Run> => stack.command("pipeline", "up", "--stack", "test", "--no-audit", "--skip-checkpoints");
const key = (name: string, args = "") =>
  `const ${name} = new ciphertrust.VaultKey("${name}", { onDestroy: "destroy", ${args} });`;

async function keys(): Promise<string[]> {
  return items(await world.api("GET", "/vault/keys2/?limit=-1"))
    .map(({ name }) => name as string)
    .sort();
}

test(
  "creates and updates, and corrects drift; what destroys is refused",
  async () => {
    const pair = `
       class Pair extends pulumi.ComponentResource {
         constructor(name) {
           super("shop:index:Pair", name);
           new ciphertrust.User("operator", { password: "Quick-Start-1" }, { parent: this });
           this.registerOutputs({});
         }
       }
       new Pair("pair");`;
    stack.program(`${key("one", 'description: "1"')}\n${key("two")}\n${pair}`);
    const first = await up();
    expect(first).toMatchObject({ code: 0, text: expect.stringContaining("pipeline up: 4 created") });
    expect(stack.resource("operator")).toBeDefined();
    expect(await keys()).toEqual(["one", "two"]);

    await world.api("PATCH", `/vault/keys2/${stack.resource("one")!.id}`, { description: "elsewhere" });
    stack.program(`${key("one", 'description: "1"')}\n${key("two", 'description: "2"')}\n${key("three")}\n${pair}`);
    const second = await up();
    expect(second.text).toContain("pipeline up: 1 created, 2 updated; changed outside and corrected: 1");
    expect(await stack.drift()).toMatchObject({ code: 0 });

    stack.program(["one", "two", "three"].map((name) => key(name)).join("\n"));
    const removing = await up();
    expect(removing.code).toBe(1);
    expect(removing.text).toContain('User "operator": it would be deleted or replaced');
    expect(stack.resource("operator")).toBeDefined();
  },
  engineTimeout,
);

test(
  "refuses what could not be found again, and names it; nothing is made",
  async () => {
    stack.program(
      `${key("one")}
       new random.RandomPassword("secret", { length: 20 });
       const ca = new ciphertrust.LocalCa("machines", { cn: "Machines" });`,
    );
    const run = await up();
    expect(run.code).toBe(1);
    expect(run.text).toContain('LocalCa "machines": it cannot carry an ownership mark');
    expect(run.text).toContain('"secret": it belongs to another provider, which leaves no mark');
    expect(await keys()).toEqual([]);
  },
  engineTimeout,
);

test.each([
  [
    "a resource that the preview did not show",
    'one.version.apply(() => new ciphertrust.LocalCa("hidden", { cn: "Hidden" }));',
    "is not allowed by the plan",
  ],
  [
    "a name that the program makes anew each time",
    'new ciphertrust.VaultKey("hidden", { name: `key-${Math.random()}`, onDestroy: "destroy" }, { dependsOn: one });',
    "violates plan: properties changed",
  ],
])(
  "%s is refused by the engine",
  async (_what, hidden, words) => {
    stack.program(`${key("one")}\n${hidden}`);
    const run = await up();
    expect(run.code).toBe(1);
    expect(run.text).toContain(words);
    expect(stack.resource("hidden")).toBeUndefined();
    expect(await keys()).toEqual(["one"]);
    expect(stack.resource("one")).toBeDefined();
  },
  engineTimeout,
);
