import { setTimeout } from "node:timers/promises";
import type { Api, Wire } from "../../provider/api/client";
import { isKind } from "../../provider/api/errors";
import type { Bag, Definition, Found } from "../../provider/lifecycle/definition";
import { isUnready } from "../../provider/lifecycle/diff";
import { look } from "../../provider/lifecycle/look";
import { idOf } from "../../provider/lifecycle/paths";
import { titleOf } from "../../provider/lifecycle/title";
import { decodeAll } from "../../provider/lifecycle/wire";
import { Collections, inOrder } from "../collections";

/** Surveys the objects of a service. Only reads. */

/** An existing object that does not become part of the program. */
export interface LeftOut {
  type: string;
  /** Empty when the reason is about all objects of the type. */
  name: string;
  id: string;
  reason: string;
}

export interface Survey {
  found: Found[];
  leftOut: LeftOut[];
}

export interface SurveyOptions {
  /** Decides before an object is read. `undefined`: wanted; a string: why not; `null`: silently skipped. */
  refuse?(found: Found, title: string): string | null | undefined;
  /** Shows progress. */
  log(text: string): void;
}

/** Objects read concurrently: enough to keep every connection busy. */
const together = 32;
/** Progress is reported after this many objects of one type. */
const stride = 500;

/** Every object of these types that can be declared, as the service shows it in full, and why the others cannot. */
export async function survey(api: Api, definitions: readonly Definition[], options: SurveyOptions): Promise<Survey> {
  const things = definitions.filter((one) => !one.action);
  const collections = new Collections((path) => api.list(path));
  const own = async (definition: Definition) => {
    const records = await collections.of(definition);
    if (records.length > 0) options.log(`${definition.type}: ${records.length}`);
    return records;
  };
  const result: Survey = { found: [], leftOut: [] };
  for (const definition of inOrder(things)) {
    const { list } = definition.existing ?? {};
    if (typeof list === "string") {
      result.leftOut.push({ type: definition.type, name: "", id: "", reason: list });
      continue;
    }
    try {
      const records = list ? await list(api, result.found) : await own(definition);
      await examine(api, definition, records, options, result);
    } catch (error) {
      if (!isKind(error, "forbidden", "notFound", "unimplemented", "failed", "badRequest")) throw error;
      result.leftOut.push({ type: definition.type, name: "", id: "", reason: `cannot be listed: ${error.message}` });
    }
  }
  result.found.sort((a, b) => definitions.indexOf(a.definition) - definitions.indexOf(b.definition));
  return result;
}

async function examine(
  api: Api,
  definition: Definition,
  records: readonly Wire[],
  options: SurveyOptions,
  result: Survey,
): Promise<void> {
  const listed = new Set(records.map((record) => idOf(definition, record)));
  const wanted = records.filter((record) => isWanted(definition, record, options, result));
  for (let done = 0; done < wanted.length; done += together) {
    const some = wanted.slice(done, done + together);
    const seen = await Promise.all(some.map((record) => inFull(api, definition, record, listed)));
    for (const one of seen) {
      if ("reason" in one) result.leftOut.push(one);
      else result.found.push(one);
    }
    const now = done + some.length;
    if (now % stride < together && now >= stride) {
      options.log(`${definition.type}: ${now} of ${wanted.length} read`);
    }
  }
}

function isWanted(definition: Definition, record: Wire, options: SurveyOptions, result: Survey): boolean {
  const id = idOf(definition, record);
  const name = titleOf(definition, record);
  const owner = definition.existing?.owner?.(record);
  const refusal = options.refuse?.({ definition, id, record }, name);
  if (refusal === null) return false;
  const reason = refusal ?? (owner && `belongs to ${owner}`);
  if (reason) result.leftOut.push({ type: definition.type, name, id, reason });
  return !reason;
}

/** The object itself: a list may leave fields out, and an object may have a successor. */
async function inFull(
  api: Api,
  definition: Definition,
  listed: Wire,
  others: ReadonlySet<string>,
): Promise<Found | LeftOut> {
  const id = idOf(definition, listed);
  const name = titleOf(definition, listed);
  const left = (reason: string): LeftOut => ({ type: definition.type, name, id, reason });
  try {
    // Some parts are read only if they are declared: here, everything is.
    const everything = Object.fromEntries(Object.keys(definition.inputs).map((key) => [key, null]));
    const record = await look(definition, { api, pause: setTimeout }, id, {}, everything);
    if (!record) return left("no longer exists in its external system: the service only has a record of it");
    const now = idOf(definition, record);
    if (now !== id && others.has(now)) return left(earlier);
    const state = decodeAll(definition, record);
    const current = state.currentId;
    if (typeof current === "string" && current !== now && others.has(current)) return left(earlier);
    if (isUnready(definition, state)) return left(unready(definition, state));
    return { definition, id: now, record };
  } catch (error) {
    if (!isKind(error, "forbidden", "notFound", "failed", "badRequest")) throw error;
    return left(`cannot be read: ${error.message}`);
  }
}

const earlier = "is an earlier version: the newest represents all of them";

function unready(definition: Definition, state: Bag): string {
  const { output, is, reason } = definition.ready!;
  const words = reason && state[reason];
  const said = typeof words === "string" ? ` (${words})` : "";
  return (
    `is ${String(state[output])}${said}, and a declared one is made ${is[0]!}: ` + `fix it first, or leave it unmanaged`
  );
}
