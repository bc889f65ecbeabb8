import { badRequest, type ServiceError } from "../../../core/errors";
import type { JsonObject } from "../../../core/fields";

/**
 * The form in which AWS keeps a key policy: lists of one become plain values, account numbers
 * become the ARN of the account's root, and principals and the values of conditions come in an
 * order of its own.
 */
export function policyForm(policy: JsonObject, partition: string): JsonObject {
  const { Statement: statements, ...rest } = policy;
  const all = ((Array.isArray(statements) ? statements : [statements]) as unknown[]).filter(isObject);
  if (all.length === 0) throw malformed("The new key policy has no statement.");
  return { ...rest, Statement: all.map((one) => statementForm(one, partition)) };
}

function statementForm(statement: JsonObject, partition: string): JsonObject {
  const principals = (value: unknown): unknown =>
    isObject(value) ? each(value, (kind, held) => reordered(kind === "AWS" ? asRoots(held, partition) : held)) : value;
  const forms: Readonly<Record<string, (value: unknown) => unknown>> = {
    Action: unwrapped,
    NotAction: unwrapped,
    Resource: unwrapped,
    NotResource: unwrapped,
    Principal: principals,
    NotPrincipal: principals,
    Condition: (value) => (isObject(value) ? each(value, (_, keys) => valuesOf(keys)) : value),
  };
  return each(statement, (name, value) => forms[name]?.(value) ?? value);
}

const valuesOf = (keys: unknown): unknown => (isObject(keys) ? each(keys, (_, value) => reordered(value)) : keys);

function each(object: JsonObject, change: (name: string, value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(name, value)]));
}

const malformed = (text: string): ServiceError => badRequest(`MalformedPolicyDocumentException: ${text}`);

/** An account, an ARN, the unique id of a user or role that is gone, or everybody. */
const principal = /^(\*|\d{12}|arn:aws[a-z-]*:(iam|sts)::\d{12}:.+|A[A-Z0-9]{15,})$/;

function asRoots(value: unknown, partition: string): unknown {
  if (Array.isArray(value)) return value.map((one) => asRoots(one, partition));
  if (typeof value !== "string" || !principal.test(value))
    throw malformed("Policy contains a statement with one or more invalid principals.");
  return /^\d{12}$/.test(value) ? `arn:${partition}:iam::${value}:root` : value;
}

/** AWS's order is random; this one is another than most programs write. */
function reordered(value: unknown): unknown {
  return unwrapped(Array.isArray(value) ? [...(value as unknown[])].sort().reverse() : value);
}

function unwrapped(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
