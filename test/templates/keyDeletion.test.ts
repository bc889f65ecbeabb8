import { spawnSync } from "node:child_process";
import { parse } from "yaml";
import { template } from "./manifests";

/** The templates' `up` is allowed to delete keys only where whoever started it says so. */

const github = parse(template("github/pulumi-up.yml")) as {
  on: { workflow_dispatch: { inputs: Record<string, object> } };
  jobs: { up: { if: string; steps: { name?: string; run?: string; env?: Record<string, string> }[] } };
};
const gitlab = parse(template("gitlab/.gitlab-ci.yml")) as {
  variables: Record<string, { value: string }>;
  "pulumi-up": { script: string[] };
};
const step = github.jobs.up.steps.find(({ name }) => name === "Up")!;

/** The arguments that the script hands to npx, in a shell with the settings of either runner. */
function argumentsIn(script: string, allow: string | undefined): string[] {
  const env = {
    PATH: process.env.PATH,
    RUNNER_TEMP: "/tmp",
    ...(allow === undefined ? {} : { ALLOW_KEY_DELETION: allow }),
  };
  const text = `npx() { printf '%s\\n' "$@"; }\n${script}`;
  const { status, stdout } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", text], { env, encoding: "utf8" });
  expect(status).toBe(0);
  return stdout.trim().split("\n");
}

describe.each([
  ["GitHub", step.run!],
  ["GitLab", gitlab["pulumi-up"].script.join("\n")],
])("%s", (_host, script) => {
  test.each([undefined, "", "false", "yes"])("%j does not allow it", (allow) => {
    expect(argumentsIn(script, allow)).toEqual(expect.arrayContaining(["pulumi-ciphertrust", "pipeline", "up"]));
    expect(argumentsIn(script, allow).at(-1)).toMatch(/summary\.md$/);
  });

  test("true allows it", () => {
    expect(argumentsIn(script, "true").at(-1)).toBe("--allow-key-deletion");
  });
});

test("the input is off unless it is turned on, and only a run by hand of the main branch has it", () => {
  expect(github.on.workflow_dispatch.inputs).toMatchObject({ allow_key_deletion: { type: "boolean", default: false } });
  expect(step.env).toMatchObject({ ALLOW_KEY_DELETION: "${{ inputs.allow_key_deletion }}" });
  expect(github.jobs.up.if).toBe("${{ github.ref == 'refs/heads/main' }}");
  expect(gitlab.variables.ALLOW_KEY_DELETION).toMatchObject({ value: "false" });
});
