import { nearestOf } from "../provider/lifecycle/values/mistakes";
import { refuseSetting, type Rule } from "./settings";

/** Resources that a rule ignores, with the reason, and until when. */

/** An exception from a rule. */
interface Exception {
  /** Name of the resource, as in the program. */
  name: string;
  /** Why the rule ignores it. Without a reason, the exception is a violation. */
  reason: string;
  /**
   * Its last day, such as `2027-01-31`, in UTC. From then on the exception itself is a violation.
   * Default: no end.
   */
  until?: string;
}

/** An exception as a configuration may contain it. A name alone gives no reason. */
export type WrittenException = string | Partial<Exception>;

const members = ["name", "reason", "until"];

/** Throws for exceptions that could mean another resource, or another end, than was meant. */
export function checkExceptions(rule: Rule, exceptions: readonly unknown[]): void {
  for (const one of exceptions) {
    if (typeof one === "string") continue;
    const { name } = (one ?? {}) as Partial<Exception>;
    const odd = Object.keys(one ?? {}).find((member) => !members.includes(member));
    if (typeof name === "string" && odd === undefined) continue;
    const meant = odd === undefined ? undefined : nearestOf(odd, members);
    const question = meant === undefined ? "" : ` Did you mean "${meant}"?`;
    refuseSetting(rule, `has the exception ${JSON.stringify(one)}; an example is ${example("orders")}.${question}`);
  }
}

const example = (name: string): string =>
  `{ "name": ${JSON.stringify(name)}, "reason": "decrypts the archive only", "until": "2027-01-31" }`;

/** The exception of a resource: granted, or why it is not. */
export function exceptionOf(
  name: string,
  exceptions: readonly WrittenException[],
  now: Date,
): { problem?: string } | undefined {
  const found = exceptions.find((one) => (typeof one === "string" ? one : one.name) === name);
  if (found === undefined) return undefined;
  const { reason, until } = typeof found === "string" ? ({} as Partial<Exception>) : found;
  if (typeof reason !== "string" || reason.trim() === "") {
    return { problem: `has an exception without a reason. Write ${example(name)} in except, or remove it.` };
  }
  if (until === undefined) return {};
  const end = endOf(until);
  if (end === undefined) {
    return { problem: `has an exception until ${JSON.stringify(until)}, which is no date such as 2027-01-31.` };
  }
  if (now.getTime() < end) return {};
  return { problem: `has an exception ("${reason}") that ended on ${until}. Rotate the key, or extend the exception.` };
}

const day = 86_400_000;

/** The moment after the last day. */
function endOf(until: unknown): number | undefined {
  if (typeof until !== "string" || !/^\d{4}-\d\d-\d\d$/.test(until)) return undefined;
  const start = Date.parse(until);
  return Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== until ? undefined : start + day;
}
