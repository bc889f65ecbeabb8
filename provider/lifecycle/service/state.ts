import type { Api, Wire } from "../../api/client";
import { commonInputs } from "../values/check";
import type { Bag, Definition } from "../vocabulary/definition";
import { derived, fieldsWhere, isLeftToService, isOnlyStored, nameInputOf } from "../vocabulary/field";
import { sameValue } from "../values/diff";
import { decodeAll } from "../values/wire";
import { withReferences } from "./references";
import { defaultOf } from "../vocabulary/schema";
import {
  adoptedKey,
  confirmedKey,
  importedKey,
  writtenKey,
  givenNameKey,
  formersKey,
  serviceKey,
  changedKey,
} from "../vocabulary/hiddenKeys";

/** The state of an object, and the inputs that follow from it. */

export interface Stored {
  id: string;
  state: Bag;
}

/** Whether ids in this state that a rotation changes are confirmed. */
export const isConfirmed = (state: Bag): boolean => state[changedKey] !== undefined;

/**
 * Notes what the program writes of what it may leave to the service; `until` something else is
 * certain, with what it wrote before.
 */
export function noteWritten(definition: Definition, state: Bag, inputs: Bag, until: Bag = {}): void {
  const keys = Object.keys(inputs).filter((key) => isLeftToService(definition, key));
  const all = [...new Set([...keys, ...((until[writtenKey] ?? []) as string[])])];
  state[writtenKey] = all.length > 0 ? all : undefined;
}

/**
 * What is known of a new object before its first response is read: what that may not show has not
 * been applied.
 */
export function createdWith(definition: Definition, inputs: Bag): Bag {
  const doubtful = fieldsWhere(definition, ({ seen }) => seen === "perhaps");
  return Object.fromEntries(Object.entries(inputs).filter(([key]) => !doubtful.includes(key)));
}

/**
 * The declared properties of a response, in the form the program wrote them where they mean the
 * same.
 */
export async function project(definition: Definition, api: Api, record: Wire, prior: Bag): Promise<Bag> {
  const state = decodeAll(definition, record, prior);
  for (const key of Object.keys({ ...definition.inputs, ...state })) {
    if (prior[key] === undefined) continue;
    const now = sameValue(definition, key, prior[key], state[key]) ? prior[key] : state[key];
    // A property without a value is left out of the state: Pulumi could not store it.
    if (now !== undefined) state[key] = now;
  }
  const unseen = [
    ...fieldsWhere(definition, isOnlyStored),
    ...commonInputs,
    writtenKey,
    serviceKey,
    importedKey,
    changedKey,
    formersKey,
    confirmedKey,
    adoptedKey,
  ];
  for (const key of unseen) {
    if (prior[key] !== undefined) state[key] = prior[key];
  }
  return withReferences(definition, api, state, prior);
}

/** The defaults of what is kept in the state only, such as `onDestroy`. */
const localDefaults = derived((definition): Readonly<Bag> => {
  const keys = fieldsWhere(definition, ({ seen }) => seen === "local");
  return Object.fromEntries(keys.map((key) => [key, defaultOf(definition.inputs[key]!)]));
});

/** A state that an import has made lacks what only a program says: its defaults count. */
export const withLocalDefaults = (definition: Definition, state: Bag): Bag => ({
  ...localDefaults(definition),
  ...state,
});

/** What the program wrote, and what differs from its default. */
export function inputsOf(definition: Definition, state: Bag): Bag {
  const written = (state[writtenKey] ?? []) as string[];
  const keys = [...Object.keys(definition.inputs), ...commonInputs].filter(
    (key) => written.includes(key) || !isLeftToService(definition, key),
  );
  return Object.fromEntries(keys.flatMap((key) => (state[key] === undefined ? [] : [[key, state[key]]])));
}

/**
 * The inputs that follow from a state. A name that this provider filled in has no counterpart in
 * the program: it is kept for as long as the service returns another.
 */
export function withGivenName(definition: Definition, olds: Bag, state: Bag): Bag {
  const key = nameInputOf(definition);
  const given = key && (olds[givenNameKey] ?? olds[key]);
  if (key === undefined || given === undefined || given === state[key]) return inputsOf(definition, state);
  state[givenNameKey] = given;
  return { ...inputsOf(definition, state), [givenNameKey]: given };
}
