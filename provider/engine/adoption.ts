import type { Wire } from "../api/client";
import { isImmutable, isNeverShown, type Bag, type Definition, type Scope } from "./definition";
import { changedInputs, isUnready, sameValue } from "./diff";
import { ResourceError } from "./failure";
import { look } from "./look";
import { foreignTo, occupantsOf } from "./occupants";
import { idOf } from "./paths";
import { defaultOf, hasUnknown } from "./schema";
import { known } from "./settle";
import { decodeAll } from "./wire";

/** The object the program wants to take over, if there is one. Refuses what cannot become what the program describes. */
export async function adoptable(definition: Definition, scope: Scope): Promise<Wire | undefined> {
  const { adopt } = scope.inputs as Bag;
  if (!adopt) return undefined;
  const existing = adopt === true ? await byPlace(definition, scope) : await byId(definition, scope, adopt as string);
  if (existing) refuseIfOther(definition, scope, existing);
  return existing;
}

async function byPlace(definition: Definition, scope: Scope): Promise<Wire | undefined> {
  const [found, ...more] = await occupantsOf(definition, scope);
  if (!found) return undefined;
  if (more.length > 0) {
    const ids = [found, ...more].map((one) => `"${idOf(definition, one)}"`).join(", ");
    throw new ResourceError(`adopting ${scope.label} failed: several objects match. Choose one: adopt: ${ids}.`);
  }
  // A list may leave out fields that the object itself shows.
  return look(definition, scope, idOf(definition, found), decodeAll(definition, found), scope.inputs);
}

async function byId(definition: Definition, scope: Scope, id: string): Promise<Wire> {
  const record = await look(definition, scope, id, {}, scope.inputs);
  if (record) return record;
  throw new ResourceError(
    `adopting ${scope.label} failed: the service has no object with the id "${id}". ` +
      `Correct the argument adopt, or leave it out to make a new one.`,
  );
}

/**
 * What an interrupted run of the same resource made, as the service holds it now. Refuses what the program no longer
 * describes, and what nobody can use, as the service shows a part of it only once.
 */
export async function reclaimed(definition: Definition, scope: Scope, earlier: Wire): Promise<Wire> {
  const id = idOf(definition, earlier);
  const record = (await look(definition, scope, id, decodeAll(definition, earlier), scope.inputs)) ?? earlier;
  const held = decodeAll(definition, record);
  const unseen = (definition.shownOnce ?? []).filter((key) => held[key] === undefined);
  const differences = [
    ...blocking(definition, held, scope.inputs),
    ...unseen.map((key) => `its ${key} was shown only once`),
  ];
  if (differences.length === 0) return record;
  throw new ResourceError(
    `creating ${scope.label} was refused: an interrupted run made it already, with the id "${id}", and it is not what the ` +
      `program describes now: ${differences.join("; ")}. Remove it in the service and run \`pulumi up\` again.`,
  );
}

/** What cannot be changed must already be as described: adopting never means replacing. */
function refuseIfOther(definition: Definition, scope: Scope, existing: Wire): void {
  const held = decodeAll(definition, existing);
  const foreign = foreignTo(definition, existing);
  const differences = [
    ...blocking(definition, held, scope.inputs),
    ...losses(definition, held, scope.inputs),
    ...(foreign ? [foreign] : []),
  ];
  if (differences.length === 0) return;
  throw new ResourceError(
    `adopting ${scope.label} failed: the existing object cannot become what the program describes: ` +
      `${differences.join("; ")}. Describe it as it is, or give the resource another name.`,
  );
}

/** In what an object differs that cannot be changed, in words. */
function blocking(definition: Definition, held: Bag, inputs: Bag): string[] {
  const keys = changedInputs(definition, held, inputs).filter(
    (key) =>
      definition.immutable?.includes(key) &&
      !definition.local?.includes(key) &&
      !definition.writeOnly?.includes(key) &&
      !definition.needs?.[key] &&
      inputs[key] !== undefined,
  );
  return keys.map((key) => `${key} is ${JSON.stringify(held[key])}, not ${JSON.stringify(inputs[key])}`);
}

/** Taking over takes nothing away: what a map or a set holds besides, somebody may rely on. */
function losses(definition: Definition, held: Bag, inputs: Bag): string[] {
  return changedInputs(definition, held, inputs).flatMap((key) => {
    if (isNeverShown(definition, key)) return [];
    const lost = itemsNotIn(held[key], inputs[key]);
    return lost.length === 0 ? [] : [`${key} also holds ${lost.join(", ")}`];
  });
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
 * What an adopted object holds that cannot be seen: the program's word is all there is. An object that works is believed
 * to hold it, for sending it again would be a change, and a wrong one would break what works. One that is not ready is
 * given it, unless it can never change.
 */
export function onTrust(definition: Definition, record: Wire, inputs: Bag): Bag {
  const broken = isUnready(definition, decodeAll(definition, record));
  const keys = (definition.writeOnly ?? []).filter((key) => !broken || isImmutable(definition, key));
  return Object.fromEntries(keys.map((key) => [key, inputs[key]]));
}

/** What the program wrote of an adopted object that was taken on trust and could have been sent instead. */
export function unsent(definition: Definition, trusted: Bag): string[] {
  return Object.keys(trusted).filter((key) => {
    if (trusted[key] === undefined || isImmutable(definition, key)) return false;
    return !sameValue(definition, key, trusted[key], defaultOf(definition.inputs[key]!));
  });
}

/** The inputs that adopting this object would change, or could not; unknown ones aside. None: taking it over writes nothing. */
export function adoptionChanges(definition: Definition, record: Wire, inputs: Bag): string[] {
  const state = onTrust(definition, record, inputs);
  const changed = changedInputs(definition, known(definition, { record, state }), inputs);
  return changed.filter((key) => !definition.local?.includes(key) && !hasUnknown(inputs[key]));
}
