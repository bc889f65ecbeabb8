import type { Api, Query, Wire } from "../../provider/api/client";
import type { Difference } from "./report";
import { kindOf } from "./shapes";

/** The first objects of a collection, and whether its pages are as expected. */

export interface Listed {
  records: Wire[];
  differences: Difference[];
}

export async function firstPage(api: Api, path: string, limit: number, query: Query = {}): Promise<Listed> {
  const page = await api.get(path, { ...query, skip: 0, limit });
  const records = recordsIn(page);
  if (records === undefined) return { records: [], differences: [differs(`resources is a ${kindOf(page.resources)}`)] };
  const others = (page.resources ?? []) as unknown[];
  const odd = others.length > records.length ? [differs("has items that are not objects")] : [];
  return { records, differences: [...odd, ...flawsOf(page, others.length, 0, limit)] };
}

/**
 * Whether a second page continues the first. Objects may come and go meanwhile: only what persists
 * is a difference.
 */
export async function nextPage(api: Api, path: string, first: readonly Wire[]): Promise<Difference[]> {
  if (first.length < 2) return [];
  const differences = await pageAfterFirst(api, path);
  return differences.length === 0 ? [] : pageAfterFirst(api, path);
}

async function pageAfterFirst(api: Api, path: string): Promise<Difference[]> {
  const [one] = recordsIn(await api.get(path, { skip: 0, limit: 1 })) ?? [];
  const page = await api.get(path, { skip: 1, limit: 1 });
  const records = recordsIn(page) ?? [];
  if (records.length > 1) return [differs("limit is ignored")];
  const isSame = JSON.stringify(records[0]) === JSON.stringify(one);
  return isSame ? [differs("skip is ignored")] : flawsOf(page, records.length, 1, 1);
}

function flawsOf({ total, ...echoed }: Wire, count: number, skip: number, limit: number): Difference[] {
  const flaws: string[] = [];
  if (total === undefined || total === null) flaws.push("no total");
  else if (typeof total !== "number") flaws.push(`total is a ${kindOf(total)}, not a number`);
  else if (total < skip + count) flaws.push("total is less than what is listed");
  else if (count < limit && total > skip + count) flaws.push("total is more than what is listed");
  if (count > limit) flaws.push("limit is ignored");
  for (const [name, asked] of Object.entries({ skip, limit })) {
    const shown = echoed[name];
    if (shown !== undefined && shown !== asked) flaws.push(`${name} in the response is not that of the request`);
  }
  return flaws.map(differs);
}

/** `null` stands for no items. */
function recordsIn({ resources }: Wire): Wire[] | undefined {
  if (resources === null) return [];
  if (!Array.isArray(resources)) return undefined;
  return resources.filter((one): one is Wire => kindOf(one) === "object");
}

const differs = (what: string): Difference => ({ where: "list", what });
