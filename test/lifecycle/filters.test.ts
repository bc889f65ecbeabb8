import type { Api, Wire } from "../../provider/api/client";
import { isKind } from "../../provider/api/errors";
import { spell } from "../../provider/lifecycle/values/wire";
import { registry } from "../../provider/resources";
import { fixtures } from "./fixtures";
import { filtersOf } from "../facts/listFilters";
import { make, startRig, type Rig } from "./rig";

/**
 * Every filter that a list offers, at a service that obeys filters: one that is misspelt here is
 * ignored there.
 */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());

/** Filters of which no value excludes an object, with the reason. */
const lenient: Readonly<Record<string, string>> = {
  "User.excludeGroups": "the user is in no group of that name",
};

/** Filters whose values are other words than those of the field. */
const words: Readonly<Record<string, string>> = { "AzureVault.type": "vault" };

/** One page as the service filters it: `api.list` would drop what a filter let through. */
async function page(api: Api, path: string, query: Record<string, string>): Promise<Wire[]> {
  try {
    return ((await api.get(path, { limit: 1000, ...query })).resources ?? []) as Wire[];
  } catch (error) {
    // A value that is none of the filter's words.
    if (isKind(error, "badRequest")) return [];
    throw error;
  }
}

/** A name however it is spelled. */
const plain = (name: string): string => name.replaceAll("_", "").toLowerCase();

/** The fields of a record that hold something, at the top or in a part of it such as `aws_param`. */
function fieldsShown(record: Wire): Set<string> {
  const parts = [record, ...Object.values(record).filter((value) => typeof value === "object" && value !== null)];
  const fields = parts.flatMap((part) => Object.entries(part as Wire));
  return new Set(fields.filter(([, value]) => isPlain(value)).map(([name]) => plain(name)));
}

const isPlain = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value) && value !== "";

const offering = registry.filter(({ filters = [], listing }) => filters.length > 0 && !listing?.within);

test.each(offering.map((one) => [one.type, one] as const))("%s", async (type, definition) => {
  await rig.renew();
  const { id } = await make(rig, type, await fixtures[type]!.args(rig));
  const has = (found: Wire[]) => found.some((record) => record[definition.id ?? "id"] === id);
  const all = await page(rig.api, definition.path, {});
  const record = all.find((one) => one[definition.id ?? "id"] === id)!;
  expect(record).toBeDefined();

  const names = definition.filters!.filter((name) => !(`${type}.${name}` in lenient));
  const ignored = [];
  const lost = [];
  for (const name of names) {
    const filter = spell(definition, name);
    if (has(await page(rig.api, definition.path, { [filter]: "no-such-value" }))) ignored.push(name);
    const shown = words[`${type}.${name}`] ?? record[filter];
    if (isPlain(shown) && !has(await page(rig.api, definition.path, { [filter]: String(shown) }))) lost.push(name);
  }
  const offered = definition.filters!.map((name) => spell(definition, name));
  const shown = fieldsShown(record);
  const missing = filtersOf(definition.path).filter((name) => !offered.includes(name) && shown.has(plain(name)));
  expect({ ignored, lost, missing }).toEqual({ ignored: [], lost: [], missing: [] });
});
