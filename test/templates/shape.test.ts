import { parse } from "yaml";
import type { Pipeline, Workflow } from "../engine/runners";
import { documentsOf, manifestShape, stacksOf, template } from "./manifests";

/** Properties of the templates that can be tested without running them. */

test.each([
  [
    "pulumi-preview",
    { contents: "read", "pull-requests": "write" },
    "pulumi-preview-${{ github.event.pull_request.number }}",
    true,
  ],
  ["pulumi-up", { contents: "read" }, "pulumi-${{ vars.PULUMI_STACK }}", false],
  ["pulumi-drift", { contents: "read", issues: "write" }, "pulumi-${{ vars.PULUMI_STACK }}", false],
  ["rotation-report", { contents: "read" }, "rotation-report", false],
])("%s has minimal permissions, runs one at a time, and pins actions to a tag", (name, permissions, group, stops) => {
  const workflow = parse(template(`github/${name}.yml`)) as Workflow;
  expect(workflow).toMatchObject({ permissions, concurrency: { group, "cancel-in-progress": stops } });
  const [only] = Object.values(workflow.jobs);
  expect(only!.permissions ?? only!.env).toBeUndefined();
  const used = only!.steps.flatMap(({ uses }) => uses ?? []);
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((action) => !/^[\w-]+\/[\w-]+@v\d+$/.test(action))).toEqual([]);
  // An expression in a script would be code that others write.
  expect(only!.steps.filter(({ run }) => run?.includes("${{"))).toEqual([]);
});

test("GitLab: one job at a time changes the stack, and a newer one never stops it", () => {
  const pipeline = parse(template("gitlab/.gitlab-ci.yml")) as Pipeline;
  expect(pipeline["pulumi-up"]).toMatchObject({ resource_group: "pulumi-$PULUMI_STACK", interruptible: false });
  expect(pipeline["pulumi-drift"]).toMatchObject({ resource_group: "pulumi-$PULUMI_STACK" });
  expect(pipeline.default.image).toMatch(/^pulumi\/pulumi-nodejs-22:3\.\d+\.\d+$/);
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
  // One schedule runs one of the two.
  const ruleOf = (job: string) => gitlab[job]!.rules.map((rule) => rule.if);
  expect(ruleOf("rotation-report")).toEqual([
    '$CI_PIPELINE_SOURCE == "schedule" && $SCHEDULED_TASK == "rotation-report"',
  ]);
  expect(ruleOf("pulumi-drift")).toEqual(['$CI_PIPELINE_SOURCE == "schedule" && $SCHEDULED_TASK != "rotation-report"']);
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
