import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scripted } from "./scripted";
import { emptyLog, logOf, plan, refresh, step } from "./steps";

/** The command with a scripted engine. */

const { folder, pulumi, pipeline, planning, said } = scripted();

test("a summary path that cannot be written is a usage error, and nothing is run", async () => {
  pulumi(`touch "${folder}/was-run"`);
  const summary = join(folder, "nowhere", "summary.md");
  expect(await pipeline("up", "--cwd", folder, "--summary", summary)).toBe(2);
  expect(said()).toContain(`--summary ${summary} cannot be written (ENOENT): name a file in an existing folder.`);
  expect(existsSync(join(folder, "was-run"))).toBe(false);
});

describe("what would delete protected keys is a usage error, and nothing is run", () => {
  const variable = "PULUMI_OPTION_IGNORE_PROTECT";
  afterEach(() => delete process.env[variable]);

  test.each([
    ["up", ["--ignore-protect"], undefined, "--ignore-protect"],
    ["destroy", ["--ignore-protect=true"], undefined, "--ignore-protect"],
    ["preview", [], "1", variable],
  ])("%s %p, with the variable %p", async (kind, more, value, named) => {
    pulumi(`touch "${folder}/was-run"`);
    if (value !== undefined) process.env[variable] = value;
    expect(await pipeline(kind, "--cwd", folder, "--", ...more)).toBe(2);
    expect(said()).toContain(`${named} is refused, and nothing was run: it would delete protected keys.`);
    expect(existsSync(join(folder, "was-run"))).toBe(false);
  });

  test("switched off, it is passed on", async () => {
    pulumi(emptyLog);
    process.env[variable] = "false";
    expect(await pipeline("preview", "--cwd", folder, "--", "--ignore-protect=false")).toBe(0);
  });
});

test("the summary of an earlier run is cleared before this one begins", async () => {
  const summary = join(folder, "summary.md");
  writeFileSync(summary, "an earlier run: all is well");
  pulumi(`[ ! -s "${summary}" ] || { echo "error: an old summary" >&2; exit 1; }`);
  expect(await pipeline("drift", "--cwd", folder, "--summary", summary)).toBe(0);
  expect(readFileSync(summary, "utf8")).toContain("Everything is as the program says.");
});

test("a preview with a truncated log is a failure, because the rest of the plan is unknown", async () => {
  const summary = join(folder, "summary.md");
  pulumi("exit 0");
  expect(await pipeline("preview", "--cwd", folder, "--summary", summary)).toBe(1);
  expect(readFileSync(summary, "utf8")).toContain("event log is incomplete");
  pulumi(emptyLog);
  expect(await pipeline("preview", "--cwd", folder, "--summary", summary)).toBe(0);
});

test("drift in a log that cannot be read is not accepted as a change of the program, nor is part of a log as drift", async () => {
  const log = join(folder, "events");
  const events = [...refresh("a", { size: 1 }, { size: 2 }), ...plan("update", "a", { size: 2 }, { size: 1 })];
  pulumi(`cp "${log}" "\${!#}"; [ $1 = drift ] || exit 7`);
  writeFileSync(log, logOf(events));
  expect(await pipeline("drift", "--cwd", folder, "--no-audit")).toBe(7);
  const lines = logOf([...events, ...plan("delete", "b", {}, null)]).split("\n");
  for (const text of [logOf(events).replaceAll('"old"', '"before"'), lines.toSpliced(4, 1).join("\n")]) {
    writeFileSync(log, text);
    expect(await pipeline("drift", "--cwd", folder, "--no-audit", "--accept", "drift,changes")).toBe(1);
    expect(said()).toContain("event log is incomplete");
  }
});

/** The plan does not tell whether there is an object; the state of one that was there does. */
const taking = (name: string) => {
  const [planned, done] = plan("create", name, null, { adopt: true, __adopted: true });
  delete (planned!.resourcePreEvent!.metadata.new!.inputs as Record<string, unknown>).__adopted;
  return [planned!, done!];
};

test.each([
  [[], "unchanged"],
  [[...plan("create", "a", null, {}), ...plan("update", "b", {}, { size: 1 })], "1 created, 1 updated"],
  [
    [
      ...plan("create", "a", null, { adopt: "id-of-a" }),
      ...plan("create", "b", null, { adopt: true }),
      ...taking("c"),
      ...plan("create", "d", null, {}),
    ],
    "2 created, 2 taken over (2 VaultKey)",
  ],
  [
    [...refresh("a", { size: 1 }, { size: 2 }), ...plan("update", "a", { size: 2 }, { size: 1 })],
    "1 updated; changed outside and corrected: 1",
  ],
])("the last line of up says what it did (%#)", async (events, words) => {
  const log = join(folder, "events");
  writeFileSync(log, logOf(events));
  pulumi(`cp "${log}" "\${!#}"`);
  expect(await pipeline("up", "--cwd", folder, "--no-audit")).toBe(0);
  expect(said()).toBe(`\npipeline up: ${words} (exit code 0)\n`);
});

/** Records the calls, and refuses those that match, as a mandatory policy does. */
function refusing(pattern: string): () => string[] {
  const log = join(folder, "calls");
  const violation = {
    policyEvent: { message: "no", policyName: "purpose", policyPackName: "house", enforcementLevel: "mandatory" },
  };
  writeFileSync(log, "");
  pulumi(`echo "$*" >> "${log}"
    case "$*" in ${pattern}) echo '${JSON.stringify(violation)}' > "\${!#}"; code=1;; esac
    echo '${logOf([], true)}' >> "\${!#}"; exit \${code:-0}`);
  return () => readFileSync(log, "utf8").trim().split("\n");
}

test.each(["preview", "drift"])(
  "%s evaluates policy packs without a refresh too, and also reports drift",
  async (kind) => {
    const summary = join(folder, "summary.md");
    const calls = refusing("*--refresh=false*");
    expect(await pipeline(kind, "--cwd", folder, "--policy-pack", "house", "--summary", summary)).toBe(3);
    expect(calls()).toHaveLength(2);
    expect(readFileSync(summary, "utf8")).toContain("| mandatory | `house: purpose` | the stack | no |");
  },
);

test("policy violations of both previews are reported once", async () => {
  const summary = join(folder, "summary.md");
  refusing("*");
  expect(await pipeline("preview", "--cwd", folder, "--policy-pack", "house", "--summary", summary)).toBe(3);
  expect(readFileSync(summary, "utf8").match(/house: purpose/g)).toHaveLength(1);
});

test("an up that packs refuse without a refresh is not started", async () => {
  const calls = refusing("*--refresh=false*");
  expect(await pipeline("up", "--cwd", folder, "--policy-pack", "house")).toBe(3);
  expect(calls()).toEqual([expect.stringMatching(/^preview .*--refresh=false/)]);
});

test("packs that cannot be evaluated without a refresh are a failure", async () => {
  pulumi(`case "$*" in *--refresh=false*) exit 255;; esac; ${emptyLog}`);
  expect(await pipeline("preview", "--cwd", folder, "--policy-pack", "house")).toBe(1);
});

test.each([
  [
    `echo 'error: policy pack "/house" failed to start: could not read plugin [/house]: not supported' >&2`,
    "policy packs",
  ],
  [
    `echo '{"diagnosticEvent":{"severity":"error","message":"12 UNIMPLEMENTED: unknown method RegisterResourceHook"}}' > "\${!#}"`,
    "resource hooks",
  ],
])("what the language host of a built engine lacks is told with what to install (%#)", async (line, lacking) => {
  pulumi(`${line}; exit 255`);
  expect(await pipeline("preview", "--cwd", folder, "--policy-pack", "/house")).toBe(1);
  expect(said()).toMatch(new RegExp(`language host of this Pulumi is old.* no ${lacking}\\. Install Pulumi`));
});

test("without packs, or without a refresh, there is one run", async () => {
  const calls = refusing("none");
  expect(await pipeline("preview", "--cwd", folder)).toBe(0);
  expect(await pipeline("up", "--cwd", folder, "--policy-pack", "house", "--no-refresh")).toBe(0);
  expect(calls()).toEqual([
    expect.stringMatching(/^preview .*--refresh /),
    expect.stringMatching(/^preview .*--refresh=false /),
    expect.stringMatching(/^up .*--refresh=false .*--skip-preview /),
  ]);
});

test("an accepted run is reported with its actual exit code", async () => {
  const summary = join(folder, "summary.md");
  const log = join(folder, "events");
  writeFileSync(log, logOf(plan("create", "a", null, {})));
  pulumi(`cp "${log}" "\${!#}"`);
  expect(await pipeline("preview", "--cwd", folder, "--accept", "changes", "--summary", summary)).toBe(0);
  expect(said()).toBe("\npipeline preview: changes (exit code 0; without --accept 8)\n");
  expect(readFileSync(summary, "utf8")).toContain("<sub>Exit code 0; without --accept 8.</sub>");
  expect(await pipeline("preview", "--cwd", folder, "--accept", "drift")).toBe(8);
  expect(said()).toContain("pipeline preview: changes (exit code 8)\n");
});

test("a run that was ended by a signal is not accepted", async () => {
  const log = join(folder, "events");
  writeFileSync(log, logOf(plan("create", "a", null, {})));
  pulumi(
    `trap 'cp "${log}" "$events"; exit 0' TERM; events="\${!#}"; : > ${folder}/ready; while :; do sleep 0.02; done`,
  );
  const running = pipeline("preview", "--cwd", folder, "--accept", "changes");
  while (!existsSync(join(folder, "ready"))) await new Promise(setImmediate);
  process.emit("SIGTERM", "SIGTERM");
  expect(await running).toBe(143);
  expect(said()).toContain("(exit code 143)");
});

const creating = (type: string) => {
  const of = `pulumi-nodejs:dynamic/ciphertrust:${type}`;
  const made = { id: "", custom: true, inputs: {}, outputs: {} };
  return { resourcePreEvent: { metadata: step("create", "one", null, made, of) } };
};

test("--skip-checkpoints checks a preview, and binds the update to its plan", async () => {
  const calls = planning(creating("VaultKey"));
  expect(await pipeline("up", "--cwd", folder, "--skip-checkpoints", "--", "--target", "a")).toBe(0);
  const [preview, up, ...more] = calls();
  const [, saved] = /^true preview .*--refresh --target a --save-plan (\S+) --event-log/.exec(preview!) ?? [];
  expect(saved).toMatch(/^\//);
  expect(up).toMatch(/^true up --yes .*--refresh --target a --skip-preview --plan (\S+) --event-log/);
  expect(up).toContain(`--plan ${saved} `);
  expect(more).toEqual([]);
});

test("--skip-checkpoints: an up that could lose something is not started, and the summary says why", async () => {
  const summary = join(folder, "summary.md");
  const calls = planning(creating("AwsKms"));
  expect(await pipeline("up", "--cwd", folder, "--skip-checkpoints", "--summary", summary)).toBe(1);
  expect(calls()).toHaveLength(1);
  expect(said()).toContain('AwsKms "one": it cannot carry an ownership mark');
  expect(readFileSync(summary, "utf8")).toContain('AwsKms "one": it cannot carry an ownership mark');
});

test("--skip-checkpoints: after a preview that failed, up is not started", async () => {
  const calls = planning(creating("VaultKey"));
  process.env.FAILS = "1";
  try {
    expect(await pipeline("up", "--cwd", folder, "--skip-checkpoints")).toBe(1);
  } finally {
    delete process.env.FAILS;
  }
  expect(calls()).toHaveLength(1);
});

test("checkpoints are skipped only on request", async () => {
  const calls = planning(creating("AwsKms"));
  expect(await pipeline("up", "--cwd", folder)).toBe(0);
  expect(calls()).toEqual([expect.stringMatching(/^true preview /), expect.stringMatching(/^false up --yes /)]);
});
