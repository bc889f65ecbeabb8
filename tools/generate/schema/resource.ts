import type { Definition } from "../../../provider/lifecycle/vocabulary/definition";
import { isImmutable, marksOf, nameInputOf } from "../../../provider/lifecycle/vocabulary/field";
import { optionsArgument } from "../../../provider/lifecycle/values/options";
import { defaultOf, partsOf } from "../../../provider/lifecycle/vocabulary/schema";
import type { Member } from "../declarations";
import type { Documented, Field } from "../sources";
import { tokenOf } from "../systems";
import { mayBeLeftOut } from "../types";
import { inside, optionsType, refTo, unrelaxed, type Property, type Types } from "./types";

/** One resource in Pulumi's schema. */

interface Common {
  types: Types;
  /** The argument that every resource has. */
  adopt: Member;
}

export function resourceOf(definition: Definition, documented: Documented, { types, adopt }: Common): object {
  const { type, inputs } = definition;
  const given = documented.inputs.map((field): [string, Property] => [
    field.name,
    propertyOf(definition, field, types),
  ]);
  const computed = documented.outputs
    .filter(({ name }) => !(name in inputs))
    .map((field): [string, Property] => [field.name, propertyOf(definition, field, types)]);
  const names = [...given, ...computed].map(([name]) => name);
  const isRequired = (name: string) => nameInputOf(definition) !== name && !mayBeLeftOut(inputs[name]!);
  return {
    description: documented.comment,
    inputProperties: { ...Object.fromEntries(given), ...common(adopt) },
    requiredInputs: given.map(([name]) => name).filter(isRequired),
    properties: Object.fromEntries([...given.map(asOutput), ...computed]),
    required: names.filter((name) => !mayBeMissing(definition, name)),
    aliases: [{ type: `pulumi-nodejs:dynamic/ciphertrust:${type}` }],
  };
}

function propertyOf(definition: Definition, { name, comment, fields }: Field, types: Types): Property {
  const schema = (definition.inputs[name] ?? definition.outputs[name])!;
  const value = defaultOf(schema);
  const isInput = name in definition.inputs;
  return {
    ...types.of(schema, inside(tokenOf(definition), name), fields),
    description: repeating(comment),
    ...(isInput && value !== undefined && typeof value !== "object" ? { default: value } : {}),
    ...(marksOf(definition, name).secret ? { secret: true } : {}),
    ...(isInput && isImmutable(definition, name) ? { willReplaceOnChanges: true } : {}),
  };
}

/** Where an option is required, the plugin has to be told of it twice. */
const repeating = (comment: string): string =>
  comment.replace("requires `replaceOnChanges`", `requires \`replaceOnChanges\`, repeated in \`${optionsArgument}\``);

/** Nothing is given to an output. */
function asOutput([name, { default: _given, ...property }]: [string, Property]): [string, Property] {
  return [name, unrelaxed(property)];
}

function mayBeMissing({ inputs, outputs }: Definition, name: string): boolean {
  return partsOf((inputs[name] ?? outputs[name])!).type === "optional";
}

function common(adopt: Member): Record<string, Property> {
  return {
    adopt: { oneOf: [{ type: "boolean" }, { type: "string" }], description: adopt.comment },
    [optionsArgument]: {
      ...refTo(optionsType),
      description:
        "Repeats options of the resource, which Pulumi does not pass to a plugin. Replacing a container, or a key only because of what it refers to, is refused without it.",
    },
  };
}
