import { createHash } from "node:crypto";
import { execFile } from "node:child_process";
import { tell, type Place } from "./engine";
import { planForm, readAs, tagsForm } from "./forms";

/**
 * What tells other runs, on whatever machine, that a run without checkpoints has begun and not
 * ended: a tag of the stack. Tags are what every backend of Pulumi keeps beside the state, and what
 * can be written while the stack is locked.
 */
export const tag = "ciphertrust:without-checkpoints";

export interface Note {
  readonly command: "up" | "destroy";
  /** Also tells it from another note of the same run. */
  readonly began: string;
  /** The commit of an up, or {@link noCommit}. */
  readonly commit: string;
  /** Which resources the program of an up declares. */
  readonly resources: string;
}

/** The tag itself cannot be read or written. */
export class NoteError extends Error {}

const form = /^(up|destroy) (\S+) (\S+) (\S+)$/;

const written = ({ command, began, commit, resources }: Note): string => [command, began, commit, resources].join(" ");

/** One in another form is nobody's: no run continues it. */
function parsedNote(text: string): Note {
  const [, command = "up", began = "unknown", commit = "unknown", resources = "unknown"] = form.exec(text) ?? [];
  return { command: command as Note["command"], began, commit, resources };
}

/**
 * Whether a run may turn out to {@link repeats repeat} the noted one, once its preview has shown
 * which resources it declares.
 */
export const mayRepeat = (run: Note, noted: Note): boolean =>
  noted.began !== "unknown" && run.command === noted.command && run.commit === noted.commit;

/** True if `run` does again all that the noted one may have done. */
export const repeats = (run: Note, noted: Note): boolean => mayRepeat(run, noted) && run.resources === noted.resources;

const tellOf = (what: readonly string[], { cwd, args }: Place) => tell(["stack", "tag", ...what, ...args], cwd);

const day = 86_400_000;

/**
 * Whether a run began so recently that what it deleted is more likely the reason for a missing
 * object than anything else.
 */
export const isRecent = ({ began }: Note): boolean => Date.now() - Date.parse(began) < day;

/** Throws if it is not known whether there is one: a run must not begin then. */
export async function readNote(place: Place): Promise<Note | undefined> {
  const { note, complaint } = await lookedUp(place);
  if (complaint === undefined) return note;
  throw new NoteError(
    `The tags of the stack could not be read, so it is not known whether a run without checkpoints was interrupted: ` +
      `${complaint}. Nothing was changed. Try \`pulumi stack tag ls\`.`,
  );
}

async function lookedUp(place: Place): Promise<{ note?: Note; complaint?: string }> {
  const { code, text, complaint } = await tellOf(["ls", "--json"], place);
  if (code !== 0) return { complaint };
  const tags = readAs(tagsForm, text);
  if (tags === undefined) return { complaint: "Pulumi listed them in a form that is not known here" };
  const found = tags[tag];
  return found === undefined ? {} : { note: parsedNote(found) };
}

/** Returns what it found instead, if another run was faster. */
export async function leaveNote(note: Note, place: Place): Promise<Note | undefined> {
  const found = await readNote(place);
  if (found !== undefined) return found;
  const { code, complaint } = await tellOf(["set", tag, written(note)], place);
  if (code !== 0)
    throw new NoteError(`The tag ${tag} could not be set: ${complaint}. Nothing was changed. Use --checkpoints.`);
  const left = await readNote(place);
  if (left === undefined)
    throw new NoteError(
      `The tag ${tag} was set, but Pulumi does not list it, so no other run would notice an interruption. ` +
        `Nothing was changed. Use --checkpoints.`,
    );
  return written(left) === written(note) ? undefined : left;
}

/** Another run's note stays. Returns why this one could not be removed. */
export async function removeNote(note: Note, place: Place): Promise<string | undefined> {
  const { note: found, complaint } = await lookedUp(place);
  if (complaint === undefined && (found === undefined || written(found) !== written(note))) return undefined;
  const removed = complaint === undefined ? await tellOf(["rm", tag], place) : { code: 1, complaint };
  if (removed.code === 0) return undefined;
  return `The state is complete, but the tag that says otherwise was not removed: ${removed.complaint}. Run \`${removal}\`.`;
}

const removal = `pulumi stack tag rm ${tag}`;

/** Why the noted run refuses one of `command`, and what to do. */
export function wordsOf({ command: noted, began, commit }: Note, command: Note["command"]): string {
  const of = noted === "destroy" || commit === noCommit ? "" : ` of commit ${commit}`;
  const lost = {
    up: "What it created is in no state: if another program does not declare it, nothing ever deletes it.",
    destroy: "What it deleted is still in the state.",
  }[noted];
  const again = noted === "up" ? `the same up${of}, with the same arguments,` : "the destroy";
  return (
    `${command} was refused, and nothing was changed: a run without checkpoints, ${noted}${of}, began at ${began} and has ` +
    `not ended, or was interrupted. ${lost} Run ${again} again, after \`pulumi cancel\` if the stack is locked. ` +
    `If it cannot succeed, look in the service for what it did, and run \`${removal}\`.`
  );
}

export const noCommit = "none";

/**
 * The commit that is checked out in a folder, with `-dirty` if files of it were changed;
 * {@link noCommit} where git knows none.
 */
export function commitOf(folder: string): Promise<string> {
  const args = ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"];
  return new Promise((done) =>
    execFile("git", args, { cwd: folder }, (error, text) => done(error ? noCommit : text.trim())),
  );
}

export const isClean = (commit: string): boolean => /^[0-9a-f]{40,64}$/.test(commit);

/**
 * A fingerprint of which resources a saved plan declares, with what limits it to some; those that
 * it deletes are not declared.
 */
export function resourcesIn(lines: Iterable<string>, limits: readonly string[]): string {
  const plan = readAs(planForm, [...lines].join("\n"));
  if (plan === undefined)
    throw new NoteError(
      "Pulumi's plan could not be read, or has a form that is not known here. Nothing was changed. Use --checkpoints.",
    );
  const declared = Object.entries(plan.resourcePlans).filter(([, { steps }]) => steps.some((op) => op !== "delete"));
  const urns = declared.map(([urn]) => urn).sort();
  return createHash("sha256")
    .update([...urns, ...limits].join("\n"))
    .digest("hex")
    .slice(0, 32);
}
