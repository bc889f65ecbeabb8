import type { Change, Disk } from "./disk";
import { ServiceError } from "./errors";
import type { Kind, Row, Stored } from "./record";

/** A record on its way to the disk: as it is there, and as it is to be. */
interface Pending {
  readonly kind: Kind<Stored>;
  readonly domain: string;
  readonly id: string;
  readonly before: Row<Stored> | undefined;
  readonly after: Row<Stored> | undefined;
}

type Restore = (kind: Kind<Stored>, domain: string, id: string, row: Row<Stored> | undefined) => void;

/** Writes that failed since the start. */
export interface FailedWrites {
  readonly count: number;
  readonly reason: string;
  /** False once a later write succeeded. */
  readonly last: boolean;
}

/**
 * Brings changes to the disk, all of one write or none. When a write fails, memory goes back to
 * what the disk holds, so that nothing is seen that would not survive; whoever waits for any of it
 * is told, and the next change starts afresh.
 */
export class Writer {
  private waiting = new Map<string, Pending>();
  private writing: Promise<void> | undefined;
  private next: Promise<void> | undefined;
  failed: FailedWrites | undefined;

  constructor(
    private readonly disk: Disk,
    private readonly restore: Restore,
  ) {}

  add(change: Pending): void {
    const key = `${change.kind.name}\0${change.domain}\0${change.id}`;
    const earlier = this.waiting.get(key);
    this.waiting.set(key, earlier === undefined ? change : { ...change, before: earlier.before });
  }

  /** Resolves when everything added until now is on the disk. Calls made meanwhile share one write. */
  flush(): Promise<void> {
    if (this.waiting.size > 0) this.next ??= this.write(this.writing);
    return this.next ?? this.writing ?? Promise.resolve();
  }

  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      await this.disk.close();
    }
  }

  /** @param previous the write whose result these changes build on: when it fails, they fail with it */
  private async write(previous: Promise<void> | undefined): Promise<void> {
    await previous;
    const batch = this.waiting;
    this.waiting = new Map();
    this.writing = this.next;
    this.next = undefined;
    try {
      await this.disk.write([...batch.values()].map(changeOf));
      if (this.failed !== undefined) this.failed = { ...this.failed, last: false };
    } catch (error) {
      throw this.takeBack(batch, error);
    } finally {
      this.writing = undefined;
    }
  }

  private takeBack(batch: Map<string, Pending>, error: unknown): ServiceError {
    const reason = error instanceof Error ? error.message : String(error);
    this.failed = { count: (this.failed?.count ?? 0) + 1, reason, last: true };
    for (const { kind, domain, id, before } of [...this.waiting.values(), ...batch.values()]) {
      this.restore(kind, domain, id, before);
    }
    this.waiting = new Map();
    this.next = undefined;
    return new ServiceError("internal", `the data folder could not be written, nothing was changed: ${reason}`);
  }
}

function changeOf({ kind, domain, id, after }: Pending): Change {
  return { kind: kind.name, domain, id, order: after?.order ?? 0, record: after?.record };
}
