/**
 * The entry of the npm commands, but for `format`, `faults` and `mutate`, which need the
 * dependencies. It needs nothing but Node, so that it works in a fresh clone: it installs the
 * dependencies, compiles, and hands over to the compiled tools.
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
/** What lint and the other tools need; the package itself needs less. */
const MINIMUM_NODE = [20, 19, 0];
/**
 * What the package is compiled from, into `dist`; the emulator is a package of its own, with its
 * own `dist`.
 */
const SOURCES = ["provider", "sdk", "cli", "policy", "tools"];
const EMULATOR = "emulator";
/** What the compiler leaves behind although the compiled code reads it. */
const ASSETS = new Set([".cjs", ".json", ".tsv", ".yaml"]);
const NO_SOURCES = [join("tools", "engine", "go"), join(EMULATOR, "dist"), join(EMULATOR, "node_modules")];

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
  const results = await Promise.all(["tsconfig.build.json", join(EMULATOR, "tsconfig.json")].map(runCompiler));
  const assets = sourceFiles(SOURCES).filter((name) => ASSETS.has(extname(name)));
  for (const file of assets) cpSync(at(file), at("dist", file));
  for (const folder of SOURCES) removeStale(at("dist", folder), at(folder));
  removeStale(at(EMULATOR, "dist"), at(EMULATOR));
  const result = results.find(({ code }) => code !== 0) ?? results[0];
  if (result.code !== 0) return result;
  const { bundle } = await import("./bundle.mjs");
  await bundle(root);
  writeFileSync(at("dist", ".compiled"), hash);
  return result;
}

function runCompiler(project) {
  const compiler = at("node_modules", "typescript", "bin", "tsc");
  const args = [compiler, "--project", project, "--pretty", String(process.stderr.isTTY === true)];
  return child.run(process.execPath, args, { cwd: root, capture: true });
}

/**
 * The compiler leaves the output of files that have since moved or gone; the package would carry
 * it.
 */
function removeStale(compiled, sources) {
  if (!existsSync(compiled)) return;
  for (const file of readdirSync(compiled, { recursive: true })) {
    const source = file.replace(/\.(d\.ts|js)$/, ".ts");
    const isStale = file.endsWith(".map") || (source !== file && !existsSync(join(sources, source)));
    if (isStale) rmSync(join(compiled, file));
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
  const settings = ["tsconfig.json", "tsconfig.build.json", "package-lock.json"];
  const files = [...settings, ...sourceFiles([...SOURCES, EMULATOR])];
  return hashOf(
    files.map((file) => {
      const { size, mtimeMs } = statSync(at(file));
      return `${file} ${size} ${mtimeMs}`;
    }),
  );
}

function sourceFiles(folders) {
  const list = (folder) =>
    readdirSync(at(folder), { withFileTypes: true }).flatMap((entry) => {
      const name = join(folder, entry.name);
      if (NO_SOURCES.includes(name)) return [];
      return entry.isDirectory() ? list(name) : [name];
    });
  return folders
    .filter((folder) => existsSync(at(folder)))
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
