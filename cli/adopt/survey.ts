import { setTimeout } from "node:timers/promises";
import type { Api, Wire } from "../../provider/api/client";
import { isKind, type ApiError } from "../../provider/api/errors";
import type { Bag, Definition, ExistingObject } from "../../provider/lifecycle/vocabulary/definition";
import { isUnready } from "../../provider/lifecycle/values/diff";
import { idOf } from "../../provider/lifecycle/vocabulary/record";
import { decodeAll } from "../../provider/lifecycle/values/wire";
import { look } from "../../provider/lifecycle/service/look";
import { Collections, inOrder } from "../collections";
import { Listed, short } from "./listed";
import { titleFor } from "./titles";

/** Surveys the objects of a service. Only reads. */

/** An existing object that does not become part of the program. */
export interface LeftOut {
  type: string;
  /** Empty when the reason is about all objects of the type. */
  name: string;
  id: string;
  reason: string;
  /** Set if the service refuses to list the type to this login. */
  refusal?: ApiError;
}

export interface Survey {
  found: ExistingObject[];
  leftOut: LeftOut[];
}

export interface SurveyOptions {
  /**
   * Decides before an object is read. `undefined`: wanted; a string: why not; `null`: silently
   * skipped.
   */
  refuse?(found: ExistingObject, title: string): string | null | undefined;
  /** True to read every object by itself, even where its list shows as much. */
  individualReads?: boolean | undefined;
  /** True to compare no object with what its list shows of it. */
  trustLists?: boolean | undefined;
  /** Shows progress. */
  log(text: string): void;
}

/** Objects read concurrently: enough to keep every connection busy. */
const together = 32;
/** Progress is reported after this many objects of one type. */
const stride = 500;

/**
 * Every object of these types that can be declared, as the service shows it in full, and why the
 * others cannot.
 */
export async function survey(api: Api, definitions: readonly Definition[], options: SurveyOptions): Promise<Survey> {
  const inspection = new Inspection(api, options);
  for (const definition of inOrder(definitions.filter((one) => !one.action))) await inspection.of(definition);
  const { found, leftOut } = inspection;
  const places = new Map(definitions.map((one, at) => [one, at]));
  found.sort((a, b) => places.get(a.definition)! - places.get(b.definition)!);
  return { found, leftOut };
}

/** What was found so far. */
class Inspection {
  readonly found: ExistingObject[] = [];
  readonly leftOut: LeftOut[] = [];
  private readonly collections: Collections;
  private readonly listed: Listed;

  constructor(
    private readonly api: Api,
    private readonly options: SurveyOptions,
  ) {
    this.collections = new Collections((path) => api.list(path));
    this.listed = new Listed(api, options.trustLists);
  }

  /** Adds the objects of one type. */
  async of(definition: Definition): Promise<void> {
    const { list } = definition.existing ?? {};
    const reject = (reason: string, refusal?: ApiError) =>
      this.leftOut.push({ type: definition.type, name: "", id: "", reason, ...(refusal && { refusal }) });
    if (typeof list === "string") return void reject(list);
    try {
      if (list) await this.examine(definition, await list(this.api, this.found));
      else await this.examineListed(definition);
    } catch (error) {
      if (!isKind(error, "forbidden", "notFound", "unimplemented", "failed", "badRequest")) throw error;
      reject(`cannot be listed: ${error.message}`, isKind(error, "forbidden") ? error : undefined);
    }
  }

  private async examineListed(definition: Definition): Promise<void> {
    const { type, path } = definition;
    const records = await this.collections.of(definition);
    if (records.length === 0) return;
    const isLong = records.length > short && !this.options.individualReads;
    const lacking = isLong ? await this.listed.rely(definition, records, await this.collections.all(path)) : undefined;
    const why = lacking === undefined ? "" : `, each to be read by itself: the list does not show ${lacking}`;
    this.options.log(`${type}: ${records.length} in the service${why}`);
    await this.examine(definition, records);
  }

  private async examine(definition: Definition, records: readonly Wire[]): Promise<void> {
    const { found, leftOut, options } = this;
    const listed = new Set(records.map((record) => idOf(definition, record)));
    const wanted = records.filter((record) => isWanted(definition, record, options, leftOut));
    // Some parts are read only if they are declared: here, everything is.
    const everything = Object.fromEntries(Object.keys(definition.inputs).map((key) => [key, null]));
    for (let done = 0; done < wanted.length; done += together) {
      const some = wanted.slice(done, done + together);
      const seen = await Promise.all(some.map((one) => inFull(this.listed.api, definition, one, listed, everything)));
      for (const one of seen) {
        if ("reason" in one) leftOut.push(one);
        else found.push(one);
      }
      const now = done + some.length;
      if (now % stride < together && now >= stride) {
        options.log(`${definition.type}: ${now} of ${wanted.length} read`);
      }
    }
  }
}

function isWanted(definition: Definition, record: Wire, options: SurveyOptions, leftOut: LeftOut[]): boolean {
  const id = idOf(definition, record);
  const name = titleFor({ definition, record });
  const owner = definition.existing?.owner?.(record);
  const refusal = options.refuse?.({ definition, id, record }, name);
  if (refusal === null) return false;
  const reason = refusal ?? (owner && `belongs to ${owner}`);
  if (reason) leftOut.push({ type: definition.type, name, id, reason });
  return !reason;
}

/** The object itself: a list may leave fields out, and an object may have a successor. */
async function inFull(
  api: Api,
  definition: Definition,
  listed: Wire,
  others: ReadonlySet<string>,
  everything: Bag,
): Promise<ExistingObject | LeftOut> {
  const id = idOf(definition, listed);
  const left = (reason: string): LeftOut => {
    return { type: definition.type, name: titleFor({ definition, record: listed }), id, reason };
  };
  try {
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
