import type { Wire } from "../../api/client";
import type { Definition } from "../../lifecycle/vocabulary/definition";
import { marksIn } from "../../lifecycle/vocabulary/field";
import { decodeOne } from "../../lifecycle/values/wire";
import { kindOf, type Kind, type KindPlaces } from "../../limits/kind";
import type { System } from "../../resources/system";

/** What the service's record of a key tells of its kind. Nothing is taken for granted. */
export function kindOfRecord(system: System, type: string, record: Wire): Kind {
  const places = system.kinds?.[type] ?? {};
  const names = placesIn(places);
  const properties = names.map((name) => [name, shown(system, type, name, record)] as const);
  return { system: system.name, ...kindOf(places, Object.fromEntries(properties)) };
}

/** The properties that tell a kind. */
export function placesIn({ always: _always, usual: _usual, ...places }: KindPlaces): string[] {
  return Object.values(places).flat();
}

/**
 * The definition that has the property: that of the type, or of one whose records are listed with
 * it.
 */
export function definitionWith(system: System, type: string, property: string): Definition | undefined {
  const own = system.definitions.find((one) => one.type === type);
  const alike = system.definitions.filter((one) => one.path === own?.path);
  return [own, ...alike].find((one) => one && (property in one.inputs || property in one.outputs));
}

function shown(system: System, type: string, property: string, record: Wire): unknown {
  const definition = definitionWith(system, type, property);
  const schema = definition && (definition.inputs[property] ?? definition.outputs[property]);
  if (!schema) return undefined;
  const value = decodeOne(definition, property, schema, record);
  const { tags = [] } = system.kinds![type]!;
  // A record without tags has none, unless such records never show them.
  return value ?? (tags.includes(property) && marksIn(schema).seen !== "perhaps" ? {} : undefined);
}
