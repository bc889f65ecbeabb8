import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { nextRuns } from "../../provider/resources/schedules/cron";
import type { Pipeline, Workflow } from "../engine/runners";
import { documentsOf, manifestShape, stacksOf, template } from "./manifests";

/** Properties of the templates that can be tested without running them. */

const root = join(__dirname, "../..");
const workflows = readdirSync(join(root, "examples/pipelines/github")).map((file) => {
  const workflow = parse(template(`github/${file}`)) as Workflow;
  const [job, ...others] = Object.values(workflow.jobs);
  expect(others).toEqual([]);
  return { file, name: workflow.name, workflow, job: job! };
});

test.each(workflows)(
  "$file has minimal permissions, and pins actions to a commit, with its version for the reader",
  ({ file, workflow, job }) => {
    const more = { "pulumi-preview.yml": { "pull-requests": "write" }, "pulumi-drift.yml": { issues: "write" } };
    expect(workflow.permissions).toEqual({ contents: "read", ...more[file as keyof typeof more] });
    expect(job.permissions ?? job.env).toBeUndefined();
    const used = job.steps.flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
    for (const action of used)
      expect(template(`github/${file}`)).toMatch(new RegExp(`${action} # v\\d+\\.\\d+\\.\\d+[;\n]`));
    // An expression in a script would be code that others write.
    expect(job.steps.filter(({ run }) => run?.includes("${{"))).toEqual([]);
  },
);

/**
 * The group of a run of the workflow, as GitHub names it before it knows the environment of a job:
 * variables may be the environment's.
 */
const groupOf = ({ name, workflow }: (typeof workflows)[number]) =>
  workflow.concurrency.group.replace(/\$\{\{ (\S+) \}\}/g, (_, path: string) => {
    if (path === "github.workflow") return name;
    if (path === "github.event.pull_request.number") return "1";
    throw new Error(`${path} is not known when the group is named`);
  });

test("a deployment that waits is canceled by no other run, of whichever workflow", () => {
  const groups = workflows.map(groupOf);
  expect(new Set(groups).size).toBe(groups.length);
  const { concurrency } = workflows.find(({ file }) => file === "pulumi-up.yml")!.workflow;
  expect(concurrency).toMatchObject({ "cancel-in-progress": false, queue: "max" });
});

test("what runs on a schedule waits for no reviewer", () => {
  const scheduled = workflows.filter(({ workflow }) => workflow.on.schedule !== undefined);
  expect(scheduled.map(({ file }) => file)).toEqual(["pulumi-drift.yml", "rotation-report.yml"]);
  const deploying = workflows.filter(({ job }) => job.steps.some(({ run }) => run?.includes("pipeline up")));
  const reviewed = deploying.map(({ job }) => job.environment);
  expect(reviewed).toEqual(["production"]);
  for (const { job } of scheduled) expect(reviewed).not.toContain(job.environment);
});

test("GitLab: one job at a time changes the stack, and a newer one never stops it", () => {
  const pipeline = parse(template("gitlab/.gitlab-ci.yml")) as Pipeline;
  expect(pipeline["pulumi-up"]).toMatchObject({ resource_group: "pulumi-$PULUMI_STACK", interruptible: false });
  expect(pipeline["pulumi-drift"]).toMatchObject({ resource_group: "pulumi-$PULUMI_STACK" });
  expect(pipeline.default.image).toMatch(/^pulumi\/pulumi-nodejs-22:3\.\d+\.\d+$/);
});

test("the page says of each pipeline how the report is made once a month, and when the weekly one fails", () => {
  const page = readFileSync(join(root, "docs/pipelines.md"), "utf8");
  const [, section = ""] = /\n### Monthly report\n(.*?)\n##/s.exec(page) ?? [];
  const rows = section.split("\n").filter((line) => /^\| [A-Z]/.test(line));
  const names = rows.map((row) => row.split("|")[1]!.trim().toLowerCase().split(" ")[0]);
  expect(names.toSorted()).toEqual(
    readdirSync(join(root, "examples/pipelines"))
      .map((name) => name.split("-")[0])
      .toSorted(),
  );
  for (const row of rows) {
    const [cron] = /\d+ \d+ [\d*]+ [\d*]+ [\d*]+/.exec(row)!;
    const runs = nextRuns(cron, 12, new Date("2026-12-31T12:00:00Z"));
    expect(runs.map((run) => run.slice(5, 10))).toEqual(
      runs.map((_run, month) => `${String(month + 1).padStart(2, "0")}-01`),
    );
  }
  expect(page).toMatch(/rotation-report\.yml\) .*fails when a key is overdue or has no rotation/);
});

test("the rotation report runs once a week, and its page is kept even if a key is overdue", () => {
  const { on, jobs } = parse(template("github/rotation-report.yml")) as Workflow;
  const [, , week] = /^(\d+ \d+) \* \* (\d)$/.exec((on.schedule as { cron: string }[])[0]!.cron)!;
  expect(week).toBe("1");
  expect(jobs.report!.steps.at(-1)).toMatchObject({
    uses: expect.stringMatching(/^actions\/upload-artifact@/),
    if: "${{ !cancelled() }}",
    with: { path: "rotation-report.html" },
  });
  const gitlab = parse(template("gitlab/.gitlab-ci.yml")) as Pipeline;
  expect(gitlab["rotation-report"]).toMatchObject({ artifacts: { when: "always", paths: ["rotation-report.html"] } });
});

const main = "main";

/** The rules of GitLab that the template uses: comparisons of variables, joined by `&&`. */
function holds(rule: string, variables: Record<string, string>): boolean {
  return rule.split(" && ").every((comparison) => {
    const [left, operator, right] = comparison.split(" ").map((word) => {
      if (word.startsWith("$")) return variables[word.slice(1)] ?? "";
      return word.startsWith('"') ? (JSON.parse(word) as string) : word;
    });
    if (operator !== "==" && operator !== "!=") throw new Error(`${comparison} is no comparison`);
    return (left === right) === (operator === "==");
  });
}

test.each<[string, Record<string, string>, string[]]>([
  ["a merge request", { CI_PIPELINE_SOURCE: "merge_request_event" }, ["pulumi-preview"]],
  ["a push to the default branch", { CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: main }, ["pulumi-up"]],
  ["a push to another branch", { CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "mine" }, []],
  ["a tag", { CI_PIPELINE_SOURCE: "push", CI_COMMIT_TAG: "v1" }, []],
  ["a run by hand", { CI_PIPELINE_SOURCE: "web", CI_COMMIT_BRANCH: main }, ["pulumi-up"]],
  ["a run by hand of another branch", { CI_PIPELINE_SOURCE: "web", CI_COMMIT_BRANCH: "mine" }, []],
  ["a schedule", { CI_PIPELINE_SOURCE: "schedule", CI_COMMIT_BRANCH: main }, ["pulumi-drift"]],
  [
    "the schedule of the report",
    { CI_PIPELINE_SOURCE: "schedule", CI_COMMIT_BRANCH: main, SCHEDULED_TASK: "rotation-report" },
    ["rotation-report"],
  ],
])("GitLab: what runs for %s", (_cause, variables, expected) => {
  const { default: _shared, ...jobs } = parse(template("gitlab/.gitlab-ci.yml")) as Pipeline;
  const run = Object.entries(jobs).filter(([, { rules }]) =>
    rules?.some((rule) => holds(rule.if, { CI_DEFAULT_BRANCH: main, ...variables })),
  );
  expect(run.map(([name]) => name)).toEqual(expected);
});

test("GitLab: the token is in no argument of a command that others could see", () => {
  const { default: shared, ...jobs } = parse(template("gitlab/.gitlab-ci.yml")) as Pipeline;
  const scripts = Object.values(jobs).flatMap(({ script }) => script ?? []);
  const lines = [...shared.before_script, ...scripts].flatMap((text) => text.split("\n"));
  const naming = lines.filter((line) => line.includes("$GITLAB_TOKEN"));
  expect(naming).toHaveLength(1);
  // printf is a shell builtin.
  expect(naming[0]).toMatch(/^\s*printf 'header = "PRIVATE-TOKEN: %s"\\n' "\$GITLAB_TOKEN" \| curl .*--config - /);
});

test("the operator: manifests match the operator's definitions", () => {
  for (const manifest of [...documentsOf("stack.yaml"), ...documentsOf("drift.yaml")]) {
    expect(manifestShape.safeParse(manifest)).toMatchObject({ success: true });
  }
  const [keys, drift] = stacksOf(["stack.yaml", "drift.yaml"]);
  expect(drift!.spec).toMatchObject({
    preview: true,
    prerequisites: [{ name: keys!.metadata.name }],
    stack: keys!.spec.stack,
  });
  expect(drift!.spec.envRefs).toEqual(keys!.spec.envRefs);
});
