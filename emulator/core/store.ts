import type { Disk } from "./disk";
import type { IndexKey, Kind, Row, Stored } from "./record";
import { Writer, type FailedWrites } from "./writer";

/**
 * Kinds are constants of their modules; a stored record finds its kind by name when it is read
 * back.
 */
const kinds = new Map<string, Kind<Stored>>();

export function defineKind<T extends Stored>(name: string, indexes: Record<string, IndexKey<T>> = {}): Kind<T> {
  if (kinds.has(name)) throw new Error(`two kinds are called ${name}`);
  const kind = { name, indexes };
  kinds.set(name, kind as unknown as Kind<Stored>);
  return kind;
}

/** The kinds that can be looked up by an index of that name. */
export function kindsWith(index: string): Kind<Stored>[] {
  return [...kinds.values()].filter((kind) => Object.hasOwn(kind.indexes, index));
}

/** What a store held at one time: each record as it stood, by kind. */
export type Snapshot = ReadonlyMap<string, readonly Row<Stored>[]>;

/** All records of one kind, in memory, in the order in which they were made. */
class Collection<T extends Stored> {
  private readonly domains = new Map<string, Map<string, Row<T>>>();
  /** The records of each domain in order, until one changes: a long list is read page by page. */
  private readonly ordered = new Map<string, T[]>();
  private readonly indexed = new Map<string, Map<string, Map<string, Row<T>>>>();

  constructor(readonly kind: Kind<T>) {
    for (const name of Object.keys(kind.indexes)) this.indexed.set(name, new Map());
  }

  get(domain: string, id: string): Row<T> | undefined {
    return this.domains.get(domain)?.get(id);
  }

  set(domain: string, id: string, row: Row<T> | undefined): void {
    const rows = this.domains.get(domain) ?? new Map<string, Row<T>>();
    this.domains.set(domain, rows);
    this.ordered.delete(domain);
    const before = rows.get(id);
    if (before !== undefined) this.reindex(before, false);
    if (row === undefined) {
      rows.delete(id);
    } else {
      rows.set(id, row);
      this.reindex(row, true);
    }
  }

  all(domain: string): T[] {
    const known = this.ordered.get(domain) ?? inOrder(this.domains.get(domain));
    this.ordered.set(domain, known);
    return known.slice();
  }

  count(domain: string): number {
    return this.domains.get(domain)?.size ?? 0;
  }

  by(domain: string, index: string, value: string): T[] {
    const found = this.indexed.get(index);
    if (found === undefined) throw new Error(`${this.kind.name} has no index ${index}`);
    return inOrder(found.get(`${domain}\0${value}`));
  }

  everything(): T[] {
    return this.rows().map(({ record }) => record);
  }

  rows(): Row<T>[] {
    return [...this.domains.values()].flatMap((rows) => [...rows.values()]);
  }

  private reindex(row: Row<T>, present: boolean): void {
    for (const [name, keyOf] of Object.entries(this.kind.indexes)) {
      const key = keyOf(row.record);
      const index = this.indexed.get(name);
      for (const value of key === undefined ? [] : [key].flat()) {
        const address = `${row.record.domain}\0${value}`;
        const rows = index?.get(address) ?? new Map<string, Row<T>>();
        if (present) rows.set(row.record.id, row);
        else rows.delete(row.record.id);
        if (rows.size > 0) index?.set(address, rows);
        else index?.delete(address);
      }
    }
  }
}

function inOrder<T>(rows: Map<string, Row<T>> | undefined): T[] {
  return [...(rows?.values() ?? [])].sort((a, b) => a.order - b.order).map((row) => row.record);
}

interface Undo {
  readonly kind: Kind<Stored>;
  readonly domain: string;
  readonly id: string;
  readonly before: Row<Stored> | undefined;
}

/**
 * Everything the emulator knows: in memory for reading, written through to a disk (when there is
 * one) by `flush`. `transaction` makes a call all or nothing; it runs synchronously, so no two ever
 * interleave.
 */
export class Store {
  private readonly collections = new Map<string, Collection<Stored>>();
  private readonly writer: Writer | undefined;
  private undo: Undo[] = [];
  private order = 0;
  /** Grows with every change: who has seen a revision knows whether anything is new. */
  revision = 0;

  constructor(private readonly disk?: Disk) {
    if (disk === undefined) return;
    this.writer = new Writer(disk, (kind, domain, id, row) => {
      this.collection(kind).set(domain, id, row);
      this.revision += 1;
    });
  }

  get failedWrites(): FailedWrites | undefined {
    return this.writer?.failed;
  }

  /** Reads everything back from the disk. */
  async load(): Promise<void> {
    for await (const { kind: name, domain, id, order, record } of this.disk?.read() ?? []) {
      const kind = kinds.get(name);
      if (kind === undefined || record === undefined) continue;
      this.collection(kind).set(domain, id, { order, record });
      this.order = Math.max(this.order, order);
    }
  }

  get<T extends Stored>(kind: Kind<T>, domain: string, id: string): T | undefined {
    return this.collection(kind).get(domain, id)?.record;
  }

  all<T extends Stored>(kind: Kind<T>, domain: string): T[] {
    return this.collection(kind).all(domain);
  }

  count<T extends Stored>(kind: Kind<T>, domain: string): number {
    return this.collection(kind).count(domain);
  }

  by<T extends Stored>(kind: Kind<T>, domain: string, index: string, value: string): T[] {
    return this.collection(kind).by(domain, index, value);
  }

  put<T extends Stored>(kind: Kind<T>, record: T): T {
    const before = this.collection(kind).get(record.domain, record.id);
    this.change(kind, record.domain, record.id, { order: before?.order ?? ++this.order, record });
    return record;
  }

  remove<T extends Stored>(kind: Kind<T>, record: T): void {
    this.change(kind, record.domain, record.id, undefined);
  }

  /** Removes every record that `drop` picks, of every kind. */
  removeWhere(drop: (kind: string, record: Stored) => boolean): void {
    for (const collection of this.collections.values()) {
      for (const record of collection.everything().filter((candidate) => drop(collection.kind.name, candidate))) {
        this.remove(collection.kind, record);
      }
    }
  }

  /**
   * Everything as it is now, for `restore`. Records never change, so that this costs next to
   * nothing.
   */
  snapshot(): Snapshot {
    return new Map([...this.collections].map(([name, collection]) => [name, collection.rows()]));
  }

  /** Brings back what a snapshot holds, and nothing else, in all kinds but `spared`. */
  restore(snapshot: Snapshot, spared: string): void {
    for (const [name, collection] of this.collections) {
      if (name === spared) continue;
      const then = new Set(snapshot.get(name));
      for (const row of collection.rows()) if (!then.delete(row)) this.remove(collection.kind, row.record);
      // What is left was changed or removed since.
      for (const row of then) this.change(collection.kind, row.record.domain, row.record.id, row);
    }
  }

  /** Runs `work`; when it throws, every change it made is taken back. */
  transaction<T>(work: () => T, keepOn: (error: unknown) => boolean = () => false): T {
    this.undo = [];
    try {
      return work();
    } catch (error) {
      if (!keepOn(error)) this.rollback();
      throw error;
    } finally {
      this.undo = [];
    }
  }

  /**
   * Part of a transaction that may fail on its own: when `work` throws, only its own changes are
   * taken back.
   */
  attempt<T>(work: () => T): T {
    const mark = this.undo.length;
    try {
      return work();
    } catch (error) {
      this.rollback(mark);
      throw error;
    }
  }

  /** Part of a transaction that only shows whether `work` throws: all its changes are taken back. */
  rehearse(work: () => unknown): void {
    const mark = this.undo.length;
    try {
      work();
    } finally {
      this.rollback(mark);
    }
  }

  /**
   * Resolves when everything changed until now is on the disk.
   *
   * @throws ServiceError when it could not be written: then it is taken back
   */
  async flush(): Promise<void> {
    await this.writer?.flush();
  }

  async close(): Promise<void> {
    await this.writer?.close();
  }

  private rollback(mark = 0): void {
    for (const { kind, domain, id, before } of this.undo.splice(mark).reverse()) this.set(kind, domain, id, before);
  }

  private change<T extends Stored>(kind: Kind<T>, domain: string, id: string, row: Row<T> | undefined): void {
    const before = this.set(kind as unknown as Kind<Stored>, domain, id, row);
    this.undo.push({ kind: kind as unknown as Kind<Stored>, domain, id, before });
  }

  /** Returns what was there before. */
  private set(kind: Kind<Stored>, domain: string, id: string, after: Row<Stored> | undefined): Row<Stored> | undefined {
    const collection = this.collection(kind);
    const before = collection.get(domain, id);
    collection.set(domain, id, after);
    this.revision += 1;
    this.writer?.add({ kind, domain, id, before, after });
    return before;
  }

  private collection<T extends Stored>(kind: Kind<T>): Collection<T> {
    const existing = this.collections.get(kind.name);
    if (existing !== undefined) return existing as unknown as Collection<T>;
    const collection = new Collection(kind);
    this.collections.set(kind.name, collection as unknown as Collection<Stored>);
    return collection;
  }
}
