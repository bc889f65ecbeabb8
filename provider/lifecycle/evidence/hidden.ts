import { createHash } from "node:crypto";
import { isEmpty } from "../../api/shown";
import type { Bag, Definition } from "../vocabulary/definition";
import { canonical } from "../values/diff";
import { fieldsWhere } from "../vocabulary/field";

/** What an object was made with and no response shows. */
export interface Hidden {
  /** The inputs. No secret is among them. */
  readonly keys: readonly string[];
  /** A digest of their values, 6 hexadecimal digits; `undefined` if there are none. */
  readonly digest: string | undefined;
}

/**
 * What an object was made with otherwise, as text; `digest` is that of its making. `undefined` if
 * with the same, or if that is not known.
 */
export function otherwise({ keys, digest }: Hidden, made: string | undefined): string | undefined {
  if (digest === undefined || made === undefined || made === digest) return undefined;
  return `it was made with another ${keys.join(" or ")}, which the service does not show`;
}

export function hiddenIn(definition: Definition, inputs: Bag): Hidden {
  const keys = fieldsWhere(
    definition,
    ({ seen, change, secret }) => seen === "never" && change !== "ignore" && secret !== true,
  );
  if (keys.length === 0) return { keys, digest: undefined };
  // To leave out, and to switch off, is the same.
  const values = keys.map((key) => (isEmpty(inputs[key]) ? false : canonical(definition, key, inputs[key])));
  return { keys, digest: createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 6) };
}
