import { writeFileSync } from "node:fs";
import { constants } from "node:os";
import { resolve } from "node:path";
import { InvalidArgumentError, Option, type Command } from "commander";
import { upWithoutCheckpoints } from "./checkpoints";
import { culpritsOf } from "./culprits";
import { EngineMissing, runOperation, type Run } from "./engine";
import { gateOf, isRefused, judged, previewOf } from "./gate";
import { deletionTold } from "./keyEnds";
import { acceptable, exitCodes, exitCodeTable, type Acceptable, type Ending } from "./outcome";
import { reportOf, type Report, type Resource } from "./report";
import { deedsOf, exitTold, summaryOf, type Told } from "./summary";

/** `pulumi-ciphertrust pipeline`: Pulumi as a step of a pipeline, with exit codes that tell what happened and a summary. */

interface Options {
  cwd: string;
  stack?: string;
  summary?: string;
  policyPack?: string[];
  refresh: boolean;
  audit: boolean;
  accept?: Acceptable[];
  skipCheckpoints?: boolean;
  allowKeyDeletion?: boolean;
}

type Kind = Told["command"];

const descriptions: Record<Kind, string> = {
  preview: "what `pulumi up` would change, and what was changed outside: for a pull request",
  drift: "whether anything was changed outside, or is not deployed yet: for a schedule",
  up: "deploy the program, and correct drift: for a merge",
};

const explanation = `
Pulumi's own output goes to the log as usual. The service is found as the resources find it: in the stack's
configuration, else in the environment (CIPHERTRUST_ADDRESS and so on). Arguments after -- go to Pulumi.
Who changed something is read from the service's audit records since the last up; the identity needs the right
to read them, and the run is the same without it.

${exitCodeTable()}`;

/** Completes `pulumi-ciphertrust pipeline` with its subcommands. */
export function pipelineCommand(pipeline: Command): void {
  pipeline
    .addHelpText("after", `\n${exitCodeTable()}`)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.usage));
  for (const kind of Object.keys(descriptions) as Kind[]) addKind(pipeline, kind);
}

function addKind(pipeline: Command, kind: Kind): void {
  const command = pipeline
    .command(kind)
    .description(descriptions[kind])
    .argument("[pulumi-arguments...]", "more arguments for Pulumi, after --")
    .addOption(new Option("-s, --stack <name>", "the stack (default: the selected one)").env("PULUMI_STACK"))
    .option("-C, --cwd <folder>", "the folder of the Pulumi project", ".")
    .option("--summary <file>", "write the summary as Markdown into this file")
    .option("--policy-pack <folder>", "check with this policy pack too, repeatable", collect)
    .option("--no-audit", "do not look up who made the changes")
    .addHelpText("after", explanation)
    .action(async (more: string[], options: Options) => {
      process.exitCode = await run(kind, { ...options, refresh: options.refresh ?? true }, more);
    });
  if (kind !== "drift") command.option("--no-refresh", "compare with the state alone, and find no drift");
  if (kind !== "drift") command.option("--allow-key-deletion", "go on where keys would be deleted");
  if (kind === "up") {
    command.option("--skip-checkpoints", "write the state once, at the end; refused where that could lose an object");
  } else {
    command.option("--accept <outcomes>", `exit 0 for these too: ${acceptable.join(", ")}, or both by comma`, outcomes);
  }
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

function outcomes(text: string): Acceptable[] {
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !acceptable.includes(name as Acceptable));
  if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is not one of ${acceptable.join(", ")}.`);
  return names as Acceptable[];
}

/** Runs it all and returns the exit code. */
async function run(command: Kind, options: Options, more: string[]): Promise<number> {
  if (!isWritable(options.summary)) return exitCodes.usage;
  const cwd = resolve(options.cwd);
  const began = Date.now();
  const ran = await runJudged(command, argumentsOf(command, options, more), cwd, options);
  const report = reportOf(ran.events);
  const outcome = outcomeOf(command, ran, report, options);
  const code = ran.signal ? 128 + constants.signals[ran.signal] : exitCodes[outcome];
  const stack = options.stack === undefined ? [] : ["--stack", options.stack];
  const isAsked = options.audit && report.drifted.length > 0 && !ran.signal;
  const culprits = isAsked ? await culpritsOf(report.drifted, { cwd, args: stack }, began) : undefined;
  const complaint = ran.code === 0 && !report.isComplete ? incomplete : ran.complaint;
  const isAccepted = !ran.signal && (options.accept?.includes(outcome as Acceptable) ?? false);
  const exit = isAccepted ? { code: 0, unaccepted: code } : { code };
  const summary = summaryOf({ command, outcome, ...exit, refreshed: options.refresh, report, culprits, complaint });
  if (options.summary !== undefined) writeFileSync(options.summary, summary);
  if (command !== "drift" && report.keyEnds.length > 0) process.stderr.write(`\n${keysTold(command, report)}\n`);
  process.stderr.write(`\npipeline ${command}: ${endingOf(command, outcome, report)} (exit code ${exitTold(exit)})\n`);
  return exit.code;
}

/** Policy packs are first run without a refresh. An `up` that they refuse is not started. */
async function runJudged(command: Kind, args: readonly string[], cwd: string, options: Options): Promise<Run> {
  const runMain = () => runAllowed(command, args, cwd, options);
  const unrefreshed = gateOf(args);
  if (unrefreshed === undefined) return runMain();
  process.stderr.write(`\npipeline ${command}: first the policies, in a preview without a refresh\n`);
  const gate = await runEngine(unrefreshed, cwd);
  const isOver = gate.signal !== undefined || (gate.code !== 0 && (command === "up" || !isRefused(gate)));
  return isOver ? gate : judged(gate, await runMain());
}

/** The operation itself, once the policies have passed it. */
function runAllowed(
  command: Kind,
  args: readonly string[],
  cwd: string,
  { skipCheckpoints, allowKeyDeletion }: Options,
): Promise<Run> {
  // That refuses every delete.
  if (skipCheckpoints) return upWithoutCheckpoints(args, cwd, runEngine);
  return command === "up" && !allowKeyDeletion ? upWithoutKeyEnds(args, cwd) : runEngine(args, cwd);
}

/** An `up` whose own preview is a run before it: what that would delete is counted before anything is changed. */
async function upWithoutKeyEnds(args: readonly string[], cwd: string): Promise<Run> {
  const preview = await runEngine(previewOf(args), cwd);
  if (preview.code !== 0) return preview;
  if (preview.signal) return { ...preview, code: exitCodes.failure };
  const { isComplete, keyEnds } = reportOf(preview.events);
  if (!isComplete) return { ...preview, code: exitCodes.failure, complaint: incomplete };
  return keyEnds.length > 0 ? preview : runEngine([...args, "--skip-preview"], cwd);
}

function keysTold(command: Kind, { keyEnds, isPreview }: Report): string {
  const named = ({ type, name }: Resource) => `${type} "${name}"`;
  return deletionTold(keyEnds.map(named), "update", command === "up" && !isPreview);
}

/** A successful `up` reports what it did. */
function endingOf(command: Kind, outcome: Ending, report: Report): string {
  return command === "up" && outcome === "unchanged" ? deedsOf(report) : outcome;
}

/** A missing engine is a failure like others. */
async function runEngine(...operation: Parameters<typeof runOperation>): Promise<Run> {
  try {
    return await runOperation(...operation);
  } catch (error) {
    if (!(error instanceof EngineMissing)) throw error;
    process.stderr.write(`${error.message}\n`);
    return { code: exitCodes.failure, events: [], complaint: error.message };
  }
}

/** Empties the summary of an earlier run, which must not be mistaken for this one's. Returns false, with an error, if the file cannot be written. */
function isWritable(summary: string | undefined): boolean {
  try {
    if (summary !== undefined) writeFileSync(summary, "");
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const advice = "name a file in an existing folder";
    process.stderr.write(`--summary ${summary} cannot be written (${code}): ${advice}. Nothing was run.\n`);
    return false;
  }
}

const incomplete = "Pulumi's event log is incomplete, so the changes are not known. Run the preview again.";

function argumentsOf(command: Kind, { stack, policyPack = [], refresh }: Options, more: string[]): string[] {
  return [
    ...(command === "up" ? ["up", "--yes"] : ["preview"]),
    "--non-interactive",
    "--diff",
    // Between its two steps the outputs of what is replaced would be listed as removed.
    ...(command === "up" ? ["--suppress-outputs"] : []),
    ...(command === "drift" ? ["--expect-no-changes"] : []),
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
  const { drifted, planned, keyEnds, violations, isComplete } = report;
  if (code !== 0 && violations.some(({ isMandatory }) => isMandatory)) return "policy";
  if (code !== 0 && code !== engineFoundChanges) return "failure";
  if (command !== "drift" && keyEnds.length > 0 && !allowKeyDeletion) return "key-deletion";
  if (command === "up") return code === 0 ? "unchanged" : "failure";
  if (drifted.length > 0) return "drift";
  if (command === "preview" && !isComplete) return "failure";
  return planned.length > 0 || code === engineFoundChanges ? "changes" : "unchanged";
}
