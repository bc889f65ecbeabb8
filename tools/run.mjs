/**
 * The entry of every npm command. It needs nothing but Node, so that it works in a fresh clone: it
 * installs the dependencies, compiles, and hands over to the compiled tools.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import child from "./shared/child.cjs";
import lock from "./shared/lock.cjs";
import progressModule from "./shared/progress.cjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const at = (...parts) => join(root, ...parts);
const MINIMUM_NODE = [20, 18, 1];
const SOURCES = ["provider", "sdk", "cli", "policy", "emulator", "tools"];
/** What the compiler leaves behind although the compiled code reads it. */
const ASSETS = new Set([".cjs", ".json", ".tsv", ".yaml"]);
const GO_SOURCES = at("tools", "engine", "go");

const progress = new progressModule.Progress();
process.exitCode = await start(process.argv[2], process.argv.slice(3));

async function start(command, args) {
  if (!isNodeRecent())
    return fail(
      `npm run ${command}: Node.js ${process.version} is too old. Install ${MINIMUM_NODE.join(".")} or later.`,
    );
  const code = await prepare();
  // What does not compile may be what it generates.
  if ((code !== 0 && command !== "generate") || command === "build") return code;
  const { main } = await import(pathToFileURL(at("dist", "tools", "main.js")).href);
  return main(command, args);
}

function isNodeRecent() {
  const version = process.versions.node.split(".").map(Number);
  const index = MINIMUM_NODE.findIndex((part, i) => version[i] !== part);
  return index < 0 || version[index] > MINIMUM_NODE[index];
}

async function prepare() {
  const steps = [
    { text: "Installing the dependencies", isDone: areDependenciesInstalled, work: installDependencies },
    { text: "Compiling", isDone: isCompiled, work: compile },
  ];
  if (steps.every((step) => step.isDone())) return 0;
  const onWait = (pid) => progress.note(`Waiting for process ${pid}, which is preparing this folder.`);
  return lock.withLock(at("dist", ".prepare.lock"), () => prepareAlone(steps), { onWait });
}

async function prepareAlone(steps) {
  for (const { text, isDone, work } of steps) {
    if (isDone()) continue;
    progress.step(text);
    const { code, stdout, stderr } = await work();
    progress.stop(code === 0 ? `${text}: done` : undefined);
    if (code !== 0) return fail(`${stdout}${stderr}\n${text} failed with exit code ${code}: the output is above.`);
  }
  return 0;
}

function areDependenciesInstalled() {
  if (readText(at("node_modules", ".installed")) === lockFileHash()) return true;
  const npmRecord = statSync(at("node_modules", ".package-lock.json"), { throwIfNoEntry: false });
  return npmRecord !== undefined && npmRecord.mtimeMs >= statSync(at("package-lock.json")).mtimeMs;
}

async function installDependencies() {
  const [npm, ...cli] = npmCommand();
  const result = await child.run(npm, [...cli, "ci", "--no-audit", "--no-fund"], { cwd: root, capture: true });
  if (result.code === 0) writeFileSync(at("node_modules", ".installed"), lockFileHash());
  return result;
}

/** The npm that started us; it is a script, because Windows runs no npm.cmd without a shell. */
function npmCommand() {
  const script = process.env.npm_execpath ?? "";
  return script.endsWith("npm-cli.js") ? [process.execPath, script] : ["npm"];
}

function isCompiled() {
  return readText(at("dist", ".compiled")) === sourcesHash();
}

async function compile() {
  const hash = sourcesHash();
  const compiler = at("node_modules", "typescript", "bin", "tsc");
  const args = [compiler, "--project", "tsconfig.build.json", "--pretty", String(process.stderr.isTTY === true)];
  const result = await child.run(process.execPath, args, { cwd: root, capture: true });
  for (const file of sourceFiles().filter((name) => ASSETS.has(extname(name)))) cpSync(at(file), at("dist", file));
  removeStale();
  if (result.code !== 0) return result;
  const { bundle } = await import("./bundle.mjs");
  await bundle(root);
  writeFileSync(at("dist", ".compiled"), hash);
  return result;
}

/**
 * The compiler leaves the output of files that have since moved or gone; the package would carry
 * it.
 */
function removeStale() {
  for (const folder of SOURCES.filter((name) => existsSync(at("dist", name)))) {
    for (const file of readdirSync(at("dist", folder), { recursive: true }).map((name) => join(folder, name))) {
      const source = file.replace(/\.(d\.ts|js)$/, ".ts");
      const isStale = file.endsWith(".map") || (source !== file && !existsSync(at(source)));
      if (isStale) rmSync(at("dist", file));
    }
  }
}

function lockFileHash() {
  return hashOf([readFileSync(at("package-lock.json"), "utf8")]);
}

/**
 * Size and time of every source: an older file that comes back from version control counts as a
 * change, too.
 */
function sourcesHash() {
  const files = ["tsconfig.json", "tsconfig.build.json", "package-lock.json", ...sourceFiles()];
  return hashOf(
    files.map((file) => {
      const { size, mtimeMs } = statSync(at(file));
      return `${file} ${size} ${mtimeMs}`;
    }),
  );
}

function sourceFiles() {
  const list = (folder) =>
    readdirSync(at(folder), { withFileTypes: true }).flatMap((entry) => {
      const name = join(folder, entry.name);
      if (at(name) === GO_SOURCES) return [];
      return entry.isDirectory() ? list(name) : [name];
    });
  return SOURCES.filter((folder) => existsSync(at(folder)))
    .flatMap(list)
    .sort();
}

function hashOf(lines) {
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function fail(message) {
  console.error(message.trim());
  return 1;
}
