import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scripted } from "./scripted";
import { emptyLog, logOf, plan, refresh } from "./steps";

/** Nothing that would delete a key is started unless that is allowed. */

const { folder, pulumi, pipeline, planning, said } = scripted();
const lost = plan("delete", "a", { onDestroy: "destroy" }, null);

test("an up that would delete a key ends after its preview: 9, and names the key", async () => {
  const summary = join(folder, "summary.md");
  const calls = planning(...lost);
  expect(await pipeline("up", "--cwd", folder, "--summary", summary)).toBe(9);
  expect(calls()).toEqual([expect.stringMatching(/^true preview /)]);
  expect(said()).toBe('\nthis update deletes 1 key (VaultKey "a")\n\npipeline up: key-deletion (exit code 9)\n');
  expect(readFileSync(summary, "utf8")).toContain("This update deletes 1 key (`VaultKey` a).");
  expect(readFileSync(summary, "utf8")).toContain("nothing was changed");
});

test("--allow-key-deletion starts it, and the keys are still named", async () => {
  const log = join(folder, "events");
  writeFileSync(log, logOf(lost));
  pulumi(`cp "${log}" "\${!#}"`);
  expect(await pipeline("up", "--cwd", folder, "--allow-key-deletion")).toBe(0);
  expect(said()).toBe('\nthis update deleted 1 key (VaultKey "a")\n\npipeline up: 1 deleted (exit code 0)\n');
});

test("a preview that would delete a key: 9, before drift, which no --accept takes; allowed, it is a change", async () => {
  planning(...refresh("b", { size: 1 }, { size: 2 }), ...plan("update", "b", { size: 2 }, { size: 1 }), ...lost);
  expect(await pipeline("preview", "--cwd", folder, "--no-audit", "--accept", "drift,changes")).toBe(9);
  expect(said()).toContain('this update deletes 1 key (VaultKey "a")');
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
  expect(said()).toContain("pipeline up: failure (exit code 1)");
  expect(existsSync(join(folder, "was-started"))).toBe(false);
});

test("a key that ended although the preview did not show it is not reported as done", async () => {
  const summary = join(folder, "summary.md");
  const log = join(folder, "events");
  writeFileSync(log, logOf(lost));
  pulumi(`case "$1" in preview) ${emptyLog};; *) cp "${log}" "\${!#}";; esac`);
  expect(await pipeline("up", "--cwd", folder, "--summary", summary)).toBe(9);
  expect(said()).toContain('this update deleted 1 key (VaultKey "a")');
  expect(readFileSync(summary, "utf8")).toContain("Keys were deleted that the preview could not know of");
});

test("a run whose own log cannot be read may have deleted keys: 1, unless that was allowed", async () => {
  pulumi(`case "$1" in preview) ${emptyLog};; esac`);
  expect(await pipeline("up", "--cwd", folder)).toBe(1);
  expect(said()).toContain("Pulumi succeeded, but its event log is incomplete");
  expect(await pipeline("up", "--cwd", folder, "--allow-key-deletion")).toBe(0);
});

test("a destroy that would delete a key ends after its preview: 9, and nothing was destroyed", async () => {
  const summary = join(folder, "summary.md");
  const log = join(folder, "calls");
  const shown = join(folder, "shown");
  writeFileSync(log, "");
  writeFileSync(shown, logOf(lost, true));
  pulumi(`echo "$*" >> "${log}"; cp "${shown}" "\${!#}"`);
  expect(await pipeline("destroy", "--cwd", folder, "--summary", summary)).toBe(9);
  expect(readFileSync(log, "utf8")).toMatch(/^destroy .*--refresh --preview-only --event-log \S+\n$/);
  expect(readFileSync(log, "utf8")).not.toMatch(/--yes|--skip-preview/);
  expect(said()).toContain('this destroy deletes 1 key (VaultKey "a")');
  expect(readFileSync(summary, "utf8")).toContain("#### What `pulumi destroy` would do: 1 to delete");
});

test("a pipeline's settings for deploying do not reach the preview of a destroy", async () => {
  const log = join(folder, "told");
  pulumi(
    `echo "\${PULUMI_OPTION_YES:-unset} \${PULUMI_SKIP_CONFIRMATIONS:-unset} \${PULUMI_OPTION_SKIP_PREVIEW:-unset}" > "${log}"; exit 1`,
  );
  const settings = { PULUMI_OPTION_YES: "true", PULUMI_SKIP_CONFIRMATIONS: "true", PULUMI_OPTION_SKIP_PREVIEW: "true" };
  Object.assign(process.env, settings);
  try {
    expect(await pipeline("destroy", "--cwd", folder)).toBe(1);
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
  }
  expect(readFileSync(log, "utf8")).toBe("unset unset unset\n");
});

test.each(["up", "destroy"])("%s changes nothing where the engine writes its log in another form", async (command) => {
  const calls = join(folder, "calls");
  const summary = join(folder, "summary.md");
  writeFileSync(calls, "");
  writeFileSync(join(folder, "events"), logOf(lost).replaceAll('"delete"', '"destroy"'));
  pulumi(`echo "$*" >> "${calls}"; cp "${join(folder, "events")}" "\${!#}"`);
  expect(await pipeline(command, "--cwd", folder, "--no-audit", "--summary", summary)).toBe(1);
  expect(readFileSync(calls, "utf8").trim().split("\n")).toEqual([expect.stringMatching(/^preview |--preview-only /)]);
  const words = "event log is incomplete, or has a form that is not known here, so it is not known what would change";
  expect(readFileSync(summary, "utf8")).toContain(words);
  expect(said()).toContain(words);
});

test("--accept names the option that allows the deletion of keys", async () => {
  const exit = jest.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  await expect(pipeline("preview", "--accept", "key-deletion")).rejects.toThrow();
  expect(said()).toContain("--allow-key-deletion");
  exit.mockRestore();
});

test("no argument turns the preview of a destroy into a destroy", async () => {
  const log = join(folder, "calls");
  writeFileSync(log, "");
  pulumi(`echo "$*" >> "${log}"; exit 1`);
  const more = ["--preview-only=false", "--yes", "-y", "-f", "--remove", "--skip-preview"];
  expect(await pipeline("destroy", "--cwd", folder, "--", ...more)).toBe(1);
  expect(readFileSync(log, "utf8")).toMatch(/^destroy [^\n]*--preview-only=false --preview-only --event-log \S+\n$/);
});

test("a destroy without keys is previewed and done, and its last line says what it did", async () => {
  const calls = join(folder, "calls");
  const log = join(folder, "events");
  const events = [...refresh("a", { size: 1 }, { size: 2 }), ...plan("delete", "a", { size: 2 }, null)];
  writeFileSync(calls, "");
  writeFileSync(log, logOf(events));
  pulumi(`echo "$*" >> "${calls}"; cp "${log}" "\${!#}"`);
  expect(await pipeline("destroy", "--cwd", folder)).toBe(0);
  expect(readFileSync(calls, "utf8").trim().split("\n")).toEqual([
    expect.stringMatching(/--preview-only /),
    expect.stringMatching(/^destroy --yes .*--skip-preview /),
  ]);
  expect(said()).toBe("\npipeline destroy: 1 deleted (exit code 0)\n");
});

test("a destroy that is allowed to delete keys names them; repeated, it finds nothing", async () => {
  const summary = join(folder, "summary.md");
  const log = join(folder, "events");
  writeFileSync(log, logOf(lost));
  pulumi(`cp "${log}" "\${!#}"`);
  expect(await pipeline("destroy", "--cwd", folder, "--allow-key-deletion", "--summary", summary)).toBe(0);
  expect(said()).toContain('this destroy deleted 1 key (VaultKey "a")');
  expect(readFileSync(summary, "utf8")).toContain("#### What was done: 1 deleted");
  writeFileSync(log, logOf([]));
  expect(await pipeline("destroy", "--cwd", folder, "--summary", summary)).toBe(0);
  expect(readFileSync(summary, "utf8")).toContain("There was nothing to destroy.");
});
