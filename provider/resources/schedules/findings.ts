import { createHash } from "node:crypto";
import type { Api, Query, Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import type { Downloadable } from "../system";

/**
 * What a refresh found: the difference between the service's lists before and after it. The jobs
 * themselves do not report it.
 */

interface Held {
  gone: boolean;
  /** Equal for records that say the same of their key. */
  print: string;
}

export type Holdings = ReadonlyMap<string, Held>;

export interface Findings {
  keys: number;
  new_keys: number;
  changed_keys: number;
  gone_keys: number;
}

export const nothingFound: Findings = { keys: 0, new_keys: 0, changed_keys: 0, gone_keys: 0 };

/**
 * What the service knows of these containers, or of all. Only fingerprints are kept: there may be
 * many thousands.
 */
export async function holdings(api: Api, downloadable: Downloadable, containers?: string[]): Promise<Holdings> {
  const filters = await filtersOf(api, downloadable, containers);
  const held = (record: Wire) => [idIn(record), { gone: isGone(record), print: printOf(record) }] as const;
  const lists = await Promise.all(filters.map((filter) => api.gather(downloadable.list, filter, held)));
  return new Map(lists.flat());
}

/** How many objects the service knows of these containers, or of all. */
export async function count(api: Api, downloadable: Downloadable, containers?: string[]): Promise<number> {
  const filters = await filtersOf(api, downloadable, containers);
  const counts = await Promise.all(filters.map((filter) => api.count(downloadable.list, filter)));
  return counts.reduce((sum, one) => sum + one, 0);
}

async function filtersOf(api: Api, { of }: Downloadable, containers?: string[]): Promise<readonly Query[]> {
  if (!containers) return [{}];
  return typeof of === "string" ? [{ [of]: containers }] : of(api, containers);
}

/** Clouds mark deleted objects in one of these two ways. */
function isGone(record: Wire): boolean {
  return record.gone === true || String(record.status).toUpperCase() === "DELETED";
}

/**
 * Every refresh renews these, whether anything was found or not: when it looked, and the service's
 * own backup of a key.
 */
const renewed = /^((updated|synced|refreshed|backup)_?at|backup)$/i;

function printOf(record: Wire): string {
  return createHash("sha256").update(JSON.stringify(record, lasting)).digest("base64");
}

function lasting(name: string, value: unknown): unknown {
  return renewed.test(name) ? undefined : value;
}

export function compare(before: Holdings, after: Holdings): Findings {
  const found = { ...nothingFound };
  for (const [id, now] of after) {
    const then = before.get(id);
    if (now.gone) continue;
    found.keys++;
    if (!then || then.gone) found.new_keys++;
    else if (then.print !== now.print) found.changed_keys++;
  }
  for (const [id, then] of before) {
    if (!then.gone && (after.get(id)?.gone ?? true)) found.gone_keys++;
  }
  return found;
}

export function sum(a: Findings, b: Findings): Findings {
  return {
    keys: a.keys + b.keys,
    new_keys: a.new_keys + b.new_keys,
    changed_keys: a.changed_keys + b.changed_keys,
    gone_keys: a.gone_keys + b.gone_keys,
  };
}
