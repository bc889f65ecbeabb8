import type { Bag } from "../lifecycle/vocabulary/definition";

/** Values as both of Pulumi's protocols carry them. */

const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

const secret = (value: unknown): Bag => ({ [signatureKey]: secretSignature, value });

export const isSecret = (fields: Bag): boolean => fields[signatureKey] === secretSignature;

/** Properties without a value do not exist in the protocol, at any depth. */
export function defined<T>(value: T): T {
  if (Array.isArray(value)) return value.map(defined) as T;
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([key, field]) => [key, defined(field as unknown)])) as T;
}

/** Properties of which those named in `secrets` are encrypted in the state, and never shown. */
export function concealed(bag: Bag, secrets: ReadonlySet<string>): Bag {
  const entries = Object.entries(defined(bag));
  return Object.fromEntries(entries.map(([key, value]) => [key, secrets.has(key) ? secret(value) : value]));
}
