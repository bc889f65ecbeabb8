import * as pulumi from "@pulumi/pulumi";
import type { Api, Wire } from "../provider/api/client";
import type { Bag, Definition } from "../provider/lifecycle/vocabulary/definition";
import { isOfType, idOf } from "../provider/lifecycle/vocabulary/record";
import { decodeAll, spell } from "../provider/lifecycle/values/wire";
import { core, partsOf } from "../provider/lifecycle/vocabulary/schema";
import { definitionOf } from "../provider/resources/load";

/** Lists of objects as their definitions describe them. Loaded with a program's first list. */

type FilterValues = Readonly<Record<string, string | number | boolean | string[]>>;

/** Refuses unknown filters, which the service would ignore, and values that could never match. */
export function checkFilters(type: string, filters: object): void {
  const definition = definitionOf(type);
  const known = definition.filters ?? [];
  for (const [name, value] of Object.entries(filters) as [string, unknown][]) {
    if (!known.includes(name)) {
      throw new pulumi.RunError(`${type} cannot be filtered by ${name}; its filters are ${known.join(", ")}`);
    }
    const wanted = typeOfFilter(definition, name);
    const values = value === undefined ? [] : [value].flat();
    if (wanted === undefined || values.every((one) => typeof one === wanted)) continue;
    throw new pulumi.RunError(`${type}: the filter ${name} must be a ${wanted}, not ${JSON.stringify(value)}`);
  }
}

function typeOfFilter({ inputs, outputs }: Definition, name: string): "boolean" | "number" | undefined {
  const schema = inputs[name] ?? outputs[name];
  const type = schema && partsOf(core(schema)).type;
  return type === "boolean" || type === "number" ? type : undefined;
}

export async function listedBy<T>(api: Api, type: string, filters: FilterValues): Promise<T[]> {
  const definition = definitionOf(type);
  const entries = Object.entries({ ...definition.listing?.usual, ...filters });
  const query = Object.fromEntries(entries.map(([name, value]) => [spell(definition, name), value] as const));
  return api.gather(definition.path, query, (record) =>
    isOfType(definition, record) ? shown<T>(definition, record) : undefined,
  );
}

export async function listedWithin<T>(api: Api, type: string, args: Bag): Promise<T[]> {
  const definition = definitionOf(type);
  const { input, list } = definition.listing!.within!;
  return (await list(api, String(args[input]))).map((record) => shown<T>(definition, record));
}

function shown<T>(definition: Definition, record: Wire): T {
  return { ...decodeAll(definition, record), id: idOf(definition, record) } as T;
}
