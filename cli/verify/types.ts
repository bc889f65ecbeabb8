import { randomUUID } from "node:crypto";
import type { Api, Query, Wire } from "../../provider/api/client";
import { isKind } from "../../provider/api/errors";
import type { Definition, ExistingObject } from "../../provider/lifecycle/vocabulary/definition";
import { isOfType, idOf, itemPath } from "../../provider/lifecycle/vocabulary/record";
import { spell } from "../../provider/lifecycle/values/wire";
import { featureOf } from "../../provider/lifecycle/service/licence";
import { isLost, look } from "../../provider/lifecycle/service/look";
import { registry } from "../../provider/resources";
import { Collections } from "../collections";
import { filterDifferences } from "./filters";
import { firstPage, nextPage } from "./pages";
import { refusalOf } from "./refusals";
import { entryOf, type Difference, type Entry, type Outcome } from "./report";
import type { Seen } from "./seen";
import { shapeDifferences } from "./shapes";

/** Compares the objects of one type after another with their definitions. */

/** Objects of a type that are read one by one. */
const mostReads = 5;

export interface Context {
  api: Api;
  /** Objects to list of each collection. */
  limit: number;
  seen: Seen;
  /** True also if the service does not tell. */
  isLicensed(feature: string | undefined): Promise<boolean>;
  pause(milliseconds: number): Promise<void>;
}

export class Types {
  /** Objects that were listed, as they are in full if they were read. */
  readonly found: ExistingObject[] = [];
  private readonly collections: Collections;
  private readonly pages = new Map<string, Difference[]>();
  private readonly compared = new Map<string, Promise<Difference[]>>();

  constructor(private readonly context: Context) {
    this.collections = new Collections(async (path) => {
      const { api, limit } = context;
      const { records, differences } = await firstPage(api, path, limit);
      this.pages.set(path, [...differences, ...(await nextPage(api, path, records))]);
      return records;
    });
  }

  /** Lists the objects of a type for what refers to them, without comparing anything. */
  async list(definition: Definition): Promise<void> {
    if (!canBeRead(definition)) return;
    try {
      this.remember(definition, await this.recordsOf(definition));
    } catch (error) {
      refusalOf(error, "list", true);
    }
  }

  async verify(definition: Definition): Promise<Entry> {
    const { type } = definition;
    if (!canBeRead(definition)) return entryOf(type, "not tried");
    let records: Wire[];
    try {
      records = await this.recordsOf(definition);
    } catch (error) {
      return this.refused(definition, error);
    }
    const differences = [
      ...(isListed(definition) ? (this.pages.get(definition.path) ?? []) : []),
      ...records.flatMap((record) => this.identified(definition, record)),
    ];
    const usable = records.filter((record) => hasId(definition, record));
    this.remember(definition, usable);
    const reads: Reading[] = [];
    for (const record of spread(usable, mostReads)) reads.push(await this.read(definition, record));
    differences.push(...reads.flatMap((one) => one.differences));
    if (isListed(definition)) {
      differences.push(...(await this.once(`GET ${definition.path}`, () => this.unknownId(definition))));
      differences.push(...(await this.filters(definition, usable)));
    }
    return entryOf(type, outcomeOf(reads), differences);
  }

  private async recordsOf(definition: Definition): Promise<Wire[]> {
    const { list } = definition.existing ?? {};
    if (typeof list === "function") return list(this.firstOnly(), this.found);
    const own = await this.collections.of(definition);
    return own.length > 0 ? own : this.filtered(definition);
  }

  /**
   * Among many objects of a shared collection, those of a rare type may be on no first page but
   * their own.
   */
  private async filtered(definition: Definition): Promise<Wire[]> {
    const { path, listing } = definition;
    if (!listing?.usual) return [];
    const query = Object.entries(listing.usual).map(([name, value]) => [spell(definition, name), value]);
    const { records } = await firstPage(this.context.api, path, this.context.limit, Object.fromEntries(query) as Query);
    return records.filter((record) => isOfType(definition, record));
  }

  /** The API for lists of lists: only the first page of each. */
  private firstOnly(): Api {
    const { api, limit } = this.context;
    const list: Api["list"] = async (path, query) => (await firstPage(api, path, limit, query)).records;
    return Object.assign(Object.create(api) as Api, { list });
  }

  private async refused(definition: Definition, error: unknown): Promise<Entry> {
    const { outcome, differences } = refusalOf(error, "list", await this.context.isLicensed(featureOf(definition)));
    return entryOf(definition.type, outcome, differences);
  }

  private identified(definition: Definition, record: Wire): Difference[] {
    if (!hasId(definition, record)) return [{ where: definition.id ?? "id", what: "missing in the list" }];
    return shapeDifferences(definition, record, this.context.seen, false);
  }

  private async read(definition: Definition, listed: Wire): Promise<Reading> {
    const id = idOf(definition, listed);
    try {
      const record = await look(definition, this.context, id, {}, everythingOf(definition));
      if (record) {
        this.remember(definition, [record]);
        return { outcome: "works", differences: shapeDifferences(definition, record, this.context.seen, true) };
      }
      if (isLost(definition, listed) || !(await this.isStillListed(definition, id))) return gone;
      return this.differing(definition, id, [{ where: "GET", what: "does not find the id of a listed object" }]);
    } catch (error) {
      const { outcome, differences } = refusalOf(error, "GET", true);
      if (outcome === "no permission" || outcome === "not licensed") return { outcome, differences };
      const refused =
        differences.length > 0 ? differences : [{ where: "GET", what: "does not work for a listed object" }];
      return this.differing(definition, id, refused);
    }
  }

  private async differing(definition: Definition, id: string, found: readonly Difference[]): Promise<Reading> {
    return { outcome: "differs", differences: [...found, ...(await this.alone(definition, id))] };
  }

  /**
   * What its own response has otherwise, where the several requests that reading it takes do not
   * work.
   */
  private async alone(definition: Definition, id: string): Promise<Difference[]> {
    try {
      const record = await this.context.api.get(itemPath(definition, id));
      return shapeDifferences(definition, record, this.context.seen, true);
    } catch (error) {
      refusalOf(error, "GET", true);
      return [];
    }
  }

  private remember(definition: Definition, records: readonly Wire[]): void {
    for (const record of records.filter((one) => hasId(definition, one))) {
      const id = idOf(definition, record);
      const at = this.found.findIndex((one) => one.definition === definition && one.id === id);
      this.found.splice(at === -1 ? this.found.length : at, at === -1 ? 0 : 1, { definition, id, record });
    }
  }

  private async isStillListed(definition: Definition, id: string): Promise<boolean> {
    if (!isListed(definition)) return true;
    const { records } = await firstPage(this.context.api, definition.path, this.context.limit);
    return records.some((one) => hasId(definition, one) && idOf(definition, one) === id);
  }

  /** Only a 404 of the service may mean that an object does not exist. */
  private async unknownId(definition: Definition): Promise<Difference[]> {
    const where = "GET of an unknown id";
    try {
      await this.context.api.get(itemPath(definition, randomUUID()));
      return [{ where, what: "responds with an object, not with 404" }];
    } catch (error) {
      if (isKind(error, "notFound", "forbidden")) return [];
      const { differences } = refusalOf(error, where, true);
      return differences.map(({ what }) => ({ where, what: `${what}, not with 404 and the service's code` }));
    }
  }

  private async filters(definition: Definition, records: readonly Wire[]): Promise<Difference[]> {
    const { api, limit } = this.context;
    const differences: Difference[] = [];
    for (const filter of definition.filters ?? []) {
      try {
        differences.push(...(await filterDifferences(api, definition, filter, records, limit)));
      } catch (error) {
        differences.push(...refusedFilter(error, filter));
      }
    }
    return differences;
  }

  /** Types that share a collection share what was found out about it. */
  private once(what: string, work: () => Promise<Difference[]>): Promise<Difference[]> {
    const known = this.compared.get(what) ?? work();
    this.compared.set(what, known);
    return known;
  }
}

/** What became of reading one object. */
type Reading = Pick<Entry, "outcome" | "differences">;

/** It is in the list, and no longer to be read. */
const gone: Reading = { outcome: "empty", differences: [] };

/** It takes one object that was read to say that a type works; without any, the refusal counts. */
function outcomeOf(reads: readonly Reading[]): Outcome {
  const had = (wanted: Outcome) => reads.some(({ outcome }) => outcome === wanted);
  return (["works", "no permission", "not licensed"] as const).find(had) ?? "empty";
}

function refusedFilter(error: unknown, filter: string): Difference[] {
  const where = `filter ${filter}`;
  const { outcome, differences } = refusalOf(error, where, true);
  return differences.length > 0 ? differences : [{ where, what: `is refused: ${outcome}` }];
}

/**
 * False for events, of which nothing is read back, and for what cannot be told apart from objects
 * of other types.
 */
function canBeRead({ action, existing, path }: Definition): boolean {
  return !action && (typeof existing?.list !== "string" || ownCollections.has(path));
}

/**
 * Collections of one type only: their objects can be read, even if no program can be written from
 * them.
 */
const ownCollections = new Set(
  registry
    .map(({ path }) => path)
    .filter((path, _, all) => path.length > 1 && all.filter((one) => one === path).length === 1),
);

/** True if the type is listed by its collection. */
const isListed = ({ existing }: Definition): boolean => typeof existing?.list !== "function";

/** Some parts are read only if they are declared: here, everything is. */
function everythingOf({ inputs }: Definition) {
  return Object.fromEntries(Object.keys(inputs).map((key) => [key, null]));
}

function hasId(definition: Definition, record: Wire): boolean {
  return ["string", "number"].includes(typeof record[definition.id ?? "id"]) && record[definition.id ?? "id"] !== "";
}

/** So many of them, from the first to the last. */
function spread<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, at) => all[Math.round((at * (all.length - 1)) / (most - 1))]!);
}
