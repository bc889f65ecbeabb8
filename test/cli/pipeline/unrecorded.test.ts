import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { worthwhile } from "../../../cli/pipeline/checkpoints";
import type { EngineEvent } from "../../../cli/pipeline/events";
import { ours, scenes, steps } from "./scenes";
import { step } from "./steps";

/** Runs without checkpoints, with a scripted engine: when they are chosen. */

const { folder, project, login, pipeline, said, git, engine, run, noted } = scenes();
const many = steps("create", worthwhile.up);

test("many changes that could be repeated go without checkpoints, said in one line, with a note while they do", async () => {
  const calls = engine({ shown: many });
  expect(await run("up")).toBe(0);
  expect(calls()).toEqual([
    expect.stringMatching(/^true false preview (?!.*--save-plan)/),
    expect.stringMatching(/^true false preview .*--save-plan /),
    expect.stringMatching(/^true false up --yes .*--skip-preview --plan /),
  ]);
  expect(said()).toContain(`pipeline up: ${worthwhile.up} changes, each of which could be repeated`);
  expect(said()).toContain("--checkpoints writes the state after each change");
  expect(noted("during")).toMatch(new RegExp(`^up \\S+Z ${git("rev-parse", "HEAD")} [0-9a-f]{32}$`));
  expect(noted()).toBeUndefined();
});

test("fewer changes, or those of components, have checkpoints, and nothing is said", async () => {
  const component = { id: "", inputs: {}, outputs: {} };
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
    `pipeline up: ${worthwhile.up + 2} changes with a checkpoint each. AwsKms "key-0": it cannot carry an ownership mark (and 1 more)`,
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
    ...["true", "false"],
    ...["true", "true"],
    ...["true", "false"],
  ]);
});

test.each([
  ["Pulumi Cloud records changes by itself", '{"url":"https://app.pulumi.com/somebody"}'],
  ["a backend is not known", '{"backend":"file://state"}'],
])("%s: nothing is skipped, nothing said", async (_name, text) => {
  const calls = engine({ shown: many });
  writeFileSync(login, text);
  expect(await run("up")).toBe(0);
  expect(calls()).toHaveLength(2);
  expect(said()).not.toContain("checkpoint");
});

describe("a plan that the engine refuses to keep to", () => {
  const [created] = steps("create", 1);
  const did = [
    { resOutputsEvent: created!.resourcePreEvent! },
    { diagnosticEvent: { severity: "error", message: "create is not allowed by the plan: no steps were expected" } },
  ];
  const once = `[[ "$*" =~ --plan ]] && exit 255 || exit 0`;
  const { urn, new: made } = created!.resourcePreEvent!.metadata;
  const kept = { resources: [{ urn, custom: true, id: made!.id }] };

  test("is left, and the rest is done with checkpoints", async () => {
    const calls = engine({ shown: many, did, end: once, state: kept });
    expect(await run("up")).toBe(0);
    expect(calls().slice(2)).toEqual([
      expect.stringMatching(/^true false up .*--plan/),
      expect.stringMatching(/^false false up (?!.*--plan)/),
    ]);
    expect(noted()).toBeUndefined();
  });

  test("ends with the engine's error if its words are others", async () => {
    const other = { diagnosticEvent: { severity: "error", message: "create is not in the plan" } };
    const calls = engine({ shown: many, did: [did[0]!, other], end: once, state: kept });
    expect(await run("up")).toBe(1);
    expect(calls().at(-1)).toMatch(/^true /);
    expect(noted()).toBeUndefined();
  });

  test.each<[string, object, string[], boolean]>([
    ["not if that was asked for", kept, ["--skip-checkpoints"], false],
    ["not if the state was not written", {}, [], true],
  ])("%s", async (_name, state, more, isNoted) => {
    const calls = engine({ shown: many, did, end: once, state });
    expect(await run("up", ...more)).toBe(1);
    expect(calls().at(-1)).toMatch(/^true /);
    expect(noted() !== undefined).toBe(isNoted);
  });
});

describe("destroy", () => {
  const all = steps("delete", worthwhile.destroy, ours("AwsConnection"));

  test("goes without checkpoints where all is ours, whatever the commit", async () => {
    const calls = engine({ shown: all });
    expect(await run("destroy")).toBe(0);
    expect(calls()).toEqual([
      expect.stringMatching(/^true false destroy .*--preview-only/),
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
});
