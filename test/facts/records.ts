import { around } from "../../provider/api/around";
import type { Api, Wire } from "../../provider/api/client";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { apiError } from "../api/support";

/**
 * Records of the service with a value that is absent, or of another form than the public sources
 * suggest.
 */

export type Path = readonly string[];
export type Alter = (value: unknown) => unknown;

const isMap = (value: unknown): value is Bag => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Every path in a record, except into maps that users fill in: what is missing there has been
 * removed by somebody.
 */
export function pathsIn(record: Wire, above: Path = []): Path[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const path = [...above, name];
    return isMap(value) && name !== "meta" ? [path, ...pathsIn(value, path)] : [path];
  });
}

/** The record with another value at the path; `undefined`: without it. */
export function altered(record: Wire, [name = "", ...below]: Path, alter: Alter): Wire {
  if (!isMap(record) || !(name in record)) return record;
  const { [name]: old, ...rest } = record;
  const value = below.length > 0 ? altered(old as Wire, below, alter) : alter(old);
  return value === undefined ? rest : { ...rest, [name]: value };
}

/** The API that remembers what was read, so that reading many times takes no time. */
export function remembering(api: Api): Api {
  const known = new Map<string, Promise<unknown>>();
  const once = <T>(call: readonly unknown[], work: () => Promise<T>): Promise<T> => {
    const key = JSON.stringify(call);
    if (!known.has(key)) known.set(key, work());
    return known.get(key) as Promise<T>;
  };
  return {
    ...api,
    get: (...call) => once(["get", ...call], () => api.get(...call)),
    list: (...call) => once(["list", ...call], () => api.list(...call)),
  };
}

/** The API whose reads return changed records. */
export function changing(api: Api, change: (record: Wire) => Wire): Api {
  return {
    ...api,
    get: async (...call) => change(await api.get(...call)),
    list: async (...call) => (await api.list(...call)).map(change),
  };
}

/** A call that changes something, such as `POST /boxes`, and its response. */
export interface Change {
  readonly call: string;
  result?: unknown;
}

/**
 * The API of which the first change gets no response, whether or not the service makes it;
 * `changes` fills with all of them.
 */
export function unanswered(api: Api, { isMade, changes = [] }: { isMade: boolean; changes?: Change[] }): Api {
  return around(api, async ({ method, path, repeatable }, work) => {
    if (method === "GET" || repeatable) return work();
    const isFirst = changes.length === 0;
    const change: Change = { call: `${method} ${path}` };
    changes.push(change);
    const result = isFirst && !isMade ? undefined : await work();
    change.result = result;
    if (isFirst) throw apiError("unanswered");
    return result!;
  });
}
