import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { Command } from "commander";
import { pipelineCommand } from "../../../cli/pipeline/command";
import { plan, refresh, step } from "./steps";

/** The command with a scripted engine. */

const folder = mkdtempSync(join(tmpdir(), "ciphertrust-fake-pipeline-"));
const { PATH } = process.env;
let said: string;
beforeEach(() => {
  process.env.PATH = [folder, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
  said = "";
  jest.spyOn(process.stderr, "write").mockImplementation((part) => {
    said += String(part);
    return true;
  });
});
afterEach(() => {
  process.env.PATH = PATH;
  process.exitCode = undefined;
  jest.restoreAllMocks();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function pulumi(script: string): void {
  writeFileSync(join(folder, "pulumi"), `#!/usr/bin/env bash\n${script}\n`);
  chmodSync(join(folder, "pulumi"), 0o755);
}

async function pipeline(...args: string[]): Promise<unknown> {
  const program = new Command();
  pipelineCommand(program.command("pipeline"));
  await program.parseAsync(["pipeline", ...args], { from: "user" });
  return process.exitCode;
}

test("a summary path that cannot be written is a usage error, and nothing is run", async () => {
  pulumi(`touch "${folder}/was-run"`);
  const summary = join(folder, "nowhere", "summary.md");
  expect(await pipeline("up", "--cwd", folder, "--summary", summary)).toBe(2);
  expect(said).toContain(`--summary ${summary} cannot be written (ENOENT): name a file in an existing folder.`);
  expect(existsSync(join(folder, "was-run"))).toBe(false);
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
  pulumi(`echo '{"summaryEvent":{}}' > "\${!#}"`);
  expect(await pipeline("preview", "--cwd", folder, "--summary", summary)).toBe(0);
});

test.each([
  [[], "unchanged"],
  [[...plan("create", "a", null, {}), ...plan("update", "b", {}, { size: 1 })], "1 created, 1 updated"],
  [
    [...refresh("a", { size: 1 }, { size: 2 }), ...plan("update", "a", { size: 2 }, { size: 1 })],
    "1 updated; changed outside and corrected: 1",
  ],
])("the last line of up says what it did (%#)", async (events, words) => {
  const log = join(folder, "events");
  writeFileSync(log, [...events, { summaryEvent: {} }].map((event) => JSON.stringify(event)).join("\n"));
  pulumi(`cp "${log}" "\${!#}"`);
  expect(await pipeline("up", "--cwd", folder, "--no-audit")).toBe(0);
  expect(said).toBe(`\npipeline up: ${words} (exit code 0)\n`);
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
    echo '{"summaryEvent":{"isPreview":true}}' >> "\${!#}"; exit \${code:-0}`);
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
  pulumi('case "$*" in *--refresh=false*) exit 255;; esac; echo \'{"summaryEvent":{}}\' > "${!#}"');
  expect(await pipeline("preview", "--cwd", folder, "--policy-pack", "house")).toBe(1);
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
  const events = [...plan("create", "a", null, {}), { summaryEvent: {} }];
  writeFileSync(log, events.map((event) => JSON.stringify(event)).join("\n"));
  pulumi(`cp "${log}" "\${!#}"`);
  expect(await pipeline("preview", "--cwd", folder, "--accept", "changes", "--summary", summary)).toBe(0);
  expect(said).toBe("\npipeline preview: changes (exit code 0; without --accept 8)\n");
  expect(readFileSync(summary, "utf8")).toContain("<sub>Exit code 0; without --accept 8.</sub>");
  expect(await pipeline("preview", "--cwd", folder, "--accept", "drift")).toBe(8);
  expect(said).toContain("pipeline preview: changes (exit code 8)\n");
});

test("a run that was ended by a signal is not accepted", async () => {
  const log = join(folder, "events");
  const events = [...plan("create", "a", null, {}), { summaryEvent: {} }];
  writeFileSync(log, events.map((event) => JSON.stringify(event)).join("\n"));
  pulumi(
    `trap 'cp "${log}" "$events"; exit 0' TERM; events="\${!#}"; : > ${folder}/ready; while :; do sleep 0.02; done`,
  );
  const running = pipeline("preview", "--cwd", folder, "--accept", "changes");
  while (!existsSync(join(folder, "ready"))) await new Promise(setImmediate);
  process.emit("SIGTERM", "SIGTERM");
  expect(await running).toBe(143);
  expect(said).toContain("(exit code 143)");
});

/** Records calls with the variable that skips checkpoints; a preview shows these events. */
function planning(...events: object[]): () => string[] {
  const log = join(folder, "calls");
  const shown = join(folder, "shown");
  writeFileSync(log, "");
  writeFileSync(shown, [...events, { summaryEvent: { isPreview: true } }].map((one) => JSON.stringify(one)).join("\n"));
  pulumi(`echo "\${PULUMI_SKIP_CHECKPOINTS:-false} $*" >> "${log}"
    case "$1" in preview) cp "${shown}" "\${!#}"; [ -n "$FAILS" ] && exit 1;; *) echo '{"summaryEvent":{}}' > "\${!#}";; esac; exit 0`);
  return () => readFileSync(log, "utf8").trim().split("\n");
}

const creating = (type: string) => {
  const of = `pulumi-nodejs:dynamic/ciphertrust:${type}`;
  return { resourcePreEvent: { metadata: step("create", "one", null, { custom: true, inputs: {} }, of) } };
};

test("--skip-checkpoints checks a preview, and binds the update to its plan", async () => {
  const calls = planning(creating("VaultKey"));
  expect(await pipeline("up", "--cwd", folder, "--skip-checkpoints", "--", "--target", "a")).toBe(0);
  const [preview, up, ...more] = calls();
  const [, saved] = /^false preview .*--refresh --target a --save-plan (\S+) --event-log/.exec(preview!) ?? [];
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
  expect(said).toContain('AwsKms "one": it cannot carry an ownership mark');
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
  expect(calls()).toEqual([expect.stringMatching(/^false preview /), expect.stringMatching(/^false up --yes /)]);
});

const lost = plan("delete", "a", { onDestroy: "destroy" }, null);

test("an up that would delete a key ends after its preview: 9, and names the key", async () => {
  const summary = join(folder, "summary.md");
  const calls = planning(...lost);
  expect(await pipeline("up", "--cwd", folder, "--summary", summary)).toBe(9);
  expect(calls()).toEqual([expect.stringMatching(/^false preview /)]);
  expect(said).toBe(
    '\nthis update schedules the deletion of 1 key (VaultKey "a")\n\npipeline up: key-deletion (exit code 9)\n',
  );
  expect(readFileSync(summary, "utf8")).toContain("This update schedules the deletion of 1 key (`VaultKey` a).");
  expect(readFileSync(summary, "utf8")).toContain("nothing was changed");
});

test("--allow-key-deletion starts it at once, and the keys are still named", async () => {
  const log = join(folder, "events");
  writeFileSync(log, [...lost, { summaryEvent: {} }].map((event) => JSON.stringify(event)).join("\n"));
  pulumi(`[ "$1" = up ] && cp "${log}" "\${!#}"`);
  expect(await pipeline("up", "--cwd", folder, "--allow-key-deletion")).toBe(0);
  expect(said).toBe(
    '\nthis update scheduled the deletion of 1 key (VaultKey "a")\n\npipeline up: 1 deleted (exit code 0)\n',
  );
});

test("a preview that would delete a key: 9, before drift, which no --accept takes; allowed, it is a change", async () => {
  planning(...refresh("b", { size: 1 }, { size: 2 }), ...plan("update", "b", { size: 2 }, { size: 1 }), ...lost);
  expect(await pipeline("preview", "--cwd", folder, "--no-audit", "--accept", "drift,changes")).toBe(9);
  expect(said).toContain('this update schedules the deletion of 1 key (VaultKey "a")');
  expect(await pipeline("preview", "--cwd", folder, "--no-audit", "--allow-key-deletion")).toBe(7);
  expect(await pipeline("drift", "--cwd", folder, "--no-audit")).toBe(7);
});

test("a mandatory policy comes before the deletion of keys", async () => {
  const violation = {
    policyEvent: { message: "no", policyName: "p", policyPackName: "house", enforcementLevel: "mandatory" },
  };
  planning(...lost, violation);
  process.env.FAILS = "1";
  try {
    expect(await pipeline("up", "--cwd", folder)).toBe(3);
  } finally {
    delete process.env.FAILS;
  }
});

test("an up whose preview cannot be read to its end is not started", async () => {
  pulumi(`[ "$1" = preview ] || touch "${folder}/was-started"`);
  expect(await pipeline("up", "--cwd", folder)).toBe(1);
  expect(said).toContain("pipeline up: failure (exit code 1)");
  expect(existsSync(join(folder, "was-started"))).toBe(false);
});

test("a key that ended although the preview did not show it is not reported as done", async () => {
  const summary = join(folder, "summary.md");
  const log = join(folder, "events");
  writeFileSync(log, [...lost, { summaryEvent: {} }].map((event) => JSON.stringify(event)).join("\n"));
  pulumi(
    `case "$1" in preview) echo '{"summaryEvent":{"isPreview":true}}' > "\${!#}";; *) cp "${log}" "\${!#}";; esac`,
  );
  expect(await pipeline("up", "--cwd", folder, "--summary", summary)).toBe(9);
  expect(said).toContain('this update scheduled the deletion of 1 key (VaultKey "a")');
  expect(readFileSync(summary, "utf8")).toContain("Keys were deleted that the preview could not know of");
});
