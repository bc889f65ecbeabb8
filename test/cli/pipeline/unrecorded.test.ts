import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { worthwhile } from "../../../cli/pipeline/checkpoints";
import type { EngineEvent } from "../../../cli/pipeline/events";
import { tag } from "../../../cli/pipeline/note";
import { scripted } from "./scripted";
import { step } from "./steps";

/** Runs without checkpoints, with a scripted engine: when they are chosen, and what they leave for others. */

const { folder, tags, login, pulumi, pipeline, said } = scripted();
const file = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(file(name), "utf8").trim();

let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "ciphertrust-fake-project-"));
  git("init", "--quiet");
  commit("first");
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function git(...args: string[]): string {
  const who = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
  return execFileSync("git", [...who, ...args], { cwd: project, encoding: "utf8" }).trim();
}

function commit(text: string): string {
  writeFileSync(join(project, "program"), text);
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message", text);
  return git("rev-parse", "HEAD");
}

const ours = (type: string) => `pulumi-nodejs:dynamic/ciphertrust:${type}`;

function steps(op: string, count: number, type = ours("VaultKey")): EngineEvent[] {
  return Array.from({ length: count }, (_, index) => {
    const side = { custom: true, id: `id-${index}`, inputs: {} };
    const metadata = step(op, `key-${index}`, op === "create" ? null : side, op === "delete" ? null : side, type);
    return { resourcePreEvent: { metadata } };
  });
}

const many = steps("create", worthwhile);
const declaring = (...urns: string[]) => ({
  resourcePlans: Object.fromEntries(urns.map((urn) => [urn, { steps: ["create"] }])),
});

interface Scene {
  shown: readonly EngineEvent[];
  did?: readonly EngineEvent[];
  /** How the engine ends. */
  end?: string;
  plan?: object;
  state?: object;
}

/** Returns the calls of the engine, each with the variable that skips checkpoints and the one that forgets. */
function engine({ shown, did = [], end = "exit 0", plan = declaring("a"), state = {} }: Scene): () => string[] {
  const lines = (events: readonly EngineEvent[]) => events.map((event) => JSON.stringify(event)).join("\n");
  writeFileSync(file("calls"), "");
  writeFileSync(file("shown"), lines([...shown, { summaryEvent: { isPreview: true } }]));
  writeFileSync(file("did"), lines([...did, { summaryEvent: {} }]));
  writeFileSync(file("plan"), JSON.stringify(plan));
  writeFileSync(file("state"), JSON.stringify({ deployment: state }));
  pulumi(`
    [ "$1 $2" = "stack export" ] && { cat "${file("state")}"; exit 0; }
    echo "\${PULUMI_SKIP_CHECKPOINTS:-false} \${CIPHERTRUST_FORGET_MISSING:-false} $*" >> "${file("calls")}"
    [[ "$*" =~ --save-plan\\ ([^ ]+) ]] && cp "${file("plan")}" "\${BASH_REMATCH[1]}"
    case "$*" in
      preview*|*--preview-only*) cp "${file("shown")}" "\${!#}";;
      *) cp "${file("did")}" "\${!#}"; cp "${tags}" "${file("during")}"; ${end};;
    esac`);
  return () => read("calls").split("\n").filter(Boolean);
}

const run = (command: string, ...args: string[]) => pipeline(command, "--cwd", project, "--no-audit", ...args);
const noted = (name = "tags") => (JSON.parse(read(name)) as Record<string, string>)[tag];

test("many changes that could be repeated go without checkpoints, said in one line, with a note while they do", async () => {
  const calls = engine({ shown: many });
  expect(await run("up")).toBe(0);
  expect(calls()).toEqual([
    expect.stringMatching(/^false false preview (?!.*--save-plan)/),
    expect.stringMatching(/^false false preview .*--save-plan /),
    expect.stringMatching(/^true false up --yes .*--skip-preview --plan /),
  ]);
  expect(said()).toContain(`pipeline up: ${worthwhile} changes, each of which could be repeated`);
  expect(said()).toContain("--checkpoints writes the state after each change");
  expect(noted("during")).toMatch(new RegExp(`^up \\S+Z ${git("rev-parse", "HEAD")} [0-9a-f]{32}$`));
  expect(noted()).toBeUndefined();
});

test("fewer changes, or those of components, have checkpoints, and nothing is said", async () => {
  const component = { custom: false, inputs: {} };
  const parts = many.map((_, index) => ({
    resourcePreEvent: { metadata: step("create", `part-${index}`, null, component, "shop:index:Part") },
  }));
  const calls = engine({ shown: [...many.slice(1), ...parts] });
  expect(await run("up")).toBe(0);
  expect(calls()).toEqual([expect.stringMatching(/ preview /), expect.stringMatching(/^false false up /)]);
  expect(said()).not.toContain("checkpoint");
});

test.each([
  ["--checkpoints", []],
  ["--checkpoints, with nothing to count", ["--allow-key-deletion"]],
])("%s keeps them", async (_name, more) => {
  const calls = engine({ shown: many });
  process.env.PULUMI_SKIP_CHECKPOINTS = "true";
  try {
    expect(await run("up", "--checkpoints", ...more)).toBe(0);
  } finally {
    delete process.env.PULUMI_SKIP_CHECKPOINTS;
  }
  expect(calls().at(-1)).toMatch(/^false false up /);
});

test("Pulumi's own variable counts as --skip-checkpoints, with the same rule", async () => {
  const calls = engine({ shown: steps("create", 1, ours("AwsKms")) });
  process.env.PULUMI_SKIP_CHECKPOINTS = "true";
  try {
    expect(await run("up")).toBe(1);
  } finally {
    delete process.env.PULUMI_SKIP_CHECKPOINTS;
  }
  expect(calls()).toHaveLength(1);
  expect(said()).toContain("up --skip-checkpoints was refused");
});

test("what could not be found again keeps the checkpoints of all, with one line that names it", async () => {
  const calls = engine({ shown: [...many, ...steps("create", 2, ours("AwsKms"))] });
  expect(await run("up")).toBe(0);
  expect(calls().at(-1)).toMatch(/^false false up /);
  expect(said()).toContain(
    `pipeline up: ${worthwhile + 2} changes with a checkpoint each. AwsKms "key-0": it cannot carry an ownership mark (and 1 more)`,
  );
});

test("so does a folder that is no clean commit, where it is not asked for", async () => {
  const calls = engine({ shown: many });
  writeFileSync(join(project, "program"), "changed");
  expect(await run("up")).toBe(0);
  expect(said()).toContain("The folder is no clean commit of git");
  expect(await run("up", "--skip-checkpoints")).toBe(0);
  git("checkout", "--quiet", "program");
  expect(await pipeline("up", "--cwd", folder, "--no-audit")).toBe(0);
  expect(calls().map((call) => call.slice(0, call.indexOf(" ")))).toEqual([
    ...["false", "false"],
    ...["false", "true"],
    ...["false", "false"],
  ]);
});

test("Pulumi Cloud records changes by itself: nothing is skipped, nothing said", async () => {
  const calls = engine({ shown: many });
  writeFileSync(login, '{"url":"https://app.pulumi.com/somebody"}');
  expect(await run("up")).toBe(0);
  expect(calls()).toHaveLength(2);
  expect(said()).not.toContain("checkpoint");
});

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
  const resources = created.map(({ urn, new: made }) => ({ urn, id: made!.id }));
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

describe("destroy", () => {
  const all = steps("delete", worthwhile, ours("AwsConnection"));

  test("goes without checkpoints where all is ours, whatever the commit", async () => {
    const calls = engine({ shown: all });
    expect(await run("destroy")).toBe(0);
    expect(calls()).toEqual([
      expect.stringMatching(/^false false destroy .*--preview-only/),
      expect.stringMatching(/^true false destroy --yes .*--skip-preview/),
    ]);
    expect(noted("during")).toMatch(/^destroy \S+Z none all$/);
    expect(noted()).toBeUndefined();
  });

  test.each<[string, EngineEvent[], string[], string]>([
    ["without a refresh", all, ["--no-refresh"], "Without a refresh, it is not known what existed before it."],
    ["without a refresh, by Pulumi's option", all, ["--", "--refresh=false"], "Without a refresh"],
    ["of a part", all, ["--", "--target", "a"], "It destroys only a part of the stack."],
    ["of a part, by exclusion", all, ["--", "--exclude-protected"], "It destroys only a part of the stack."],
    [
      "of another provider's",
      [...all, ...steps("delete", 1, "aws:ec2/vpc:Vpc")],
      [],
      "it belongs to another provider, which may not delete it twice",
    ],
  ])("%s keeps its checkpoints, and refuses the option", async (_name, shown, more, reason) => {
    const calls = engine({ shown });
    expect(await run("destroy", ...more)).toBe(0);
    expect(calls().at(-1)).toMatch(/^false false destroy --yes/);
    expect(said()).toContain(reason);
    expect(await run("destroy", "--skip-checkpoints", ...more)).toBe(1);
    expect(said()).toContain("destroy --skip-checkpoints was refused, and nothing was changed");
    expect(calls()).toHaveLength(3);
  });

  test("killed, it is repeated, and what it deleted need not be found; an up is refused", async () => {
    engine({ shown: all, end: "kill -9 $$" });
    expect(await run("destroy")).toBe(1);
    expect(await run("up")).toBe(1);
    expect(said()).toContain("Run the destroy again");
    const calls = engine({ shown: all.slice(2) });
    expect(await run("destroy")).toBe(0);
    expect(calls()).toEqual([
      expect.stringMatching(/^false true destroy .*--preview-only/),
      expect.stringMatching(/^false true destroy --yes/),
    ]);
    expect(noted()).toBeUndefined();
  });
});
