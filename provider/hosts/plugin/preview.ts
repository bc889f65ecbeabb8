import type { Bag, Definition } from "../../lifecycle/vocabulary/definition";
import { isLeftToService, marksOf } from "../../lifecycle/vocabulary/field";
import { unknownValue } from "../../lifecycle/vocabulary/schema";

/**
 * The outputs that a preview knows: arguments, because the service returns them unchanged, and
 * outputs of the former state that an update keeps. All others are unknown until the update.
 */
export function foreseen(definition: Definition, inputs: Bag, former?: Bag): Bag {
  const given = Object.keys(definition.inputs).map((key) => [key, foreseenInput(definition, key, inputs, former)]);
  const outputs = Object.keys(definition.outputs).filter((key) => !(key in definition.inputs));
  const shown = outputs.map((key) => [key, (isKept(definition, key) ? former?.[key] : undefined) ?? unknownValue]);
  return Object.fromEntries([...given, ...shown]) as Bag;
}

function foreseenInput(definition: Definition, key: string, inputs: Bag, former: Bag | undefined): unknown {
  if (inputs[key] !== undefined) return inputs[key];
  return (isLeftToService(definition, key) ? former?.[key] : undefined) ?? unknownValue;
}

/** True for what a service returns only once. */
function isKept(definition: Definition, key: string): boolean {
  return marksOf(definition, key).seen === "once";
}
