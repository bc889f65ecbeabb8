import { randomBytes } from "node:crypto";
import type { Wire } from "../../../provider/api/client";
import type { Definition } from "../../../provider/lifecycle/vocabulary/definition";
import { titleOf } from "../../../provider/lifecycle/values/label";
import { backendOf, type Owner } from "../../../provider/lifecycle/evidence/mark";

/**
 * How the objects of a run are recognized, by this process or by a later one: the names that the
 * run chooses begin with its id, and types that can carry the provider's mark name the run there.
 * No list of them is kept, so none can be lost.
 */

/** What the provider's mark gives as the maker of these objects. */
const maker = "pulumi-ciphertrust verify";
const prefixed = /^pcverify-([0-9a-f]{12})-/;

/** 12 hexadecimal digits, the form of a backend in the provider's mark. */
export const newRun = (): string => randomBytes(6).toString("hex");

/**
 * The name of an object of a run. Short enough for the id of a Google project, and valid as one and
 * as a host name.
 */
export const nameIn = (run: string, what: string): string => `pcverify-${run}-${what.toLowerCase()}`;

export const ownerIn = (run: string): Owner => ({ name: maker, backend: run });

/** The run that made an object; `undefined` for everybody else's. */
export function runOf(definition: Definition, record: Wire): string | undefined {
  return backendOf(definition, record, maker) ?? prefixed.exec(titleOf(definition, record))?.[1];
}

/** The same by the provider's mark alone, for objects of which the name is the user's choice. */
export function markedRunOf(definition: Definition, record: Wire): string | undefined {
  return backendOf(definition, record, maker);
}
