import { invalid } from "./errors";
import { isObject, own, type JsonObject } from "./fields";
import { parseJson } from "./json";
import type { Call } from "./scope";
import type { Kind, Stored } from "./record";
import { parsePoint, parseTime } from "./time";

/** How the records of a kind are listed. */
export interface Listing<T extends Stored> {
  readonly kind: Kind<T>;
  /** The record as the list shows it. */
  readonly view: (record: T) => object;
  /**
   * What the filters look at, where that costs less than the view and has the same in their fields.
   * Default: the view.
   */
  readonly searched?: (record: T) => object;
  /**
   * Names of the fields that may be filtered by; each is looked up in the view, or in the view's
   * `aws_param`-like part.
   */
  readonly filters: readonly string[];
  /** Filters that are not simply a field of the view. */
  readonly computed?: Readonly<Record<string, (record: T) => unknown>>;
  /** The part of the view in which fields that are missing at the top are looked up. */
  readonly part?: string;
  /** The records to list, when they are not simply all of the kind. */
  readonly rows?: readonly T[];
  /** Keeps the list to what belongs there. */
  readonly only?: (record: T) => boolean;
  /** Query parameters that `rows` or `only` already stand for. */
  readonly handled?: readonly string[];
}

const defaultLimit = 10;
const highestLimit = 2000;
const everywhere = new Set(["skip", "limit", "sort", "fields", "createdBefore", "createdAfter"]);

/**
 * Returns a list: `{skip, limit, total, resources}`. A filter matches exactly, with `*` as a
 * wildcard; a repeated one means or. A query parameter that no filter knows is ignored with a note
 * in `messages`.
 */
export function list<T extends Stored>(call: Call, listing: Listing<T>): object {
  const { filters, computed = {}, handled = [] } = listing;
  call.request.witness?.query(...everywhere, ...filters, ...Object.keys(computed), ...handled);
  const { skip, limit } = paging(call);
  const messages: string[] = [];
  const rows = sorted(call, listing, matching(call, listing, candidates(call, listing), messages));
  const page = rows.slice(skip, limit < 0 ? undefined : skip + limit);
  const resources = page.map((record) => listing.view(record));
  const notes = messages.length === 0 ? {} : { messages };
  return { skip, limit: limit < 0 ? rows.length : limit, total: rows.length, ...notes, resources };
}

function paging(call: Call): { skip: number; limit: number } {
  const number = (name: string, fallback: number, lowest: number): number => {
    const text = call.query(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (!Number.isInteger(value) || value < lowest)
      throw invalid(`${name} must be an integer of at least ${lowest}, not "${text}"`);
    return value;
  };
  return { skip: number("skip", 0, 0), limit: Math.min(number("limit", defaultLimit, -1), highestLimit) };
}

/** An exact `id` or an indexed filter narrows the search before any record is looked at. */
function candidates<T extends Stored>(call: Call, listing: Listing<T>): readonly T[] {
  if (listing.rows !== undefined) return listing.rows;
  for (const [name, values] of Object.entries(call.request.query)) {
    const value = values.length === 1 ? values[0] : undefined;
    if (value === undefined || value === "" || /[*?]/.test(value)) continue;
    if (name === "id") return [call.get(listing.kind, value)].filter((record) => record !== undefined);
    const isFilter = listing.filters.includes(name) && own(listing.computed, name) === undefined;
    if (isFilter && Object.hasOwn(listing.kind.indexes, name)) {
      return call.by(listing.kind, name, value);
    }
  }
  return call.all(listing.kind);
}

function matching<T extends Stored>(
  call: Call,
  listing: Listing<T>,
  rows: readonly T[],
  messages: string[],
): readonly T[] {
  const { only = () => true, handled = [], searched = listing.view } = listing;
  const tests: ((record: T, view: object) => boolean)[] = [...createdTests<T>(call)];
  for (const [name, values] of Object.entries(call.request.query)) {
    if (everywhere.has(name) || handled.includes(name) || values.every((value) => value === "")) continue;
    const computed = own(listing.computed, name);
    if (computed === undefined && !listing.filters.includes(name)) {
      messages.push(`query parameter ${name} is not supported and was ignored`);
      continue;
    }
    const wanted = values.map(pattern);
    tests.push((record, view) => {
      const value = computed === undefined ? field(view, name, listing.part) : computed(record);
      return wanted.some((matches) => matches(value));
    });
  }
  if (tests.length === 0) return rows.filter(only);
  return rows.filter((record) => {
    if (!only(record)) return false;
    const view = searched(record);
    return tests.every((test) => test(record, view));
  });
}

function createdTests<T>(call: Call): ((record: T, view: object) => boolean)[] {
  return (["createdBefore", "createdAfter"] as const).flatMap((name) => {
    const text = call.query(name);
    if (text === undefined) return [];
    const point = parsePoint(text, call.now);
    if (point === undefined)
      throw invalid(`${name} must be an RFC 3339 time or relative like -1Y-2M-5D, not "${text}"`);
    return [
      (_record: T, view: object) => {
        const at = parseTime(String(field(view, "createdAt") ?? field(view, "created_at"))) ?? 0;
        return name === "createdBefore" ? at < point : at > point;
      },
    ];
  });
}

/**
 * A test for one wanted value; a list matches when one of its members does, an absent value matches
 * `null`.
 */
function pattern(wanted: string): (value: unknown) => boolean {
  const parts = wanted.split("*");
  const matches = (value: unknown): boolean => (Array.isArray(value) ? value.some(matches) : fits(plain(value), parts));
  return matches;
}

/**
 * Whether the string is those parts with anything between them; each is taken where it first
 * occurs, never looked for again.
 */
function fits(text: string, [first = "", ...rest]: readonly string[]): boolean {
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= text.length - last.length;
}

function plain(value: unknown): string {
  if (value === undefined || value === null) return "null";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A field of the view, at the top or in its named part; a dotted name goes deeper. */
function field(view: object, name: string, part?: string): unknown {
  const direct = name.split(".").reduce<unknown>((value, key) => (isObject(value) ? own(value, key) : undefined), view);
  return direct !== undefined || part === undefined ? direct : field(view, `${part}.${name}`);
}

function sorted<T extends Stored>(call: Call, listing: Listing<T>, rows: readonly T[]): readonly T[] {
  const keys =
    call
      .query("sort")
      ?.split(",")
      .map((key) => key.trim())
      .filter((key) => key !== "") ?? [];
  if (keys.length === 0) return rows;
  const viewed = rows.map((record) => ({ record, view: listing.view(record) }));
  viewed.sort((a, b) => {
    for (const key of keys) {
      const name = key.replace(/^-/, "");
      const order = compare(field(a.view, name, listing.part), field(b.view, name, listing.part));
      if (order !== 0) return key.startsWith("-") ? -order : order;
    }
    return 0;
  });
  return viewed.map(({ record }) => record);
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [left, right] = [sortable(a), sortable(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Times are compared without their Z, which would sort behind a longer fraction. */
function sortable(value: unknown): string {
  return value === undefined ? "" : plain(value).replace(/^(\d{4}-\d\d-\d\dT.*)Z$/, "$1");
}

/**
 * A filter that is the JSON text of an object: whether all of it is among the names and values that
 * a record holds.
 */
export function holdsAll(call: Call, name: string, held: () => JsonObject): boolean {
  const text = call.query(name);
  if (text === undefined) return true;
  try {
    const wanted = parseJson(text);
    const all = held();
    return isObject(wanted) && Object.entries(wanted).every(([key, value]) => own(all, key) === value);
  } catch {
    return false;
  }
}
