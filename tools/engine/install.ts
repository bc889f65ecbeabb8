import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { withLock, type LockOptions } from "../shared/lock.cjs";

/**
 * Makes a folder once, however many processes ask for it at the same time. It appears complete or
 * not at all, so its existence is the proof that nothing is missing.
 */
export async function installOnce(
  target: string,
  make: (staging: string) => Promise<void>,
  options: LockOptions = {},
): Promise<void> {
  if (existsSync(target)) return;
  const hidden = join(dirname(target), `.${basename(target)}`);
  await withLock(`${hidden}.lock`, () => makeUnderLock(target, `${hidden}.staging`, make), options);
}

/**
 * Only the lock's owner touches the staging folder, so what lies there was left by an interrupted
 * run.
 */
async function makeUnderLock(target: string, staging: string, make: (staging: string) => Promise<void>): Promise<void> {
  if (existsSync(target)) return;
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  try {
    await make(staging);
    renameSync(staging, target);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
