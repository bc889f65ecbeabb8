import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmdirSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { isSameService } from "../api/identity";
import { isRunning } from "../api/processes";
import type { Elsewhere, Place } from "../lifecycle/claims/place";

const address = /^[\w.-]+:\d+$/;

/** Stands for the engine of a process that is not told which one it has. */
export const anyEngine = "any";

/**
 * The address of the engine that started a process with these arguments. `undefined` if none has,
 * unless it is known that one has: an engine that no longer passes its address may be any.
 */
export function engineOf(args: readonly string[], isStarted = false): string | undefined {
  return args.findLast((one) => address.test(one)) ?? (isStarted ? anyEngine : undefined);
}

/**
 * Which objects the processes of one engine have: the dynamic provider, the native plugin, and one
 * more for each explicit provider. None can ask the other, so each writes the objects that the
 * program declares into a file of its own, in a folder of the engine's run. A process that is gone
 * has no objects. What failed in it has failed in the run all the same. A process that does not
 * know its engine belongs to every run: what it reads of too many keeps an object, and never ends
 * one.
 */
export class Holdings implements Elsewhere {
  private file: number | undefined;
  private hasFailed = false;
  /** What the others have written, by file. */
  private readonly others = new Map<string, Notes>();

  private constructor(
    private readonly parent: string,
    private readonly run: string,
  ) {}

  /** `undefined` for a process that no engine has started, such as a debugged one. */
  static ofEngine(engine: string | undefined, parent = tmpdir()): Holdings | undefined {
    if (engine === undefined) return undefined;
    return new Holdings(join(parent, `pulumi-ciphertrust-${userInfo().uid}`), engine.replace(":", "-"));
  }

  hold(place: Place): void {
    this.write(`+${lineOf(place)}`);
  }

  release(place: Place): void {
    if (this.file !== undefined) this.write(`-${lineOf(place)}`);
  }

  /**
   * Tells the other processes what has failed in this one: a clause such as `creating VaultKey
   * "orders"`.
   */
  fail(what: string): void {
    this.hasFailed = true;
    this.write(`!${what}`);
  }

  /** What has failed in another process of this run; `undefined` if nothing has. */
  failure(): string | undefined {
    return this.files()
      .map((path) => this.notesOf(path).failure)
      .find((failure) => failure !== undefined);
  }

  /** Two services may have objects of the same id. One that is not known may be any. */
  has({ object, service }: Place): boolean {
    const services = this.running().map((path) => this.notesOf(path).held.get(object));
    return services.some((other) => other !== undefined && isSameService(other, service));
  }

  isUsed(): boolean {
    return this.running().some((path) => this.notesOf(path).held.size > 0);
  }

  private write(line: string): void {
    this.file ??= this.open();
    writeSync(this.file, `${line}\n`);
  }

  private open(): number {
    const path = join(this.parent, this.run, String(process.pid));
    const file = made(path);
    process.once("exit", () => {
      closeSync(file);
      if (!this.hasFailed) rmSync(path, { force: true });
      sweep(this.parent);
    });
    return file;
  }

  private running(): string[] {
    return this.files().filter((path) => isRunning(Number(basename(path))));
  }

  /** Those of the other processes that may belong to the run. */
  private files(): string[] {
    const runs = this.run === anyEngine ? entries(this.parent) : [this.run, anyEngine];
    const all = runs.flatMap((run) => entries(join(this.parent, run)).map((name) => join(this.parent, run, name)));
    return all.filter((path) => basename(path) !== String(process.pid));
  }

  /**
   * Only what was added since the last look is read: with thousands of objects, every look would
   * read all of them again.
   */
  private notesOf(path: string): Notes {
    const file = opened(path);
    if (file === undefined) return blank("");
    try {
      const { size, ino, birthtimeMs } = fstatSync(file);
      const identity = `${ino} ${birthtimeMs}`;
      const known = this.others.get(path);
      // A process id may be used again: its file is a new one then.
      const notes = known?.identity === identity && known.length <= size ? known : blank(identity);
      read(file, size, notes);
      this.others.set(path, notes);
      return notes;
    } finally {
      closeSync(file);
    }
  }
}

/** What the file of one process says. */
interface Notes {
  readonly identity: string;
  /** How much of it was read. */
  length: number;
  /** The service of each object. */
  readonly held: Map<string, string>;
  failure?: string;
}

const blank = (identity: string): Notes => ({ identity, length: 0, held: new Map() });

const lineOf = ({ object, service }: Place): string => `${service} ${object}`;

function read(file: number, size: number, notes: Notes): void {
  const bytes = Buffer.alloc(size - notes.length);
  const added = bytes.subarray(0, readSync(file, bytes, 0, bytes.length, notes.length));
  notes.length += added.length;
  for (const line of added.toString("utf8").split("\n").filter(Boolean)) note(notes, line);
}

function note(notes: Notes, line: string): void {
  if (line.startsWith("!")) {
    notes.failure ??= line.slice(1);
    return;
  }
  const space = line.indexOf(" ");
  const [service, object] = [line.slice(1, space), line.slice(space + 1)];
  if (line.startsWith("+")) notes.held.set(object, service);
  else notes.held.delete(object);
}

/** `undefined` if its process has removed it since it was listed. */
function opened(path: string): number | undefined {
  try {
    return openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** A new file, in folders that another process may just be removing because they are empty. */
function made(path: string, attempts = 10): number {
  const parent = dirname(dirname(path));
  try {
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    const { uid } = lstatSync(parent);
    if (uid !== Math.max(0, userInfo().uid)) throw new Error(`${parent} belongs to another user: remove it`);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // One of a killed process of this id would have the same identity.
    rmSync(path, { force: true });
    return openSync(path, "wx", 0o600);
  } catch (error) {
    if (attempts === 0 || (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return made(path, attempts - 1);
  }
}

/**
 * Removes what processes left that were killed, or failed, once none of their run is left, and
 * folders that are empty then.
 */
function sweep(parent: string): void {
  const goesOn = (name: string) => name !== String(process.pid) && isRunning(Number(name));
  for (const run of entries(parent).map((name) => join(parent, name))) {
    const left = entries(run);
    if (left.some(goesOn)) continue;
    for (const name of left) rmSync(join(run, name), { force: true });
    removeIfEmpty(run);
  }
  removeIfEmpty(parent);
}

function entries(folder: string): string[] {
  // Nobody has written anything: the usual case, and an exception would take longer.
  if (!existsSync(folder)) return [];
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody has something there.
  }
}
