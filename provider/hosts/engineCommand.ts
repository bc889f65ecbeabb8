import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

/**
 * What Pulumi's engine was started to do. It tells no provider: only its command line and the
 * environment do.
 */

/** A process: which one started it, and with what arguments, the first of which names its program. */
interface Started {
  readonly parent: number;
  readonly args: readonly string[];
}

export type Look = (pid: number) => Started | undefined;

/**
 * The arguments of the engine that started this process. Launchers may be in between. `undefined`
 * where they cannot be read, as on Windows.
 */
export function engineArguments(look: Look = lookHere, pid = process.ppid): readonly string[] | undefined {
  // The engine may be the first process of a container, which has the id 1.
  if (pid < 1) return undefined;
  const found = look(pid);
  if (!found) return undefined;
  const [program = "", ...args] = found.args;
  return /^pulumi(\.exe)?$/.test(basename(program)) ? args : engineArguments(look, found.parent);
}

/**
 * True for the command that ends a whole stack. Where an option's value may be taken for it,
 * another command follows.
 */
export function isDestroy(args: readonly string[]): boolean {
  const isOther = args.some((one) => /^(up|update|watch|do)$/.test(one));
  return !isOther && /^(destroy|down|dn)$/.test(commandOf(args) ?? "");
}

/**
 * Whether the engine goes on after a failure: its arguments say so or, where they do not, its
 * environment. `undefined` if neither does, and the arguments cannot be read.
 */
export function continuesOnError(
  args: readonly string[] | undefined,
  env: NodeJS.ProcessEnv = process.env,
): boolean | undefined {
  return (
    fromArguments(args ?? []) ??
    truth(env.PULUMI_OPTION_CONTINUE_ON_ERROR) ??
    truth(env.PULUMI_CONTINUE_ON_ERROR) ??
    (args && false)
  );
}

/** Of the options that may precede the command, those that take no value. */
const switches =
  /^(-[eQh]|--(emoji|fully-qualify-stack-names|disable-integrity-checking|logflow|logtostderr|non-interactive|help)|.*=.*|-[^-].+)$/;

function commandOf(args: readonly string[]): string | undefined {
  const isOption = (one: string | undefined) => one?.startsWith("-") === true;
  return args.find((one, index) => !isOption(one) && !(isOption(args[index - 1]) && !switches.test(args[index - 1]!)));
}

function fromArguments(args: readonly string[]): boolean | undefined {
  const given = args.map((one) => /^--continue-on-error(?:=(.*))?$/.exec(one)).filter((one) => one !== null);
  const last = given.at(-1);
  return last && /^(1|t|true)$/i.test(last[1] ?? "true");
}

function truth(text = ""): boolean | undefined {
  if (/^(1|true)$/i.test(text)) return true;
  return /^(0|false)$/i.test(text) ? false : undefined;
}

function lookHere(pid: number): Started | undefined {
  try {
    if (process.platform === "win32") return undefined;
    return process.platform === "linux" ? inProc(pid) : byPs(pid);
  } catch {
    return undefined;
  }
}

function inProc(pid: number): Started {
  // The second field is the program's name, in parentheses, and may contain anything.
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "");
  const args = readFileSync(`/proc/${pid}/cmdline`, "utf8").replace(/\0$/, "").split("\0");
  return { parent: Number(stat.split(" ")[1]), args };
}

/** Arguments are separated by spaces: of one that contains a space, several. */
export function byPs(pid: number): Started | undefined {
  const format = ["-ww", "-o", "ppid=", "-o", "command=", "-p", String(pid)];
  const text = execFileSync("ps", format, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], timeout: 5_000 });
  const [parent, ...args] = text.trim().split(/\s+/);
  return { parent: Number(parent), args };
}
