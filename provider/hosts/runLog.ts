import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { isSameService } from "../api/identity";
import { isRunning } from "../api/processes";
import { isEnd, type ClaimedObject, type Stage } from "../lifecycle/claims/claim";
import type { RunLedger } from "../lifecycle/claims/ledger";

const address = /^[\w.-]+:\d+$/;

/**
 * Stands for the engine of a process that is not told which one it has. Such a process belongs to
 * every run: what is read of too many keeps an object, and never ends one.
 */
export const anyEngine = "any";

/**
 * The address of the engine that started a process with these arguments. `undefined` if none has,
 * unless it is known that one has: an engine that no longer passes its address may be any.
 */
export function engineOf(args: readonly string[], isStarted = false): string | undefined {
  return args.findLast((one) => address.test(one)) ?? (isStarted ? anyEngine : undefined);
}

/**
 * The claims of the processes of one engine: the dynamic provider, the native plugin, and one more
 * for each explicit provider. None can ask the other, so each appends its claims to a file of its
 * own, in a folder of the engine's run. A process that is gone has no objects, but what failed in
 * it has failed in the run.
 */
export class RunLog implements RunLedger {
  private file: number | undefined;
  private hasFailed = false;
  /** What the others have written, by file. */
  private readonly others = new Map<string, Entries>();

  private constructor(
    private readonly parent: string,
    private readonly run: string,
    private readonly own: string,
  ) {}

  /** `undefined` for a process that no engine has started, such as a debugged one. */
  static ofEngine(engine: string | undefined, parent = tmpdir(), id = process.pid): RunLog | undefined {
    if (engine === undefined) return undefined;
    return new RunLog(join(parent, `pulumi-ciphertrust-${userInfo().uid}`), engine.replace(":", "-"), String(id));
  }

  /** Throws if this process cannot write for others to read. */
  begin(): void {
    this.file ??= this.open();
  }

  add(stage: Stage, { service, key }: ClaimedObject): void {
    // Where nothing was claimed, nothing ends.
    if (!isEnd(stage) || this.file !== undefined) this.write(`${isEnd(stage) ? "-" : "+"}${service} ${key}`);
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
      .map((path) => this.entriesOf(path).failure)
      .find((failure) => failure !== undefined);
  }

  /** Two services may have objects of the same id. One that is not known may be any. */
  has({ key, service }: ClaimedObject): boolean {
    return this.isClaimed((services) => services.get(key)?.some((other) => isSameService(other, service)) === true);
  }

  hasAny(): boolean {
    return this.isClaimed(({ size }) => size > 0);
  }

  private isClaimed(by: (services: Entries["services"]) => boolean): boolean {
    const others = this.running().map((path) => this.entriesOf(path));
    return others.some(({ services, isUnclear }) => isUnclear || by(services));
  }

  private write(line: string): void {
    this.begin();
    writeSync(this.file!, `${line}\n`);
  }

  private open(): number {
    const path = join(this.parent, this.run, this.own);
    const file = made(path);
    process.once("exit", () => {
      closeSync(file);
      if (!this.hasFailed) rmSync(path, { force: true });
      tidy(this.parent);
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
    return all.filter((path) => basename(path) !== this.own);
  }

  /**
   * Only what was added since the last look is read: with thousands of objects, every look would
   * read all of them again.
   */
  private entriesOf(path: string): Entries {
    const file = opened(path);
    if (file === undefined) return blank("");
    try {
      const { size, ino, birthtimeMs } = fstatSync(file);
      const identity = `${ino} ${birthtimeMs}`;
      const known = this.others.get(path);
      // A process id may be used again: its file is a new one then.
      const entries = known?.identity === identity && known.length <= size ? known : blank(identity);
      read(file, size, entries);
      this.others.set(path, entries);
      return entries;
    } finally {
      closeSync(file);
    }
  }
}

/** What the file of one process contains. */
interface Entries {
  readonly identity: string;
  /** How much of it was read. */
  length: number;
  /** The services of each object: two of them may have one with the same id. */
  readonly services: Map<string, readonly string[]>;
  /** It contains a line that this version does not know. */
  isUnclear: boolean;
  failure?: string;
}

const blank = (identity: string): Entries => ({ identity, length: 0, services: new Map(), isUnclear: false });

function read(file: number, size: number, entries: Entries): void {
  const bytes = Buffer.alloc(size - entries.length);
  const added = bytes.subarray(0, readSync(file, bytes, 0, bytes.length, entries.length));
  const end = added.lastIndexOf("\n") + 1;
  entries.length += end;
  for (const line of added.toString("utf8", 0, end).split("\n").filter(Boolean)) add(entries, line);
  // A claim whose line is not complete is told before its process looks at others; a failure may be its last line.
  const rest = added.toString("utf8", end);
  if (rest.startsWith("!")) add(entries, rest);
}

/**
 * A line is `+<service> <object>` for a claim, `-<service> <object>` for its end, or `!<clause>`
 * for a failure. One of another form may claim any object.
 */
function add(entries: Entries, line: string): void {
  const [, sign, service, key] = /^([+-])(\S*) (.+)$/.exec(line) ?? [];
  if (line.startsWith("!")) entries.failure ??= line.slice(1);
  else if (sign === undefined) entries.isUnclear = true;
  else {
    const others = (entries.services.get(key!) ?? []).filter((one) => !isReplaced(sign, one, service!));
    if (sign === "+") entries.services.set(key!, [...others, service!]);
    else if (others.length > 0) entries.services.set(key!, others);
    else entries.services.delete(key!);
  }
}

/** A later claim on an object of the same service stands for the earlier one. */
const isReplaced = (sign: string, one: string, service: string): boolean =>
  sign === "+" ? one === service : isSameService(one, service);

/** `undefined` if its process has removed it since it was listed. */
function opened(path: string): number | undefined {
  try {
    return openSync(path, "r");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
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
    if (attempts > 0 && codeOf(error) === "ENOENT") return made(path, attempts - 1);
    throw new Error(
      `what fails in this run cannot be noted in ${path} (${messageOf(error)}): let this user write there, or set TMPDIR (TEMP on Windows) to ` +
        "another folder",
      { cause: error },
    );
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

/** Empty if nobody has written anything. Throws if that is not known. */
function entries(folder: string): string[] {
  try {
    // An exception would take longer.
    return statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [];
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw new Error(
      `what other processes of this run have noted in ${folder} cannot be read (${messageOf(error)}): remove the folder, and run the command again`,
      { cause: error },
    );
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
const messageOf = (error: unknown) => (error as Error).message;

/** A process that ends has nobody to tell, and the next one tries again. */
function tidy(parent: string): void {
  try {
    sweep(parent);
  } catch {
    // It cannot be read.
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody has something there.
  }
}
