import type { PolicyResource, ResourceValidationArgs } from "@pulumi/policy/policy";
import { alike, withoutName } from "../provider/api/alike";
import { counted } from "../provider/api/counted";

/** The resources of a stack as the rules see them. */

/** The parts that rules read. Reading a property that is not known yet throws. */
export type Seen = Pick<PolicyResource, "name" | "urn" | "opts" | "propertyDependencies"> & {
  /** The class as programs write it, for example `AwsKey`. */
  readonly type: string;
  readonly props: Readonly<Record<string, unknown>>;
};

const ours = /(?:^|\/)ciphertrust:(?:[^:]+:)?(\w+)$/;

/** The class of one of this package's resources; `undefined` for a resource of another package. */
export function classOf({ type }: Pick<ResourceValidationArgs, "type">): string | undefined {
  return ours.exec(type)?.[1];
}

/** This package's resources among those of a stack. */
export function seen(resources: readonly PolicyResource[]): Seen[] {
  return resources.flatMap((one) => {
    const type = classOf(one);
    return type === undefined ? [] : [{ ...one, type, props: one.props as Record<string, unknown> }];
  });
}

/** How messages name a resource. */
export const labelOf = ({ type, name }: Pick<Seen, "type" | "name">): string => `${type} "${name}"`;

/** The stack that a URN belongs to. */
export const stackOf = (urn: string): string => urn.split("::")[0]!.replace(/^urn:pulumi:/, "");

/**
 * True for the error of the policy library when a rule reads a value that is known only after the
 * update.
 */
function isUnknown(error: unknown): boolean {
  return error instanceof Error && "unknownTypeSentinel" in error;
}

/** The value, or `undefined` while it is not known; for what a rule can do without. */
export function ifKnown<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isUnknown(error)) return undefined;
    throw error;
  }
}

/**
 * Checks each resource. One with a value that is not known yet does not prevent the check of the
 * others; the library's error is rethrown at the end, and names the value.
 */
export function forEach<R>(resources: readonly R[], look: (resource: R) => void): void {
  const errors: unknown[] = [];
  for (const resource of resources) {
    try {
      look(resource);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0] as Error;
}

/**
 * Reports what is wrong with each resource, in words that follow its label; the same of several
 * once, with all their labels. The engine shows resources in any order, and each run must say the
 * same.
 */
export function reportEach(
  resources: readonly Seen[],
  problemOf: (resource: Seen) => string | undefined,
  report: (message: string, urn: string) => void,
): void {
  const found: { one: Seen; problem: string }[] = [];
  try {
    forEach(sorted(resources), (one) => {
      const problem = problemOf(one);
      if (problem !== undefined) found.push({ one, problem });
    });
  } finally {
    for (const same of alike(found, ({ one, problem }) => withoutName(problem, one.name))) {
      const [{ one: first, problem }, ...others] = same as [(typeof found)[number]];
      report([`${labelOf(first)} ${problem}`, ...sameFor(others.map(({ one }) => one))].join(" "), first.urn);
    }
  }
}

function sorted(resources: readonly Seen[]): Seen[] {
  return [...resources].sort((left, right) => (left.urn < right.urn ? -1 : 1));
}

function sameFor(others: readonly Seen[]): string[] {
  if (others.length === 0) return [];
  return [`The same goes for ${counted(others.length, "more resource")}: ${others.map(labelOf).join(", ")}.`];
}
