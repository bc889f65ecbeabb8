import { changesIn } from "./checkpoints";
import { withoutCheckpoints, type Run } from "./engine";
import { isComplete, type EngineEvent } from "./events";
import { isForegone, refusalIn, type Deed } from "./foregone";
import { partsIn, previewOf, skipsPreview } from "./gate";
import {
  commitOf,
  isRecent,
  leaveNote,
  mayRepeat,
  noCommit,
  readNote,
  removeNote,
  repeats,
  resourcesIn,
  wordsOf,
} from "./note";
import type { Note } from "./note";
import { exitCodes } from "./outcome";
import { openPrivateFile } from "./privateFile";
import { reportOf } from "./report";
import { isInState } from "./written";

/**
 * Carries out an `up` or a `destroy`, once the policies have passed it: a preview shows what it
 * would do, and that decides whether it is started, and whether Pulumi writes the state after each
 * step.
 */

const unread = "event log is incomplete, or has a form that is not known here";

/** Of a preview. */
export const incomplete =
  `Pulumi's ${unread}, so it is not known what would change. Nothing was changed. Run it again. ` +
  "If that does not help, update pulumi-ciphertrust, or use an earlier Pulumi.";

/** Of a run that was not stopped by its preview. */
export const unaccounted =
  `Pulumi succeeded, but its ${unread}, so it is not known whether keys were deleted that the preview could not ` +
  "know of. See Pulumi's own output.";

/** A variable that was set for all commands has been heeded already. */
const withCheckpoints = { PULUMI_SKIP_CHECKPOINTS: undefined };

/** What a pipeline may have set for deploying, and the engine refuses together with a preview only. */
const previewOnly = {
  PULUMI_SKIP_CONFIRMATIONS: undefined,
  PULUMI_OPTION_YES: undefined,
  PULUMI_OPTION_SKIP_PREVIEW: undefined,
};

/**
 * A destroy that was killed without checkpoints explains what the next one does not find: a refresh
 * had seen it all before.
 */
const forgetting = { CIPHERTRUST_FORGET_MISSING: "true" };

/** Throws a {@link NoteError} if it is not known what other runs have left. */
export async function carryOut(deed: Deed): Promise<Run> {
  const note = await readNote(deed.place);
  if (note !== undefined || deed.checkpoints === false) return heedful(deed, note);
  const isDirect = deed.allowsKeyEnds && (deed.checkpoints === true || skipsPreview(deed.args));
  if (isDirect) return deed.run(deed.args, deed.place.cwd, withCheckpoints);
  const preview = await previewed(deed);
  if (isOver(preview, deed)) return ended(preview);
  const isFast = deed.checkpoints === undefined && (await isForegone(preview.events, deed));
  if (isFast) return heedful(deed, undefined, deed.command === "destroy" ? preview : undefined);
  return deed.run([...deed.args, "--skip-preview"], deed.place.cwd, withCheckpoints);
}

function previewed({ args, place, run }: Deed, more: readonly string[] = [], settings = {}): Promise<Run> {
  return run([...previewOf(args), ...more], place.cwd, { ...previewOnly, ...settings });
}

/** True if nothing is started after this preview. */
function isOver({ code, signal, events }: Run, { allowsKeyEnds }: Deed): boolean {
  return code !== 0 || signal !== undefined || !isComplete(events) || (!allowsKeyEnds && endsKeys(events));
}

const endsKeys = (events: readonly EngineEvent[]): boolean => reportOf(events).keyEnds.length > 0;

function ended(preview: Run): Run {
  if (preview.code !== 0) return preview;
  if (preview.signal) return { ...preview, code: exitCodes.failure };
  return isComplete(preview.events) ? preview : refused(preview, incomplete);
}

const say = (words: string): boolean => process.stderr.write(`\n${words}\n`);

/** No engine has run. */
const nothing: Run = { code: exitCodes.failure, events: [], complaint: "" };

function refused(preview: Run, complaint: string): Run {
  say(complaint);
  return { ...preview, code: exitCodes.failure, complaint };
}

interface Job {
  readonly deed: Deed;
  /** Of the run that is continued. */
  readonly note: Note | undefined;
  readonly self: Note;
  readonly preview: Run;
  /** What binds the engine to the preview. */
  readonly bound: readonly string[];
  readonly settings: NodeJS.ProcessEnv;
}

/** A run that may go without checkpoints, or that has to continue such a one. */
async function heedful(deed: Deed, note: Note | undefined, seen?: Run): Promise<Run> {
  const { command, args, place } = deed;
  const began = new Date().toISOString();
  const commit = command === "up" ? await commitOf(place.cwd) : noCommit;
  const self: Note = { command, began, commit, resources: "all" };
  if (note && !mayRepeat(self, note)) return refused(nothing, wordsOf(note, command));
  if (command === "destroy") {
    const settings = note && isRecent(note) ? forgetting : {};
    const preview = seen ?? (await previewed(deed, [], settings));
    return isOver(preview, deed) ? ended(preview) : decided({ deed, note, self, preview, bound: [], settings });
  }
  const plan = openPrivateFile();
  try {
    const preview = await previewed(deed, ["--save-plan", plan.path]);
    if (isOver(preview, deed)) return ended(preview);
    const known = { ...self, resources: resourcesIn(plan.lines(), partsIn(args)) };
    if (note && !repeats(known, note)) return refused(preview, wordsOf(note, command));
    return await decided({ deed, note, self: known, preview, bound: ["--plan", plan.path], settings: {} });
  } finally {
    plan.close();
  }
}

async function decided(job: Job): Promise<Run> {
  const { deed, preview } = job;
  if (deed.checkpoints === undefined) return (await isForegone(preview.events, deed)) ? unrecorded(job) : recorded(job);
  if (deed.checkpoints) return recorded(job);
  const refusal = refusalIn(preview.events, deed);
  return refusal === undefined ? unrecorded(job) : refused(preview, refusal);
}

async function recorded({ deed, note, self, settings }: Job): Promise<Run> {
  const ran = await deed.run([...deed.args, "--skip-preview"], deed.place.cwd, { ...withCheckpoints, ...settings });
  return ran.code === 0 ? finished(ran, note ?? self, deed) : ran;
}

async function unrecorded(job: Job): Promise<Run> {
  const { deed, note, self, preview, bound, settings } = job;
  const { command, args, place, checkpoints } = deed;
  const other = note === undefined ? await leaveNote(self, place) : undefined;
  if (other) return refused(preview, wordsOf(other, command));
  if (checkpoints === undefined) say(announcement(command, changesIn(preview.events)));
  const ran = await deed.run([...args, "--skip-preview", ...bound], place.cwd, { ...settings, ...withoutCheckpoints });
  if (ran.code === 0) return finished(ran, note ?? self, deed);
  const isKept = await isInState(ran, place);
  if (isKept && checkpoints === undefined && isUnplanned(ran.events)) return withRest(ran, await recorded(job));
  if (isKept && note === undefined) return finished(ran, self, deed);
  say(
    `pipeline ${command}: Pulumi may not have written the state. Run this again, of the same commit and with the same ` +
      `arguments, before anything else; first \`pulumi cancel\` if the stack is locked.`,
  );
  return ran;
}

const announcement = (command: string, count: number): string =>
  `pipeline ${command}: ${count} changes, each of which could be repeated: Pulumi writes the state once, at the end. ` +
  `If this run is killed, run it again before anything else. --checkpoints writes the state after each change.`;

/** Removes the note of a run whose state is complete; with the stack, it goes by itself. */
async function finished(ran: Run, note: Note, { args, place }: Deed): Promise<Run> {
  const isStackGone = ran.code === 0 && args.some((one) => /^--remove(=|$)/.test(one));
  const complaint = isStackGone ? undefined : await removeNote(note, place);
  if (complaint === undefined) return ran;
  say(complaint);
  return { ...ran, code: ran.code || exitCodes.failure, complaint };
}

/** The engine has no other sign for a step that its plan did not have. */
const unplanned = /is not allowed by the plan|violates plan|no plan for resource/;

const isUnplanned = (events: readonly EngineEvent[]): boolean =>
  events.some(
    ({ diagnosticEvent: told }) => told !== undefined && told.severity === "error" && unplanned.test(told.message),
  );

/** Both runs as one, which ends as the second does. */
function withRest(first: Run, rest: Run): Run {
  const done = first.events.filter(({ resourcePreEvent, resOutputsEvent }) => resourcePreEvent ?? resOutputsEvent);
  return { ...rest, events: [...done, ...rest.events] };
}
