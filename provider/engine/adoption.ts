import type { Wire } from "../api/client";
import { isImmutable, type Bag, type Definition } from "./definition";
import { changedInputs, isUnready, sameValue } from "./diff";
import { defaultOf, hasUnknown } from "./schema";
import { known } from "./settle";
import { decodeAll } from "./wire";

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
