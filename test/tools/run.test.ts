import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run, type RunResult } from "../../tools/shared/child.cjs";
import { projectRoot } from "../../tools/project";
import { temporaryFolder, writeCommand, writeFile } from "./fixtures";

const folder = temporaryFolder();
let projects = 0;

/**
 * A project with the real start script, and with an npm, a compiler and a bundler that only record
 * their calls.
 */
function project(): { start: (...args: string[]) => Promise<RunResult>; log: () => string; root: string } {
  const root = join(folder, String(++projects));
  const tools = join(projectRoot(), "tools");
  mkdirSync(join(root, "tools"), { recursive: true });
  copyFileSync(join(tools, "run.mjs"), join(root, "tools", "run.mjs"));
  cpSync(join(tools, "shared"), join(root, "tools", "shared"), { recursive: true });
  writeFile(join(root, "tools", "bundle.mjs"), "export const bundle = async () => {};");
  for (const name of ["package-lock.json", "tsconfig.json", "tsconfig.build.json"]) writeFile(join(root, name), "{}");
  writeFile(join(root, "sdk", "index.ts"), "1");
  writeFile(join(root, "tools", "main.ts"), "1");
  const log = writeFile(join(root, "log"));
  const compiler = writeFile(
    join(root, "compiler.js"),
    `const fs = require("node:fs");
    fs.appendFileSync(${JSON.stringify(log)}, "tsc ");
    if (fs.readFileSync("sdk/index.ts", "utf8") === "broken") { console.log("sdk/index.ts: broken"); process.exit(2); }
    fs.mkdirSync("dist/tools", { recursive: true });
    fs.writeFileSync("dist/tools/main.js", "exports.main = async (...call) => { console.log(JSON.stringify(call)); return 7; };");`,
  );
  const install = `mkdir -p node_modules/typescript/bin && cp ${compiler} node_modules/typescript/bin/tsc`;
  writeCommand(join(root, "bin", "npm"), `printf 'npm %s ' "$1" >> ${log}; ${install}`);
  const env = { ...process.env, PATH: `${join(root, "bin")}:${process.env.PATH}`, npm_execpath: undefined };
  const start = (...args: string[]): Promise<RunResult> =>
    run(process.execPath, [join(root, "tools", "run.mjs"), ...args], { capture: true, env });
  return { start, log: () => readFileSync(log, "utf8"), root };
}

test("a fresh clone is installed and compiled once, even by two at the same time; then the command runs", async () => {
  const { start, log } = project();
  const results = await Promise.all([start("up", "--", "--refresh"), start("up", "--", "--refresh")]);
  for (const { code, stdout } of results) {
    expect(code).toBe(7);
    expect(stdout).toBe('["up",["--","--refresh"]]\n');
  }
  await start("up");
  expect(log()).toBe("npm ci tsc tsc ");
});

test("a changed source is compiled again, a changed lock file installed again", async () => {
  const { start, log, root } = project();
  await start("build");
  writeFile(join(root, "sdk", "index.ts"), "22");
  await start("build");
  expect(log()).toBe("npm ci tsc tsc tsc tsc ");
  writeFile(join(root, "package-lock.json"), "{ }");
  await start("build");
  expect(log()).toBe("npm ci tsc tsc tsc tsc npm ci tsc tsc ");
});

test("the output of a removed source is removed, so that no package contains it", async () => {
  const { start, root } = project();
  const stale = writeFile(join(root, "dist", "sdk", "gone.js"));
  const kept = writeFile(join(root, "dist", "sdk", "index.js"));
  await start("build");
  expect([existsSync(stale), existsSync(kept)]).toEqual([false, true]);
});

test("a source that does not compile ends it, with the compiler's output", async () => {
  const { start, root } = project();
  writeFile(join(root, "sdk", "index.ts"), "broken");
  expect(await start("up")).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("sdk/index.ts: broken") as string,
  });
});

test("what is generated may be missing where it is compiled: it runs with what compiles", async () => {
  const { start, root } = project();
  writeFile(join(root, "sdk", "index.ts"), "broken");
  writeFile(
    join(root, "dist", "tools", "main.js"),
    "exports.main = async (...call) => { console.log(call[0]); return 0; };",
  );
  expect(await start("generate")).toMatchObject({
    code: 0,
    stdout: "generate\n",
    stderr: expect.stringContaining("sdk/index.ts: broken") as string,
  });
});

test("a child that ends by a signal, or not in time, has a matching exit code", async () => {
  const script = (body: string): string[] => ["-e", body];
  const shared = { capture: true };
  const killed = await run(
    process.execPath,
    script("process.kill(process.pid, 'SIGTERM'); setInterval(() => 0, 1000)"),
    shared,
  );
  const late = await run(process.execPath, script("setInterval(() => 0, 1000)"), { ...shared, deadlineMs: 50 });
  expect([killed.code, late.code]).toEqual([143, 137]);
});

test("a signal to us reaches the child, and only once", async () => {
  const child = `let count = 0; process.on("SIGTERM", () => { count++; setTimeout(() => process.exit(count), 50); });
    console.log("ready"); setInterval(() => 0, 1000);`;
  const parent = `const { run } = require(${JSON.stringify(require.resolve("../../tools/shared/child.cjs"))});
    run(process.execPath, ["-e", ${JSON.stringify(child)}], { stdin: "ignore" }).then(({ code }) => console.log("code", code));`;
  // The shell signals its whole group twice, as a terminal and npm together do.
  const script = `trap '' TERM; "$0" -e "$1" > "$2" & child=$!; until grep -q ready "$2"; do :; done; kill -TERM $child; kill -TERM $child; wait $child; cat "$2"`;
  const output = writeFile(join(folder, "output"));
  const { stdout } = await run("sh", ["-c", script, process.execPath, parent, output], {
    capture: true,
    stdin: "ignore",
  });
  expect(stdout).toContain("code 1");
});
