import type * as pulumi from "@pulumi/pulumi";
import type { GivenKey, RotationSource } from "./policyArguments";
import { CipherTrustResource } from "./resource";
import { VaultKey } from "./resources/vault";
import { whyNotDeclaredInPlace, whyNotNative } from "./rotatable";

/** The keys of a rotation policy, and what is wrong with them. */

/** A key of a policy. */
export interface Named {
  readonly given: GivenKey;
  readonly type: string;
  readonly id: pulumi.Input<string>;
  /** Its id among the keys of its type. */
  readonly label: string | undefined;
}

export function keyOf(given: GivenKey): Named {
  if (given instanceof CipherTrustResource)
    return { given, type: given.resourceType, id: given.id, label: given.nameInProgram };
  const { type, id, name } = given;
  return { given, type, id, label: name ?? (typeof id === "string" ? id : undefined) };
}

/** Items that are not keys; the names of the others are checked once they are read. */
export function strangers(keys: readonly unknown[]): string[] {
  if (!Array.isArray(keys)) return ["keys: must be a list of keys"];
  return keys.flatMap((key: unknown, index) =>
    key instanceof CipherTrustResource || (typeof key === "object" && key !== null && "type" in key && "id" in key)
      ? []
      : [`keys[${index}]: is not a key: it must be the resource of one, or { type, id }`],
  );
}

/** Keys of this program whose arguments do not allow rotation; for others, the binding reports it. */
export function inPlaceProblems(
  keys: readonly GivenKey[],
  rotateMaterial: pulumi.Input<boolean> | undefined,
  source: RotationSource | undefined,
): string[] {
  if (rotateMaterial !== undefined && rotateMaterial !== true) return [];
  return keys.flatMap((key, index) => {
    if (!(key instanceof CipherTrustResource) || !key.written) return [];
    const why = whyNotDeclaredInPlace(key.resourceType, { ...key.written }, source);
    const advice =
      "put it into a policy of its own with rotateMaterial: false, which makes new keys and moves the aliases";
    return why
      ? [`keys[${index}]: ${key.resourceType} ${key.nameInProgram} cannot be rotated in place: ${why}; ${advice}`]
      : [];
  });
}

/** Keys of this program whose uploaded material a rotation would replace with native material. */
export function uploadProblems(keys: readonly GivenKey[], source: RotationSource | undefined): string[] {
  const keySource = typeof source === "object" ? source.keySource : source;
  return keys.flatMap((key, index) => {
    if (!(key instanceof CipherTrustResource) || !key.written) return [];
    const why = whyNotNative(key.resourceType, { ...key.written }, keySource);
    return why ? [`keys[${index}]: ${key.resourceType} ${key.nameInProgram} ${why}`] : [];
  });
}

/** The policy sets the frequency, and the key's own argument would set it back. */
export function frequencyProblems(keys: readonly GivenKey[]): string[] {
  return keys.flatMap((key, index) => {
    const { rotationFrequencyDays } = (key instanceof VaultKey && (key.written as typeof key)) || {};
    return rotationFrequencyDays === undefined
      ? []
      : [`keys[${index}]: ${labelOf(key)} has rotationFrequencyDays, which the policy sets: remove that argument`];
  });
}

export function keyProblems(keys: readonly Named[]): string[] {
  const places = keys.map(({ type, label }) => (label === undefined ? undefined : `${type} ${label}`));
  return places.flatMap((place, index) => {
    if (place === undefined) return [`keys[${index}]: needs a name, because its id is not known yet`];
    return places.indexOf(place) < index
      ? [`keys[${index}]: ${place} is in the list twice; if these are two keys, give one as { type, id, name }`]
      : [];
  });
}

/** The policy of each key of the program. */
const policies = new WeakMap<object, string>();

/** A key follows one policy: two would overwrite each other's binding. */
export function otherPolicies(keys: readonly GivenKey[], policy: string): string[] {
  return keys.flatMap((key, index) => {
    const other = policies.get(key) ?? policy;
    policies.set(key, other);
    return other === policy ? [] : [`keys[${index}]: ${labelOf(key)} is in ${other} already; a key follows one policy`];
  });
}

function labelOf(key: GivenKey): string {
  const { type, label } = keyOf(key);
  return label === undefined ? type : `${type} ${label}`;
}
