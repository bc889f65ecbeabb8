import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureEngine, ensureRandomPlugin } from "../../tools/engine";
import { writeLaunchers } from "../../tools/engine/launchers";
import { pulumiVersion, randomVersion } from "../../tools/engine/versions";
import { run } from "../../tools/shared/child.cjs";
import { temporaryFolder, writeCommand, writeFile } from "./fixtures";

const folder = temporaryFolder();
const plugin = join("plugins", `resource-random-v${randomVersion}`);

beforeEach(() => jest.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no internet")));

/** A go command that records how it was called and creates an empty binary at the given path. */
function installGo(name: string, body = ""): { PATH: string; calls: () => string[] } {
  const log = join(folder, name, "log");
  const output = 'for arg; do test "$previous" = "-o" && : > "$arg"; previous="$arg"; done';
  writeCommand(join(folder, name, "bin", "go"), `echo "CGO_ENABLED=$CGO_ENABLED $*" >> ${log}\n${body}\n${output}`);
  const calls = (): string[] => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []);
  return { PATH: join(folder, name, "bin"), calls };
}

function place(name: string): { cacheDir: string; stateDir: string } {
  return { cacheDir: join(folder, name, "cache"), stateDir: join(folder, name, "state") };
}

test("without Pulumi, internet and Go, the error says what to install and where to read more", async () => {
  const attempt = ensureEngine({ ...place("nothing"), env: { PATH: "/nowhere" } });
  await expect(attempt).rejects.toThrow(
    /on PATH: not found[^]*does not respond[^]*no Go on PATH[^]*install Go[^]*docs\/configuration/,
  );
  expect(readdirSync(join(folder, "nothing", "cache"))).toEqual([]);
});

test("a build that fails shows Go's last output", async () => {
  const { PATH } = installGo("broken", "echo 'go: module lookup disabled' >&2; exit 1");
  await expect(ensureEngine({ ...place("broken"), env: { PATH } })).rejects.toThrow("go: module lookup disabled");
});

test("with Go, everything is built once, with the same flags, into the cache", async () => {
  const { PATH, calls } = installGo("built");
  const options = { ...place("built"), env: { PATH } };
  const [engine, other] = await Promise.all([ensureEngine(options), ensureEngine(options)]);
  expect(engine).toMatchObject({ binDir: other.binDir, version: pulumiVersion });
  expect(engine.limits).toMatch(/no resource hooks and starts no policy packs.* install Pulumi/);
  expect(readdirSync(engine.binDir).sort()).toEqual([
    "pulumi",
    "pulumi-analyzer-policy",
    "pulumi-language-nodejs",
    "pulumi-resource-pulumi-nodejs",
  ]);
  expect(calls()).toHaveLength(2);
  const homes = await Promise.all([ensureRandomPlugin(engine, options), ensureRandomPlugin(engine, options)]);
  expect(homes).toEqual([engine.pulumiHome, engine.pulumiHome]);
  expect(existsSync(join(engine.pulumiHome, plugin, "pulumi-resource-random"))).toBe(true);
  expect(calls()).toHaveLength(3);
  const flags = /^CGO_ENABLED=0 build -mod=readonly -trimpath -buildvcs=false /;
  expect(calls().every((call) => flags.test(call))).toBe(true);
});

test("a user's own Pulumi home is used, and not written to", async () => {
  const { PATH } = installGo("home");
  const home = join(folder, "home", "theirs");
  const options = { ...place("home"), env: { PATH, PULUMI_HOME: home } };
  const engine = await ensureEngine(options);
  expect(engine.pulumiHome).toBe(home);
  expect(await ensureRandomPlugin(engine, options)).not.toBe(home);
  expect(existsSync(home)).toBe(false);
});

test("an engine on PATH is used unchanged", async () => {
  const { PATH, calls } = installGo("own");
  writeCommand(join(PATH, "pulumi"), "echo v3.240.0");
  for (const name of ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"]) writeCommand(join(PATH, name));
  expect(await ensureEngine({ ...place("own"), env: { PATH } })).toMatchObject({ binDir: PATH, version: "3.240.0" });
  expect(calls()).toHaveLength(0);
});

test("the dynamic provider's launcher runs the program's own copy and passes its arguments on", async () => {
  const program = join(folder, "program");
  const module = join(program, "node_modules", "@pulumi", "pulumi", "cmd", "dynamic-provider", "index.js");
  writeFile(module, "console.log(process.argv.slice(2).join());");
  const binDir = join(folder, "launchers");
  writeFile(join(binDir, "keep"));
  writeLaunchers(binDir);
  const options = { cwd: program, capture: true };
  const { stdout } = await run(join(binDir, "pulumi-resource-pulumi-nodejs"), ["127.0.0.1:1", "x"], options);
  expect(stdout).toBe("127.0.0.1:1,x\n");
});
