import { spawn } from "node:child_process";
import { constants } from "node:os";
import type * as z from "zod";
import { parseEvents, type EngineEvent } from "./events";
import { readAs } from "./forms";
import { openPrivateFile } from "./privateFile";

/** Runs the user's own Pulumi command. */

export interface Run {
  /** Exit code of the engine; 128 + n when signal n ended it. */
  readonly code: number;
  readonly events: readonly EngineEvent[];
  /** What it wrote to standard error, for failures that come before the first event. */
  readonly complaint: string;
  /** The signal that this process received meanwhile. */
  readonly signal?: NodeJS.Signals;
}

/** True if a signal ended the engine: Pulumi's own codes are below these, or 255. */
export const wasKilled = (code: number): boolean => code > 128 && code < 255;

/** Pulumi cannot be started at all. */
export class EngineMissing extends Error {}

/** Makes the engine write the state only when it ends. */
export const withoutCheckpoints = { PULUMI_SKIP_CHECKPOINTS: "true" };

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs an operation at the user's terminal or log, and reads what happened from the engine's event
 * log. `settings` are added to the environment.
 */
export async function runOperation(
  args: readonly string[],
  cwd: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<Run> {
  const log = openPrivateFile();
  try {
    const ended = await start([...args, "--event-log", log.path], cwd, settings);
    return { ...ended, events: parseEvents(log.lines()) };
  } finally {
    log.close();
  }
}

/** The name of a stack for Pulumi, and the folder of its project. */
export interface Place {
  readonly cwd: string;
  /** `--stack <name>` and what else the commands need to find it. */
  readonly args: readonly string[];
}

interface Told {
  readonly code: number;
  readonly text: string;
  readonly complaint: string;
}

/** What a command prints that is no operation on resources. */
export function tell(args: readonly string[], cwd: string): Promise<Told> {
  return new Promise((done, failed) => {
    const stdio = ["ignore", "pipe", "pipe"] as const;
    const child = spawn("pulumi", [...args, "--non-interactive"], { cwd, env: process.env, stdio: [...stdio] });
    let [text, complaint] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
    child.stderr.setEncoding("utf8").on("data", (part: string) => (complaint += part));
    child.on("error", (error) => failed(explained(error, cwd)));
    child.on("close", (code) => done({ code: code ?? 1, text, complaint: complaint.trim() }));
  });
}

/**
 * The output of a command that only reads, parsed as JSON; `undefined` when it fails, or prints
 * another form.
 */
export async function ask<T>(form: z.ZodType<T>, args: readonly string[], cwd: string): Promise<T | undefined> {
  const told = await tell(args, cwd).catch(() => undefined);
  return told?.code === 0 ? readAs(form, told.text) : undefined;
}

function start(args: string[], cwd: string, settings: NodeJS.ProcessEnv): Promise<Omit<Run, "events">> {
  return new Promise((done, failed) => {
    // The event log belongs to the commands that Pulumi keeps for programs; this variable opens them.
    const env = {
      ...process.env,
      ...forPreviews(args),
      ...toldToProviders(args),
      ...settings,
      PULUMI_DEBUG_COMMANDS: "true",
    };
    // A terminal itself sends Ctrl-C to the engine; a second signal would end it immediately.
    const detached = process.platform !== "win32" && !process.stdin.isTTY;
    const child = spawn("pulumi", args, { cwd, env, detached, stdio: ["ignore", "inherit", "pipe"] });
    let complaint = "";
    let signal: NodeJS.Signals | undefined;
    child.stderr.setEncoding("utf8").on("data", (part: string) => {
      process.stderr.write(part);
      complaint += part;
    });
    const forward = (received: NodeJS.Signals) => {
      signal = received;
      if (detached || received !== "SIGINT") child.kill(received);
    };
    for (const name of signals) process.on(name, forward);
    const settle = (finish: () => void) => {
      for (const name of signals) process.off(name, forward);
      finish();
    };
    child.on("error", (error) => settle(() => failed(explained(error, cwd))));
    child.on("close", (code, killer) =>
      settle(() => done({ code: code ?? 128 + constants.signals[killer!], complaint: complaint.trim(), signal })),
    );
  });
}

/**
 * A preview stores nothing; yet Pulumi would put the whole state together after each step, two
 * thirds of its time with 1000 resources.
 */
const forPreviews = (args: readonly string[]): NodeJS.ProcessEnv =>
  args[0] === "preview" || args.includes("--preview-only") ? withoutCheckpoints : {};

/**
 * Pulumi hands its providers this variable, and not the option: they delete no keys in an `up` that
 * goes on after a failure, nor where nothing tells that.
 */
function toldToProviders([command, ...args]: readonly string[]): NodeJS.ProcessEnv {
  if (command !== "up" && command !== "destroy") return {};
  const last = args.findLast((one) => /^--continue-on-error(=|$)/.test(one));
  const { PULUMI_CONTINUE_ON_ERROR: set, PULUMI_OPTION_CONTINUE_ON_ERROR: option } = process.env;
  if (last === undefined && (set || option)) return {};
  const goesOn = command === "up" && last !== undefined && !/=(false|f|0)$/i.test(last);
  return { PULUMI_CONTINUE_ON_ERROR: String(goesOn) };
}

function explained({ code, message }: NodeJS.ErrnoException, cwd: string): EngineMissing {
  const why = code === "ENOENT" ? "it is not on PATH, or there is no such folder" : (code ?? message);
  return new EngineMissing(
    `pulumi could not be started in ${cwd}: ${why}. ` +
      "Install it (https://www.pulumi.com/docs/install/) before this step of the pipeline.",
  );
}
