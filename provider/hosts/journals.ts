import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import type { Attempt, Journal } from "../lifecycle/evidence/journal";
import { backendFingerprint } from "./owner";

/** Notes older than this are of no use: a day. */
const usefulMilliseconds = 24 * 60 * 60 * 1000;

/** Of one create. */
interface Note extends Attempt {
  /** The identity of the service that it was sent to. */
  readonly service: string;
}

/**
 * Creates that this machine has sent and whose objects Pulumi may not have recorded, a file for
 * each resource. It is in the user's folder of Pulumi, which outlasts a restart of the machine.
 * Only names are hashed in it: no value of an argument is.
 */
export class Journals {
  /** Files that there are: usually none, so that no call has to look for its own. */
  private files: Set<string> | undefined;

  private constructor(private readonly folder: string) {}

  /** `undefined` for a process that no engine has started, such as a debugged one. */
  static ofEngine(engine: string | undefined, env: NodeJS.ProcessEnv = process.env): Journals | undefined {
    if (engine === undefined) return undefined;
    return new Journals(join(env.PULUMI_HOME || join(homedir(), ".pulumi"), "ciphertrust", "creates"));
  }

  /** The notes of one resource. A service that cannot be distinguished from others has none. */
  of(urn: string, service: unknown): Journal | undefined {
    if (typeof service !== "string") return undefined;
    return {
      read: () => this.notes(urn).filter((note) => note.service === service),
      write: (attempts) =>
        this.write(
          urn,
          attempts.map((attempt) => ({ ...attempt, service })),
        ),
    };
  }

  /** Notes that the state has the object with this id. */
  recorded(urn: string, id: string): void {
    if (!this.notes(urn).some((note) => note.id === id)) return;
    rmSync(this.pathOf(urn), { force: true });
    this.known().delete(nameOf(urn));
  }

  private notes(urn: string): readonly Note[] {
    const known = this.known();
    if (known.size === 0 || !known.has(nameOf(urn))) return [];
    return notesIn(this.pathOf(urn));
  }

  private async write(urn: string, notes: readonly Note[]): Promise<void> {
    const path = this.pathOf(urn);
    try {
      if (notes.length === 0) return await rm(path, { force: true });
      if (this.known().size === 0) mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      this.known().add(nameOf(urn));
      await replace(path, JSON.stringify(notes));
    } catch {
      // The create is worth more than its note.
    }
  }

  private known(): Set<string> {
    return (this.files ??= new Set(useful(this.folder)));
  }

  private pathOf(urn: string): string {
    return join(this.folder, nameOf(urn));
  }
}

const nameOf = (urn: string): string =>
  createHash("sha256").update(`${backendFingerprint()} ${urn}`).digest("hex").slice(0, 32);

/** The files of a folder, without those that are too old: they are removed. */
function useful(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const isUseful = (name: string) => {
    const path = join(folder, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > usefulMilliseconds) rmSync(path, { force: true });
    return age <= usefulMilliseconds;
  };
  try {
    return readdirSync(folder).filter(isUseful);
  } catch {
    return [];
  }
}

/** Notes that only this user can have written. What cannot be read counts as none. */
function notesIn(path: string): readonly Note[] {
  try {
    if (statSync(path).uid !== Math.max(0, userInfo().uid)) return [];
    const notes: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(notes) ? notes.filter(isNote) : [];
  } catch {
    return [];
  }
}

function isNote(value: unknown): value is Note {
  const { asked, service, id = "", hidden = "" } = (value ?? {}) as Record<string, unknown>;
  return typeof asked === "number" && [service, id, hidden].every((text) => typeof text === "string");
}

/** Writes a file whole or not at all, also when the power fails. */
async function replace(path: string, text: string): Promise<void> {
  const file = await open(`${path}.new`, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
