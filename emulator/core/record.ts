/** What a store keeps, and how it is found. */

/**
 * Anything the emulator keeps. The same id may occur in several domains; the clouds' own objects
 * live in domain "".
 */
export interface Stored {
  readonly id: string;
  readonly domain: string;
}

/** The values under which a record can be found; undefined leaves it out of the index. */
export type IndexKey<T> = (record: T) => string | readonly string[] | undefined;

/** One sort of record, with its indexes. Records are immutable: a change replaces the record. */
export interface Kind<T extends Stored> {
  readonly name: string;
  readonly indexes: Readonly<Record<string, IndexKey<T>>>;
}

export interface Row<T> {
  readonly order: number;
  readonly record: T;
}
