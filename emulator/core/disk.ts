import { ClassicLevel } from "classic-level";
import { StartError } from "./errors";
import type { Stored } from "./record";

/** A record as it is to be on the disk; without `record` it is to be gone. */
export interface Change {
  readonly kind: string;
  readonly domain: string;
  readonly id: string;
  readonly order: number;
  readonly record: Stored | undefined;
}

export interface Disk {
  read(): AsyncIterable<Change>;
  /** All changes or none; once it resolves they survive a kill of the process. */
  write(changes: readonly Change[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens (or makes) the records of a data folder. Only one process may hold them. */
export async function openDisk(folder: string): Promise<Disk> {
  const level = new ClassicLevel<string, Omit<Change, "id">>(folder, { valueEncoding: "json" });
  try {
    await level.open();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
    const locked = cause !== undefined && "code" in cause && cause.code === "LEVEL_LOCKED";
    const reason = locked ? "another emulator is using it" : (cause?.message ?? String(error));
    throw new StartError(`cannot open the data folder ${folder}: ${reason}`);
  }
  let broken = false;
  return {
    async *read() {
      for await (const value of level.values()) yield { ...value, id: value.record?.id ?? "" };
    },
    async write(changes) {
      // A write that broke off may have left half a line in the log, which would swallow what is written after it.
      if (broken) await level.close().then(() => level.open());
      broken = true;
      await level.batch(changes.map(stepOf));
      broken = false;
    },
    close: () => level.close(),
  };
}

type Step =
  | { readonly type: "del"; readonly key: string }
  | { readonly type: "put"; readonly key: string; readonly value: Omit<Change, "id"> };

function stepOf({ kind, domain, id, order, record }: Change): Step {
  const key = `${kind}\0${domain}\0${id}`;
  return record === undefined ? { type: "del", key } : { type: "put", key, value: { kind, domain, order, record } };
}
