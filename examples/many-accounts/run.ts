/**
 * Runs `pulumi-ciphertrust pipeline` for the stacks of all accounts, several at a time: `node
 * bin/run.js up`.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { accounts } from "./accounts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: Object.keys(accounts).join(",") },
    stacks: { type: "string", default: "4" },
    calls: { type: "string", default: "16" },
    "secrets-provider": { type: "string", default: "default" },
  },
});
const [command = "", ...more] = positionals;
const names = values.only.split(",");
const unknown = names.filter((name) => !Object.hasOwn(accounts, name));
const [stacks, calls] = [Number(values.stacks), Number(values.calls)];
if (!["up", "preview", "drift"].includes(command) || unknown.length > 0 || !(stacks >= 1 && calls >= stacks)) {
  if (unknown.length > 0) process.stderr.write(`accounts.ts has no ${unknown.join(", ")}.\n`);
  process.stderr.write(`Usage: node bin/run.js up|preview|drift [options] [-- <options of pipeline>]
  --only <names>                these accounts of accounts.ts, separated by commas (default: all)
  --stacks <number>             stacks at a time (default: 4)
  --calls <number>              concurrent calls of the service, at least one for each of these stacks (default: 16)
  --secrets-provider <address>  encrypts the secrets of new stacks, such as awskms://… (default: Pulumi's)\n`);
  process.exit(2);
}

const cli = join(dirname(require.resolve("pulumi-ciphertrust/package.json")), "dist", "cli", "index.js");
const CIPHERTRUST_MAX_CONCURRENCY = String(Math.floor(calls / stacks));
const env = { ...process.env, CIPHERTRUST_MAX_CONCURRENCY, PULUMI_SKIP_UPDATE_CHECK: "true" };
const write = (text: string): void => void process.stdout.write(`${text}\n`);
const running = new Set<ChildProcess>();

async function run(file: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const child = spawn(file, args, { cwd: join(__dirname, ".."), env, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => (text += part));
  const [code] = (await once(child, "close")) as [number | null];
  running.delete(child);
  return { code: code ?? 1, text: text.trim() };
}

/**
 * After a signal no further stack is started. A terminal sends SIGINT to what is running as well;
 * SIGTERM is passed on.
 */
let stopped: "SIGINT" | "SIGTERM" | undefined;
process.on("SIGINT", () => (stopped ??= "SIGINT"));
process.on("SIGTERM", () => {
  stopped ??= "SIGTERM";
  for (const child of running) child.kill("SIGTERM");
});

async function runStack(name: string, isNew: boolean): Promise<{ code: number; text: string }> {
  const secrets = ["--secrets-provider", values["secrets-provider"]];
  const made = isNew ? await run("pulumi", "stack", "init", name, "--no-select", ...secrets) : { code: 0, text: "" };
  return made.code === 0 ? run(process.execPath, cli, "pipeline", command, "--stack", name, ...more) : made;
}

async function main(): Promise<number> {
  const listed = await run("pulumi", "stack", "ls", "--json");
  if (listed.code !== 0) throw new Error(listed.text);
  const existing = (JSON.parse(listed.text) as { name: string }[]).map(({ name }) => name.split("/").at(-1)!);
  const ended = new Map<string, number>();
  const queue = names.values();
  const work = async (): Promise<void> => {
    for (const name of queue) {
      if (stopped) return;
      const { code, text } = await runStack(name, !existing.includes(name));
      ended.set(name, code);
      write(`${name}: ${code === 0 ? text.split("\n").at(-1) : `exit code ${code}\n${text}\n`}`);
    }
  };
  await Promise.all(Array.from({ length: stacks }, work));

  const codes = new Set(ended.values());
  for (const code of codes) write(`Exit code ${code}: ${names.filter((name) => ended.get(name) === code).join(", ")}`);
  const orphans = existing.filter((name) => !Object.hasOwn(accounts, name));
  if (orphans.length > 0) write(`Without an account in accounts.ts, and left as they are: ${orphans.join(", ")}`);
  if (stopped) return 128 + constants.signals[stopped];
  codes.delete(0);
  return codes.size > 1 ? 1 : ([...codes][0] ?? 0);
}

void main().then((code) => (process.exitCode = code));
