import type { Api, Wire } from "../../api/client";
import { unproven } from "../../api/errors";
import { isAsDescribed } from "./comparison";
import type { Marker } from "./mark";
import { withReferences } from "../service/references";
import { uniqueSets } from "../values/diff";
import { decodeAll, sentKeys } from "../values/wire";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { marksOf, nameInputOf, needsOf } from "../vocabulary/field";
import { idOf, looksLikeId } from "../vocabulary/record";
import { core, partsOf } from "../vocabulary/schema";

/** Whether the response to a create is about the object that the create described. */

/**
 * The object that a create returned, unless the response is about another one: the mark that was
 * sent tells, else the name, else every sent value that the response repeats, else what is found by
 * the inputs. It then counts as lost.
 */
export async function proven(definition: Definition, scope: Scope, record: Wire, marker: Marker): Promise<Wire> {
  const { api, inputs } = scope;
  const name = nameInputOf(definition);
  const shown = decodeAll(definition, record);
  const isNamed = name !== undefined && shown[name] !== undefined;
  const telling = isNamed ? [name] : tellingIn(definition);
  const isIdentified = telling.some((key) => shown[key] !== undefined && (inputs as Bag)[key] !== undefined);
  const fits = async () =>
    isAsDescribed(definition, inputs, record, telling) &&
    (isNamed || definition.action || (await refersAsDescribed(definition, api, inputs, record))) &&
    (isIdentified || (await isFound(definition, scope, record)));
  if ((marker.proves(record) ?? (await fits())) || (definition.action && !isNamed)) return record;
  throw unproven("is about another object");
}

/** False if something else is found by the inputs; a node that lags has time to know it. */
async function isFound(definition: Definition, scope: Scope, record: Wire): Promise<boolean> {
  const { find } = definition.hooks ?? {};
  if (!find) return true;
  for (const milliseconds of scope.pauses) {
    const found = await find(scope);
    if (found.length > 0) return found.some((one) => idOf(definition, one) === idOf(definition, record));
    await scope.pause(milliseconds);
  }
  return false;
}

/** What a create sends, and what tells objects apart. */
const tellingIn = (definition: Definition): string[] =>
  [...new Set([...sentKeys(definition), ...uniqueSets(definition).flat()])].filter(
    (key) => !isDocument(definition, key),
  );

/** False if a reference that is shown by a name is to another object than the one that was sent. */
async function refersAsDescribed(definition: Definition, api: Api, inputs: Bag, record: Wire): Promise<boolean> {
  const shown = decodeAll(definition, record);
  const named = needsOf(definition).filter(([key]) => typeof shown[key] === "string" && !looksLikeId(shown[key]));
  const meant = named.length > 0 ? await withReferences(definition, api, shown, inputs) : {};
  return named.every(([key]) => meant[key] === inputs[key]);
}

/** The service may return a document in a form of its own, and add to an object. */
function isDocument(definition: Definition, key: string): boolean {
  const { as } = marksOf(definition, key);
  const { type } = partsOf(core(definition.inputs[key]!));
  return (
    typeof as === "object" ||
    typeof as === "function" ||
    !["string", "number", "boolean", "enum", "array"].includes(type)
  );
}
