import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { isRunning } from "../../provider/api/processes";

/**
 * Where the engine writes its event log, or a plan. The log always includes debug messages, which
 * contain secrets in clear, so the file must not be left behind: on Linux it has no name and, where
 * there is room, it is in memory. Elsewhere it is a file in a folder that only this user can enter,
 * which the next run removes if this one is killed.
 */
export interface PrivateFile {
  /** What the engine is told to write to. */
  readonly path: string;
  /**
   * Its lines, without their ends. A stack of many thousand resources has a log that is longer than
   * any string.
   */
  lines(): Iterable<string>;
  /** Leaves nothing. */
  close(): void;
}

export function openPrivateFile(): PrivateFile {
  return process.platform === "linux" ? unnamed() : named();
}

/** The engine opens it through this process, so that none of its own children inherit it. */
function unnamed(): PrivateFile {
  const folder = mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), prefix));
  try {
    const { O_RDWR, O_CREAT, O_EXCL } = constants;
    const file = openSync(join(folder, "file.json"), O_RDWR | O_CREAT | O_EXCL, 0o600);
    return {
      path: `/proc/${process.pid}/fd/${file}`,
      lines: () => linesOf(file),
      close: () => closeSync(file),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** For systems without `/proc`. Removes what killed runs have left, too. */
export function named(): PrivateFile {
  sweep();
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  const path = join(folder, "file.json");
  writeFileSync(path, "", { mode: 0o600, flag: "wx" });
  return {
    path,
    *lines() {
      const log = openSync(path, "r");
      try {
        yield* linesOf(log);
      } finally {
        closeSync(log);
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function sweep(): void {
  for (const name of namesIn(tmpdir())) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Another user's.
    }
  }
}

/** Not every folder for temporary files may be listed. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const prefix = "ciphertrust-pipeline-";
const memory = "/dev/shm";

/** Containers often have little memory, and a truncated log would count as a failed run. */
const enough = 256 * 1024 * 1024;

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= enough;
  } catch {
    return false;
  }
}

const chunk = 2 ** 20;

function* linesOf(descriptor: number): Generator<string> {
  const bytes = Buffer.alloc(chunk);
  const decoder = new StringDecoder("utf8");
  let [position, rest] = [0, ""];
  for (;;) {
    const length = readSync(descriptor, bytes, 0, chunk, position);
    position += length;
    const lines = (rest + (length > 0 ? decoder.write(bytes.subarray(0, length)) : decoder.end())).split("\n");
    rest = lines.pop()!;
    yield* lines;
    if (length === 0) break;
  }
  if (rest !== "") yield rest;
}
