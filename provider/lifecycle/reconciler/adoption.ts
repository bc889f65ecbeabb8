import type { Wire } from "../../api/client";
import { madeFor, otherStackOf } from "../evidence/belonging";
import { blocking, blockingKeys, differing } from "../evidence/comparison";
import { isThere, withReferences } from "../service/references";
import { look } from "../service/look";
import { isTestedAfter } from "../service/readiness";
import { occupantsOf } from "../evidence/candidates";
import type { Witness } from "../evidence/witness";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { fieldsWhere, isImmutable, isNeverShown, marksOf, needsOf } from "../vocabulary/field";
import { changedInputs, isUnready, sameValue } from "../values/diff";
import { newlyUnfamiliar } from "../values/unfamiliar";
import { ResourceError, stateDelete } from "../vocabulary/failure";
import { foreignTo, idOf, itemPath } from "../vocabulary/record";
import { decodeAll } from "../values/wire";
import { afterwards, containerTypeOf } from "../service/keyEnds";
import { steppedInputs } from "./means";
import { defaultOf, hasUnknown } from "../vocabulary/schema";
import { known } from "./settle";
import { adoptedKey } from "../vocabulary/hiddenKeys";

/**
 * The object that the program adopts, if any. Refuses one that cannot become what the program
 * describes.
 */
export async function adoptable(definition: Definition, scope: Scope, witness: Witness): Promise<Wire | undefined> {
  const { adopt } = scope.inputs as Bag;
  if (!adopt) return undefined;
  const existing =
    adopt === true ? await byPlace(definition, scope, witness) : await byId(definition, scope, adopt as string);
  if (!existing) return undefined;
  witness.blockedBy(idOf(definition, existing));
  await refuseIfOther(definition, scope, existing);
  const other = witness.home && otherStackOf(definition, existing, witness.home);
  if (other !== undefined) refuseUnlessNamed(scope, idOf(definition, existing), other);
  return existing;
}

/**
 * Two stacks would overwrite each other's changes. A mark outlives its stack, so that the id, given
 * expressly, confirms a move.
 */
function refuseUnlessNamed({ inputs, label, progress }: Scope, id: string, other: string): void {
  if ((inputs as Bag).adopt !== true) return progress(madeFor(label, other));
  throw new ResourceError(
    `adopting ${label} was refused: the object with the id "${id}" was made for ${other}, and two stacks must not manage one ` +
      `object. If that one no longer does (remove it there with ${stateDelete()}), confirm it with  adopt: "${id}".`,
  );
}

async function byPlace(definition: Definition, scope: Scope, witness: Witness): Promise<Wire | undefined> {
  const [found, ...more] = await occupantsOf(definition, scope);
  if (!found) return undefined;
  if (more.length > 0) {
    const ids = [found, ...more].map((one) => idOf(definition, one));
    for (const id of ids) witness.blockedBy(id);
    const choice = ids.map((id) => `"${id}"`).join(", ");
    throw new ResourceError(`adopting ${scope.label} failed: several objects match. Choose one: adopt: ${choice}.`);
  }
  // A list may leave out fields that reading the object returns.
  return look(definition, scope, idOf(definition, found), decodeAll(definition, found), scope.inputs);
}

async function byId(definition: Definition, scope: Scope, id: string): Promise<Wire> {
  const record = await look(definition, scope, id, {}, scope.inputs);
  if (record) return record;
  const holder = containerTypeOf(definition);
  const again =
    holder === undefined ? "" : `If its ${holder} was removed since, ${afterwards(definition)} Otherwise correct`;
  throw new ResourceError(
    `adopting ${scope.label} failed: the service has no object with the id "${id}". ` +
      `${again || "Correct"} the argument adopt, or remove it to create a new object.`,
  );
}

/** Immutable inputs must already be as described: adopting never replaces. */
async function refuseIfOther(definition: Definition, scope: Scope, existing: Wire): Promise<void> {
  const held = decodeAll(definition, existing);
  const foreign = foreignTo(definition, existing);
  const differences = [
    ...blocking(definition, held, scope.inputs),
    ...(await elsewhere(definition, scope, held)),
    ...losses(definition, held, scope.inputs),
    ...unfamiliarChanges(definition, held, scope.inputs),
    ...((await definition.existing?.differs?.(scope.api, existing, scope.inputs)) ?? []),
    ...(foreign ? [foreign] : []),
  ];
  if (differences.length === 0) return;
  throw new ResourceError(
    `adopting ${scope.label} failed: the existing object cannot become what the program describes: ` +
      `${differences.join("; ")}. Describe it as it is${orById(definition, held, scope.inputs)}, or give the resource another name.`,
  );
}

/** What an immutable reference leads to may be gone, or have been added again with another id. */
function orById(definition: Definition, held: Bag, inputs: Bag): string {
  const refers = blockingKeys(definition, held, inputs).filter((key) => marksOf(definition, key).ref !== undefined);
  const asHeld = refers.map((key) => `${key}: ${JSON.stringify(held[key])}`);
  if (asHeld.length === 0) return "";
  return ` (with  ${asHeld.join(", ")} , even if what that refers to no longer exists, for the service cannot change it; then the object can also be destroyed)`;
}

/**
 * What an object belongs to, and for good, where the program names another one. What no longer
 * exists may have been added again with another id.
 */
async function elsewhere(definition: Definition, { api, inputs }: Scope, held: Bag): Promise<string[]> {
  const shown = await withReferences(definition, api, held, inputs);
  const found: string[] = [];
  for (const [key, needed] of needsOf(definition)) {
    const [is, wanted] = [shown[key], (inputs as Bag)[key]];
    if (!isImmutable(definition, key) || typeof is !== "string" || typeof wanted !== "string" || is === wanted)
      continue;
    if (await isThere(api, itemPath(needed, is))) found.push(differing(key, is, wanted));
  }
  return found;
}

/** Adopting removes nothing: somebody may rely on additional entries of a map or set. */
export function losses(definition: Definition, held: Bag, inputs: Bag): string[] {
  return changedInputs(definition, held, inputs).flatMap((key) => {
    if (isNeverShown(definition, key)) return [];
    const lost = itemsNotIn(held[key], inputs[key]);
    return lost.length === 0 ? [] : [`${key} also holds ${lost.join(", ")}`];
  });
}

/** What adopting would change to a value that nobody knows the service to take. */
function unfamiliarChanges(definition: Definition, held: Bag, inputs: Bag): string[] {
  const changed = changedInputs(definition, held, inputs).filter((key) => !isNeverShown(definition, key));
  return newlyUnfamiliar(definition, held, inputs)
    .filter(({ input }) => changed.includes(input))
    .map(({ property }) => `${property} is none of the values that this version of the provider knows`);
}

/** Keys of a map, or plain items of a list, that the other lacks. */
function itemsNotIn(held: unknown, wanted: unknown): string[] {
  if (typeof held !== "object" || held === null || hasUnknown(wanted)) return [];
  const items = (value: unknown): unknown[] => (Array.isArray(value) ? value : Object.keys(value ?? {}));
  const all = items(wanted);
  const plain = items(held).filter((one): one is string => typeof one === "string");
  return plain.filter((one) => !all.includes(one)).map((one) => JSON.stringify(one));
}

/**
 * The write-only values that an adopted object is assumed to have, because a wrong one would break
 * what works. An object that failed its test gets those that the test depends on, unless they are
 * immutable.
 */
function onTrust(definition: Definition, record: Wire, inputs: Bag, ours = false): Bag {
  const failed = isUnready(definition, decodeAll(definition, record));
  const isSent = (key: string) =>
    (failed && isTestedAfter(definition, [key])) ||
    // An earlier run may have created the object with another password; sending the same one again changes nothing.
    (ours && sentAgain(definition).includes(key));
  const keys = fieldsWhere(definition, ({ seen }) => seen === "never").filter(
    (key) => !isSent(key) || isImmutable(definition, key),
  );
  return Object.fromEntries(keys.map((key) => [key, inputs[key]]));
}

/**
 * What is known of an object that a resource takes over. Reports what is not sent, and what will be
 * changed, which is visible nowhere else.
 */
export async function takenOver(definition: Definition, scope: Scope, record: Wire, ours = false): Promise<Bag> {
  const { inputs, label, progress } = scope;
  const state = onTrust(definition, record, inputs, ours);
  const quiet = unsent(definition, state);
  if (quiet.length > 0)
    progress(
      `${label} was taken over as it is: ${quiet.join(", ")} was not sent, because the service never returns it. ` +
        `A later change is sent.`,
    );
  const changed = ours ? [] : await shownChanges(definition, scope, record);
  if (changed.length > 0)
    progress(`${label} is taken over, and changed to what the program says: ${changed.join(", ")}`);
  return state;
}

/**
 * What adopting changes, apart from what stays as it is, and references that the service shows by
 * name.
 */
async function shownChanges(definition: Definition, { api, inputs }: Scope, record: Wire): Promise<string[]> {
  const changed = adoptionChanges(definition, record, inputs).filter((key) => !isImmutable(definition, key));
  if (!changed.some((key) => typeof marksOf(definition, key).ref === "object")) return changed;
  const shown = await withReferences(definition, api, decodeAll(definition, record), inputs);
  return changed.filter(
    (key) => typeof marksOf(definition, key).ref !== "object" || shown[key] !== (inputs as Bag)[key],
  );
}

/** Write-only secrets that can be sent again without further effect. */
export function sentAgain(definition: Definition): string[] {
  const stepped = steppedInputs(definition);
  return fieldsWhere(
    definition,
    ({ seen, secret, change }) => seen === "never" && secret && change === undefined,
  ).filter((key) => !stepped.has(key));
}

/** Inputs of an adopted object that were assumed to match and could have been sent instead. */
function unsent(definition: Definition, trusted: Bag): string[] {
  return Object.keys(trusted).filter((key) => {
    if (trusted[key] === undefined || isImmutable(definition, key)) return false;
    return !sameValue(definition, key, trusted[key], defaultOf(definition.inputs[key]!));
  });
}

/**
 * The inputs that adopting this object would change, or could not change; unknown ones excluded.
 * None: adopting writes nothing.
 */
export function adoptionChanges(definition: Definition, record: Wire, inputs: Bag): string[] {
  const state = onTrust(definition, record, inputs);
  const changed = changedInputs(definition, known(definition, { record, state }), inputs);
  return changed.filter((key) => marksOf(definition, key).seen !== "local" && !hasUnknown(inputs[key]));
}

/** The argument `adopt` of a resource that has an object already. */

/** For the state of an object that was taken over by this argument. */
export const adoptedAs = (id: string, adopt: unknown): Bag =>
  adopt === true || (typeof adopt === "string" && adopt !== id) ? { [adoptedKey]: adopt } : {};

/** Pulumi shows an object that is taken over like one that is created. */
export const takesOver = (label: string, id: string): string => `${label} takes over the existing object "${id}"`;

/** What a plan knows of a new resource with this argument. */
export function adoptionNotice(label: string, adopt: unknown): string | undefined {
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
