import { writeFileSync } from "node:fs";
import { worthwhile } from "../../../cli/pipeline/checkpoints";
import { tag } from "../../../cli/pipeline/note";
import { declaring, ours, scenes, steps } from "./scenes";

/**
 * What runs without checkpoints leave for others when they are killed, or fail, with a scripted
 * engine.
 */

const { tags, said, commit, engine, run, noted } = scenes();
const many = steps("create", worthwhile.up);

describe("after an up that was killed", () => {
  let first: string;
  beforeEach(async () => {
    first = commit("first");
    engine({ shown: many, end: "kill -9 $$", plan: declaring("a", "b") });
    expect(await run("up")).toBe(1);
  });

  test("it says what to do, and the note stays", () => {
    expect(said()).toContain("Pulumi may not have written the state. Run this again, of the same commit");
    expect(noted()).toMatch(new RegExp(`^up \\S+ ${first} `));
  });

  test.each([["up"], ["up", "--checkpoints", "--allow-key-deletion"], ["up", "--skip-checkpoints"], ["destroy"]])(
    "%s %s of another commit is refused before anything is run, and again",
    async (...args) => {
      const calls = engine({ shown: [] });
      commit("second");
      for (let time = 0; time < 2; time++) {
        expect(await run(...(args as [string]))).toBe(1);
        expect(said()).toContain(
          `${args[0]} was refused, and nothing was changed: a run without checkpoints, up of commit ${first}, began at`,
        );
        expect(said()).toContain(`pulumi stack tag rm ${tag}`);
      }
      expect(calls()).toEqual([]);
    },
  );

  test.each<[string, object, string[]]>([
    ["declares other resources", declaring("a", "c"), []],
    ["declares fewer", { resourcePlans: { a: { steps: ["create"] }, b: { steps: ["delete"] } } }, []],
    ["is limited to some", declaring("a", "b"), ["--", "--target", "a"]],
  ])("the same commit is refused after its preview if it %s", async (_name, plan, more) => {
    const calls = engine({ shown: [], plan });
    expect(await run("up", ...more)).toBe(1);
    expect(calls()).toEqual([expect.stringContaining(" preview ")]);
  });

  test("the same up is repeated, which removes the note once it succeeds", async () => {
    const failing = engine({ shown: steps("create", 3), plan: declaring("b", "a"), end: "exit 255" });
    expect(await run("up")).toBe(1);
    expect(failing().at(-1)).toMatch(/^false false up .*--skip-preview/);
    expect(noted()).toBeDefined();
    engine({ shown: steps("create", 3), plan: declaring("b", "a") });
    expect(await run("up")).toBe(0);
    expect(noted()).toBeUndefined();
  });
});

describe("after an up that failed", () => {
  const did = steps("create", 2).map(({ resourcePreEvent }) => ({ resOutputsEvent: resourcePreEvent! }));
  const created = did.map(({ resOutputsEvent }) => resOutputsEvent.metadata);
  const resources = created.map(({ urn, new: made }) => ({ urn, custom: true, id: made!.id }));
  const failing = (state: object) => engine({ shown: steps("create", 2), did, end: "exit 255", state });

  test("the note goes if the state has what was created", async () => {
    failing({ resources });
    expect(await run("up", "--skip-checkpoints")).toBe(1);
    expect(noted()).toBeUndefined();
  });

  test("it stays if the state could not be written", async () => {
    failing({ resources: resources.slice(1) });
    expect(await run("up", "--skip-checkpoints")).toBe(1);
    expect(noted()).toBeDefined();
  });
});

test.each(["", "null", "[]", '{"tags":{}}', JSON.stringify([{ name: tag, value: "up" }])])(
  "tags in the form %j refuse everything",
  async (text) => {
    const calls = engine({ shown: [] });
    writeFileSync(tags, text);
    expect(await run("up")).toBe(1);
    expect(await run("destroy")).toBe(1);
    expect(said()).toContain("Pulumi listed them in a form that is not known here. Nothing was changed.");
    expect(calls()).toEqual([]);
  },
);

describe("a run whose note is not what it left", () => {
  afterEach(() => delete process.env.LEFT);

  test.each([
    ["is not listed", "{}", "was set, but Pulumi does not list it"],
    ["was replaced by another run", JSON.stringify({ [tag]: "destroy 2026-01-01 none all" }), "began at 2026-01-01"],
    ["cannot be read", "[]", "The tags of the stack could not be read"],
  ])("because it %s, is not started", async (_name, left, words) => {
    const calls = engine({ shown: steps("create", 1) });
    process.env.LEFT = left;
    expect(await run("up", "--skip-checkpoints")).toBe(1);
    expect(said()).toContain(words);
    expect(calls()).toEqual([expect.stringContaining(" preview ")]);
  });
});

test.each([
  ["steps", { resourcePlans: { a: { operations: ["create"] } } }],
  ["no steps", { resourcePlans: { a: { steps: [] } } }],
  ["resources", { plans: { a: { steps: ["create"] } } }],
])("a plan that has %s in another form starts nothing", async (_name, plan) => {
  const calls = engine({ shown: steps("create", 1), plan });
  expect(await run("up", "--skip-checkpoints")).toBe(1);
  expect(said()).toContain(
    "Pulumi's plan could not be read, or has a form that is not known here. Nothing was changed",
  );
  expect(calls()).toEqual([expect.stringContaining(" preview ")]);
});

test("a note in another form refuses everything; tags that cannot be read, too", async () => {
  const calls = engine({ shown: [] });
  writeFileSync(tags, JSON.stringify({ [tag]: "of a later version" }));
  expect(await run("up")).toBe(1);
  expect(await run("destroy")).toBe(1);
  writeFileSync(tags, "error");
  expect(await run("up")).toBe(1);
  expect(said()).toContain("The tags of the stack could not be read");
  expect(calls()).toEqual([]);
});

describe("after a destroy that failed", () => {
  const did = steps("delete", 2, ours("AwsConnection")).map((one) => ({ resOutputsEvent: one.resourcePreEvent! }));
  const stack = { urn: "urn:pulumi:prod::keys::pulumi:pulumi:Stack::keys-prod", custom: false };
  const [deleted] = did.map(({ resOutputsEvent: { metadata } }) => ({ urn: metadata.urn, id: metadata.old!.id }));

  test.each<[string, object, boolean]>([
    ["goes if the state does not have what was deleted", { resources: [stack] }, false],
    ["stays if the state still has it", { resources: [{ ...deleted, custom: true }] }, true],
    ["stays if the state has no list", {}, true],
    ["stays if the list has another name", { objects: [{ ...deleted, custom: true }] }, true],
    ["stays if ids have another name", { resources: [{ urn: deleted!.urn, custom: true, key: deleted!.id }] }, true],
    ["stays if URNs have another name", { resources: [{ name: deleted!.urn, custom: true, id: deleted!.id }] }, true],
    ["stays if `custom` has another name", { resources: [{ ...deleted, external: true }] }, true],
  ])("the note %s", async (_name, state, isNoted) => {
    engine({ shown: steps("delete", 2, ours("AwsConnection")), did, end: "exit 255", state });
    expect(await run("destroy", "--skip-checkpoints")).toBe(1);
    expect(noted() !== undefined).toBe(isNoted);
  });

  test("the note goes if nothing was done, and the state is empty", async () => {
    engine({ shown: steps("delete", 2, ours("AwsConnection")), end: "exit 255" });
    expect(await run("destroy", "--skip-checkpoints")).toBe(1);
    expect(noted()).toBeUndefined();
  });
});

describe("a destroy", () => {
  const all = steps("delete", worthwhile.destroy, ours("AwsConnection"));

  test("killed, it is repeated, and what it deleted need not be found; an up is refused", async () => {
    engine({ shown: all, end: "kill -9 $$" });
    expect(await run("destroy")).toBe(1);
    expect(await run("up")).toBe(1);
    expect(said()).toContain("Run the destroy again");
    const calls = engine({ shown: all.slice(2) });
    expect(await run("destroy")).toBe(0);
    expect(calls()).toEqual([
      expect.stringMatching(/^true true destroy .*--preview-only/),
      expect.stringMatching(/^false true destroy --yes/),
    ]);
    expect(noted()).toBeUndefined();
  });

  test("repeated after more than a day, it forgets nothing", async () => {
    const began = new Date(Date.now() - 25 * 3_600_000).toISOString();
    writeFileSync(tags, JSON.stringify({ [tag]: `destroy ${began} none all` }));
    const calls = engine({ shown: all.slice(2) });
    expect(await run("destroy")).toBe(0);
    expect(calls().every((call) => /^\w+ false /.test(call))).toBe(true);
  });
});
