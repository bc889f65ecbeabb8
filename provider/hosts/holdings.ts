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
import { dirname, join } from "node:path";
import { isSameService } from "../api/identity";
import { isRunning } from "../api/processes";
import type { Elsewhere, Place } from "../lifecycle/neighbors";

/** The address of the engine that started this process. */
const address = /^[\w.-]+:\d+$/;

/**
 * Which objects the processes of one engine have: the dynamic provider, the native plugin, and one more for each explicit
 * provider. None can ask the other, so each writes the objects that the program declares into a file of its own, in a
 * folder of the engine's run. A process that is gone has no objects.
 */
export class Holdings implements Elsewhere {
  private file: number | undefined;
  /** What the others have written, by process, and how long that was: the service of each object. */
  private readonly others = new Map<string, { length: number; held: Held }>();

  private constructor(private readonly folder: string) {}

  /** `undefined` for a process that no engine has started, such as a debugged one. */
  static ofEngine(argument: string | undefined, parent = tmpdir()): Holdings | undefined {
    if (argument === undefined || !address.test(argument)) return undefined;
    return new Holdings(join(parent, `pulumi-ciphertrust-${userInfo().uid}`, argument.replace(":", "-")));
  }

  hold(place: Place): void {
    this.write("+", place);
  }

  release(place: Place): void {
    if (this.file !== undefined) this.write("-", place);
  }

  /** Two services may have objects of the same id. One that is not known may be any. */
  has({ object, service }: Place): boolean {
    const services = this.running().map((name) => this.heldBy(name).get(object));
    return services.some((other) => other !== undefined && isSameService(other, service));
  }

  isUsed(): boolean {
    return this.running().some((name) => this.heldBy(name).size > 0);
  }

  private write(sign: "+" | "-", { object, service }: Place): void {
    this.file ??= this.open();
    writeSync(this.file, `${sign}${service} ${object}\n`);
  }

  private open(): number {
    const path = join(this.folder, String(process.pid));
    const file = made(path);
    process.once("exit", () => {
      closeSync(file);
      rmSync(path, { force: true });
      sweep(dirname(this.folder));
    });
    return file;
  }

  private running(): string[] {
    const names = entries(this.folder).filter((name) => name !== String(process.pid));
    return names.filter((name) => isRunning(Number(name)));
  }

  private heldBy(name: string): Held {
    const { length, held } = this.others.get(name) ?? { length: 0, held: new Map<string, string>() };
    const added = readFrom(join(this.folder, name), length);
    if (added === undefined) return new Map();
    for (const line of added.toString("utf8").split("\n").filter(Boolean)) note(held, line);
    this.others.set(name, { length: length + added.length, held });
    return held;
  }
}

type Held = Map<string, string>;

function note(held: Held, line: string): void {
  const space = line.indexOf(" ");
  const [service, object] = [line.slice(1, space), line.slice(space + 1)];
  if (line.startsWith("+")) held.set(object, service);
  else held.delete(object);
}

/**
 * What a file has from that byte on: with thousands of objects, every look would read all of them again. `undefined` if its
 * process has removed it since it was listed.
 */
function readFrom(path: string, position: number): Buffer | undefined {
  const file = opened(path);
  if (file === undefined) return undefined;
  try {
    const bytes = Buffer.alloc(fstatSync(file).size - position);
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, position));
  } finally {
    closeSync(file);
  }
}

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
    return openSync(path, "w", 0o600);
  } catch (error) {
    if (attempts === 0 || (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return made(path, attempts - 1);
  }
}

/** Removes what processes left that were killed, and folders that are empty then. */
function sweep(parent: string): void {
  for (const run of entries(parent).map((name) => join(parent, name))) {
    const ended = entries(run).filter((name) => !isRunning(Number(name)));
    for (const name of ended) rmSync(join(run, name), { force: true });
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
