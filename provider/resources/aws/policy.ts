import * as z from "zod";
import type { Bag } from "../../lifecycle/vocabulary/definition";
import { field } from "../../lifecycle/vocabulary/field";
import { isMap } from "../../lifecycle/values/wire";
import { parsedDocument } from "../../lifecycle/values/diff";

/** Key policies of AWS, compared by what they mean: AWS returns them in a form of its own. */

type Meaning = (value: unknown) => unknown;

const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** One or a list, in any order. */
const anyOrder =
  (meaning: Meaning = (item) => item): Meaning =>
  (value) =>
    [...new Set(itemsOf(value).map((item) => JSON.stringify(meaning(item))))].sort();

/** Every entry of a map, by what `meaning` returns. */
const entries =
  (meaning: (key: string) => Meaning): Meaning =>
  (value) =>
    isMap(value) ? Object.fromEntries(sorted(value).map(([key, inner]) => [key, meaning(key)(inner)])) : value;

const sorted = (value: Bag): [string, unknown][] => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));

/** An account number stands for the account's root, whatever its partition. */
const account: Meaning = (principal) =>
  typeof principal === "string" ? principal.replace(/^arn:aws[a-z-]*:iam::(\d{12}):root$/, "$1") : principal;

const principals: Meaning = (value) =>
  entries((kind) => anyOrder(kind === "AWS" ? account : undefined))(value === "*" ? { AWS: "*" } : value);

const ofStatement: Readonly<Record<string, Meaning>> = {
  Action: anyOrder(),
  NotAction: anyOrder(),
  Resource: anyOrder(),
  NotResource: anyOrder(),
  Principal: principals,
  NotPrincipal: principals,
  Condition: entries(() => entries(() => anyOrder((one) => String(one)))),
};

const same: Meaning = (value) => value;

const ofPolicy: Readonly<Record<string, Meaning>> = {
  // AWS evaluates every statement, and an explicit Deny wins wherever it stands.
  Statement: anyOrder(entries((name) => ofStatement[name] ?? same)),
};

/** Equal for policies that mean the same. */
const policyMeaning = entries((name) => ofPolicy[name] ?? same);

const schema = z.union([z.string(), z.record(z.string(), z.unknown())]).superRefine((given, context) => {
  const message = policyFlaw(parsedDocument(given));
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

/** The input for a key policy, as string or object, which stands at `to` in requests. */
export const policyInput = (to: string) =>
  field(schema.optional(), {
    absent: "theirs",
    as: { document: policyMeaning },
    wire: { to, encode: parsedDocument },
    guards: true,
  });

/** What is wrong with a policy, parsed as far as it can be. */
function policyFlaw(policy: unknown): string | undefined {
  if (typeof policy === "string")
    return isMap(parsedDocument(policy)) || policy.startsWith('"')
      ? "is JSON that was encoded twice: call JSON.stringify once, or give the object"
      : "is not valid JSON";
  if (!isMap(policy)) return `must be a policy, an object with Version and Statement, not ${nameOf(policy)}`;
  if (itemsOf(policy.Statement).every(isMap)) return undefined;
  const other = Object.keys(policy).find((key) => key !== "Statement" && key.toLowerCase() === "statement");
  if (other !== undefined) return `must spell its keys as AWS does: "Statement", not "${other}"`;
  return "must have a Statement, an object or a list of objects";
}

const nameOf = (value: unknown): string =>
  Array.isArray(value) ? "a list" : value === null ? "null" : `a ${typeof value}`;
