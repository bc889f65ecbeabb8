import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { InvalidArgumentError, Option, type Command } from "commander";
import { culpritsOf } from "./culprits";
import { carryOut, incomplete, unaccounted } from "./deed";
import { EngineMissing, runOperation, type Run } from "./engine";
import { argumentsNamed, gateOf, isRefused, judged } from "./gate";
import { signalCode } from "../exitCodes";
import { complain, errorLine, styled } from "../style";
import {
  acceptable,
  commands,
  endings,
  exitCodes,
  isDeed,
  type Acceptable,
  type Command as Kind,
  type Ending,
} from "./outcome";
import { NoteError } from "./note";
import { isOn, liftsProtection } from "./protection";
import { hostTold } from "./host";
import { reportOf, type Report } from "./report";
import { endTold, keysTold, summaryOf, type Told } from "./summary";

/**
 * `pulumi-ciphertrust pipeline`: Pulumi as a step of a pipeline, with exit codes that tell what
 * happened and a summary.
 */

interface Options {
  cwd: string;
  stack?: string;
  summary?: string;
  policyPack?: string[];
  refresh: boolean;
  audit: boolean;
  accept?: Acceptable[];
  skipCheckpoints?: boolean;
  checkpoints?: boolean;
  allowKeyDeletion?: boolean;
}

const notes = `Pulumi's own output goes to the log as usual. The service is found as the resources find it: in the
stack's configuration, else in the environment (CIPHERTRUST_ADDRESS and so on).

Who changed something is read from the service's audit records since the last up, if the identity may
read them. The run is the same without.`;

const example = (kind: string, more = "--summary summary.md") => `npx pulumi-ciphertrust pipeline ${kind} ${more}`;

/** Completes `pulumi-ciphertrust pipeline` with its subcommands. */
export function pipelineCommand(pipeline: Command): void {
  const kinds = Object.keys(commands) as Kind[];
  styled(pipeline, {
    notes: "`pulumi-ciphertrust pipeline <command> --help` describes a command, with its other exit codes.",
    examples: kinds.map((kind) => example(kind)),
    endings: {},
  });
  for (const kind of kinds) addKind(pipeline, kind);
}

function addKind(pipeline: Command, kind: Kind): void {
  const command = styled(pipeline.command(kind), {
    notes,
    examples: [example(kind), example(kind, "--stack prod -- --parallel 4")],
    endings: endings[kind],
  })
    .description(commands[kind])
    .argument("[pulumi-arguments...]", "more arguments for Pulumi, after --")
    .addOption(new Option("-s, --stack <name>", "the stack (default: the selected one)").env("PULUMI_STACK"))
    .option("-C, --cwd <folder>", "the folder of the Pulumi project", ".")
    .option("--summary <file>", "write the summary as Markdown into this file")
    .option("--no-audit", "do not look up who made the changes")
    .action(async (more: string[], options: Options) => {
      process.exitCode = await run(command, kind, { ...options, refresh: options.refresh ?? true }, more);
    });
  // Pulumi destroys without them.
  if (kind !== "destroy")
    command.option("--policy-pack <folder>", "check with this policy pack too, repeatable", collect);
  if (kind !== "drift") {
    command.option("--no-refresh", "compare with the state alone, and find no drift");
    command.option("--allow-key-deletion", "go on where keys would be deleted");
  }
  if (!isDeed(kind))
    command.option("--accept <outcomes>", `exit 0 for these too: ${acceptable.join(", ")}, or both by comma`, outcomes);
  if (isDeed(kind)) {
    const once = "write the state once, at the end; refused where that could lose an object";
    command.addOption(new Option("--skip-checkpoints", once).conflicts("checkpoints"));
    command.option("--checkpoints", "write the state after each change, however many there are");
  }
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

function outcomes(text: string): Acceptable[] {
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !acceptable.includes(name as Acceptable));
  if (unknown === "key-deletion")
    throw new InvalidArgumentError("the deletion of keys is allowed by --allow-key-deletion.");
  if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is not one of ${acceptable.join(", ")}.`);
  return names as Acceptable[];
}

/** Runs it all and returns the exit code. */
async function run(parsed: Command, command: Kind, options: Options, more: string[]): Promise<number> {
  const refusal = liftsProtection(more, process.env) ?? unwritable(options.summary);
  if (refusal !== undefined) {
    complain(parsed, refusal);
    return exitCodes.usage;
  }
  const cwd = resolve(options.cwd);
  const began = Date.now();
  const ran = await runJudged(command, argumentsOf(command, options, more), cwd, options);
  const found = reportOf(ran.events);
  // Nothing is corrected in what is destroyed.
  const report = command === "destroy" ? { ...found, drifted: [] } : found;
  const outcome = outcomeOf(command, ran, report, options);
  const stack = options.stack === undefined ? [] : ["--stack", options.stack];
  const isAsked = options.audit && report.drifted.length > 0 && !ran.signal;
  const culprits = isAsked ? await culpritsOf(report.drifted, { cwd, args: stack }, began) : undefined;
  const unread = outcome === "failure" ? unreadIn(command, ran, report) : [];
  const exit = exitOf(outcome, ran, options);
  const complaint = unread[0] ?? ran.complaint;
  const told = { command, outcome, ...exit, refreshed: options.refresh, report, culprits, complaint };
  if (options.summary !== undefined) writeFileSync(options.summary, summaryOf(told));
  process.stderr.write(`\n${[...hostTold(ran), ...keysTold(told), ...unread, endTold(told)].join("\n\n")}\n`);
  return exit.code;
}

/** Why a run failed in which Pulumi did not. */
function unreadIn(command: Kind, { code }: Run, { isComplete }: Report): string[] {
  const isFine = code === 0 || code === engineFoundChanges;
  if (!isFine || isComplete) return [];
  return [isDeed(command) ? unaccounted : incomplete];
}

/** The exit code, and what it is without `--accept`. */
function exitOf(outcome: Ending, { signal }: Run, { accept }: Options): Pick<Told, "code" | "unaccepted"> {
  if (signal) return { code: signalCode(signal) };
  const code = exitCodes[outcome];
  return accept?.includes(outcome as Acceptable) ? { code: 0, unaccepted: code } : { code };
}

/** Policy packs are first run without a refresh. An `up` that they refuse is not started. */
async function runJudged(command: Kind, args: readonly string[], cwd: string, options: Options): Promise<Run> {
  const runMain = () => runAllowed(command, args, cwd, options);
  const unrefreshed = command === "destroy" ? undefined : gateOf(args);
  if (unrefreshed === undefined) return runMain();
  process.stderr.write(`\npipeline ${command}: first the policies, in a preview without a refresh\n`);
  const gate = await runEngine(unrefreshed, cwd);
  const isOver = gate.signal !== undefined || (gate.code !== 0 && (command === "up" || !isRefused(gate)));
  return isOver ? gate : judged(gate, await runMain());
}

/** The operation itself, once the policies have passed it. */
async function runAllowed(command: Kind, args: readonly string[], cwd: string, options: Options): Promise<Run> {
  if (!isDeed(command)) return runEngine(args, cwd);
  const { allowKeyDeletion: allowsKeyEnds = false } = options;
  const place = { cwd, args: argumentsNamed(args, /^(--stack|-s|--cwd|-C)(=|$)/) };
  const checkpoints = askedFor(options);
  try {
    return await carryOut({ command, args, place, checkpoints, allowsKeyEnds, run: runEngine });
  } catch (error) {
    if (!(error instanceof NoteError || error instanceof EngineMissing)) throw error;
    process.stderr.write(`\n${errorOf(command, error)}\n`);
    return { code: exitCodes.failure, events: [], complaint: error.message };
  }
}

/**
 * Whether there must be checkpoints, or must not be. Pulumi's own variable is the wish for a run
 * without them.
 */
function askedFor({ checkpoints, skipCheckpoints }: Options): boolean | undefined {
  if (checkpoints) return true;
  return skipCheckpoints || isOn(process.env.PULUMI_SKIP_CHECKPOINTS ?? "") ? false : undefined;
}

const errorOf = (kind: string, { message }: Error): string => errorLine(`pulumi-ciphertrust pipeline ${kind}`, message);

/** A missing engine is a failure like others. */
async function runEngine(...operation: Parameters<typeof runOperation>): Promise<Run> {
  try {
    return await runOperation(...operation);
  } catch (error) {
    if (!(error instanceof EngineMissing)) throw error;
    process.stderr.write(`${errorOf(operation[0][0]!, error)}\n`);
    return { code: exitCodes.failure, events: [], complaint: error.message };
  }
}

/**
 * Empties the summary of an earlier run, which must not be mistaken for this one's. Returns why the
 * file cannot be written, if so.
 */
function unwritable(summary: string | undefined): string | undefined {
  try {
    if (summary !== undefined) writeFileSync(summary, "");
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `--summary ${summary} cannot be written (${code}): name a file in an existing folder. Nothing was run.`;
  }
}

const operations: Readonly<Record<Kind, readonly string[]>> = {
  preview: ["preview"],
  drift: ["preview", "--expect-no-changes"],
  // Between its two steps the outputs of what is replaced would be listed as removed.
  up: ["up", "--yes", "--suppress-outputs"],
  destroy: ["destroy", "--yes", "--suppress-outputs"],
};

function argumentsOf(command: Kind, { stack, policyPack = [], refresh }: Options, more: string[]): string[] {
  return [
    ...operations[command],
    "--non-interactive",
    "--diff",
    // A project may have asked for refreshes in its own file.
    refresh ? "--refresh" : "--refresh=false",
    ...(stack === undefined ? [] : ["--stack", stack]),
    ...policyPack.flatMap((folder) => ["--policy-pack", folder]),
    ...more,
  ];
}

/** The engine's exit code for changes where none were expected. */
const engineFoundChanges = 7;

function outcomeOf(command: Kind, { code }: Run, report: Report, { allowKeyDeletion }: Options): Ending {
  const { keyEnds, violations, isComplete } = report;
  if (code !== 0 && violations.some(({ isMandatory }) => isMandatory)) return "policy";
  if (code !== 0 && code !== engineFoundChanges) return "failure";
  if (command !== "drift" && keyEnds.length > 0 && !allowKeyDeletion) return "key-deletion";
  if (isDeed(command)) return code === 0 && (isComplete || allowKeyDeletion) ? "unchanged" : "failure";
  return foundOf(command, code, report);
}

/** What a preview that went well has found. */
function foundOf(command: Kind, code: number, { drifted, planned, isComplete }: Report): Ending {
  // That a drift check finds nothing, the engine's code tells.
  if (!isComplete && (command === "preview" || code !== 0)) return "failure";
  if (drifted.length > 0) return "drift";
  return planned.length > 0 || code === engineFoundChanges ? "changes" : "unchanged";
}
