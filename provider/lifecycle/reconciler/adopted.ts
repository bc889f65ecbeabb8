import type { Bag } from "../vocabulary/definition";
import { adoptedKey } from "../vocabulary/hiddenKeys";
import { hasUnknown } from "../vocabulary/schema";

/** The argument `adopt` of a resource that has an object already. */

/** For the state of an object that was taken over by this argument. */
export const adoptedAs = (id: string, adopt: unknown): Bag =>
  adopt === true || (typeof adopt === "string" && adopt !== id) ? { [adoptedKey]: adopt } : {};

/** Pulumi shows an object that is taken over like one that is created. */
export const takesOver = (label: string, id: string): string => `${label} takes over the existing object "${id}"`;

/** What a plan knows of a new resource with this argument. */
export function takeoverNotice(label: string, adopt: unknown): string | undefined {
  if (adopt === true) return `${label} takes over the existing object if there is one, and is created otherwise`;
  return typeof adopt === "string" && !hasUnknown(adopt) ? takesOver(label, adopt) : undefined;
}

interface Kept {
  label: string;
  id: string;
  state: Bag;
  adopt: unknown;
}

/**
 * The warning about an argument that names another object than the one that the resource keeps:
 * only new resources and replacements adopt.
 */
export function ignoredAdoption({ label, id, state, adopt }: Kept): string | undefined {
  if (typeof adopt !== "string" || hasUnknown(adopt)) return undefined;
  const own = Object.entries(state).flatMap(([key, value]) => (key === "adopt" ? [] : [value]));
  if ([id, ...own].includes(adopt)) return undefined;
  return (
    `warning: ${label} keeps the object "${id}", and its argument  adopt: "${adopt}"  has no effect: only a resource that is created or replaced ` +
    `takes an object over. If "${adopt}" was replaced by this one, revert the change that replaced it as well, and this one is replaced in turn; ` +
    `to have both, adopt it in another resource; otherwise remove the argument.`
  );
}
