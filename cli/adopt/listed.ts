import { ByValues } from "../../provider/api/byValues";
import type { Api, Wire } from "../../provider/api/client";
import { ifFound } from "../../provider/api/errors";
import { isEmpty, isSame, lackOf } from "../../provider/api/shown";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { isNeverShown } from "../../provider/lifecycle/vocabulary/field";
import { idOf, itemPath } from "../../provider/lifecycle/vocabulary/record";
import { decodeAll } from "../../provider/lifecycle/values/wire";
import { defaultOf } from "../../provider/lifecycle/vocabulary/schema";

/**
 * Answers reads of objects from the lists that have shown them, so that thousands of keys do not
 * take a request each.
 */

/** A list is relied on if it is longer. */
export const short = 32;
/**
 * At most so many objects are compared with what the list shows of them because no other of them
 * shows the same fields.
 */
const mostShapes = 16;
/** At least so many are compared, spread over the list. */
const leastCompared = 32;

/**
 * A service may show less of an object in a list than by itself. No public source says of which: so
 * some of each type are read as well, and only a list that shows all of those completely is used.
 */
export class Listed {
  private readonly records = new Map<string, Wire>();
  private readonly lists = new Map<string, ByValues<Wire>>();
  private readonly unreliable = new Set<string>();
  /** Reads what lists have shown from there, and anything else from the service. */
  readonly api: Api;

  constructor(
    private readonly service: Api,
    private readonly isTrusted = false,
  ) {
    const get: Api["get"] = (path, query) => {
      const known = query ? undefined : this.records.get(path);
      return known ? Promise.resolve(known) : service.get(path, query);
    };
    const list: Api["list"] = async (path, query, options) =>
      (query && this.lists.get(path)?.matching(query)) ?? service.list(path, query, options);
    this.api = Object.assign(Object.create(service) as Api, { get, list });
  }

  /**
   * Compares some of these objects with what their own paths show, and returns the first field that
   * the list lacks. If it lacks none, reads of these are answered from it, as are its parts: `all`
   * is the whole list. Entries without an input that has a default are not used: the program would
   * say nothing of it, and adopting the object would reset it.
   */
  async rely(definition: Definition, records: readonly Wire[], all: readonly Wire[]): Promise<string | undefined> {
    const pathOf = (record: Wire) => itemPath(definition, idOf(definition, record));
    const sample = this.isTrusted ? [] : sampleOf(records);
    const own = await Promise.all(sample.map((record) => ifFound(this.service.get(pathOf(record)))));
    const lacking = sample
      .map((record, at) => own[at] && lackOf(record, own[at], isSame))
      .find((one) => one !== undefined);
    if (lacking !== undefined) this.unreliable.add(definition.path);
    else for (const record of records.filter(showsDefaults(definition))) this.records.set(pathOf(record), record);
    if (this.unreliable.has(definition.path)) this.lists.delete(definition.path);
    else if (!this.lists.has(definition.path))
      this.lists.set(definition.path, new ByValues(() => all.map((record) => [record, record] as const)));
    return lacking;
  }
}

/** Whether an entry shows all inputs that have a default, as far as any response can. */
function showsDefaults(definition: Definition): (record: Wire) => boolean {
  const keys = Object.entries(definition.inputs)
    .filter(([key, schema]) => defaultOf(schema) !== undefined && !isNeverShown(definition, key))
    .map(([key]) => key);
  return (record) => {
    const state = decodeAll(definition, record);
    return keys.every((key) => state[key] !== undefined);
  };
}

/** Objects of every shape, and others evenly from the first to the last. */
function sampleOf(records: readonly Wire[]): Wire[] {
  const shapes = new Map<string, Wire>();
  for (const record of records) {
    if (shapes.size === mostShapes) break;
    const shape = shapeOf(record);
    if (!shapes.has(shape)) shapes.set(shape, record);
  }
  const chosen = new Set(shapes.values());
  const others = records.filter((one) => !chosen.has(one));
  const rest = Math.min(leastCompared - chosen.size, others.length);
  for (let at = 0; at < rest; at++) chosen.add(others[Math.round((at * (others.length - 1)) / Math.max(rest - 1, 1))]!);
  return [...chosen];
}

/** Which fields it shows, inside its parts as well. */
function shapeOf(value: unknown): string {
  if (isEmpty(value)) return "";
  if (typeof value !== "object" || Array.isArray(value)) return "1";
  const fields = Object.entries(value as Wire).filter(([, part]) => !isEmpty(part));
  return fields.map(([name, part]) => `${name}{${shapeOf(part)}}`).join();
}
