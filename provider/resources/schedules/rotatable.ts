import type { Wire } from "../../api/client";
import type { Failure } from "../../lifecycle/vocabulary/definition";
import { placeOf, type Binding, type KeySource } from "../binding";
import type { System } from "../system";
import { systems, type RotatableType, type RotatedSystem } from "../systems";

/** Which keys the service's scheduler can rotate, and where their new material may come from. */

const found = systems.flatMap((system) =>
  Object.entries(system.rotatable ?? {}).map(([type, binding]) => [type, { system, binding }] as const),
);
const byType: ReadonlyMap<string, { system: System; binding: Binding }> = new Map(found);
const advice = new Map(systems.flatMap(({ unrotatable }) => Object.entries(unrotatable ?? {})));

/** Types of keys that the service's scheduler can rotate. */
export const rotatableTypes = [...byType.keys()] as RotatableType[];

/** The system, as programs name it, whose schedules rotate keys of this type. */
export function rotatingSystem(type: string): RotatedSystem | undefined {
  return byType.get(type)?.system.name as RotatedSystem | undefined;
}

export function bindingOf(type: string): Binding | undefined {
  return byType.get(type)?.binding;
}

/**
 * Why no schedule can rotate the material inside this key, from this source; `undefined` where one
 * can.
 */
export function whyNotInPlace(type: string, record: Wire, source?: KeySource): string | undefined {
  return byType.get(type)?.system.rotation?.whyNotInPlace?.(record, source);
}

/** Why a schedule cannot rotate this, and what to do. */
export function whyNot(type: unknown): string {
  const why = advice.get(String(type));
  const others = `These rotate: ${rotatableTypes.join(", ")}`;
  return `the service cannot rotate ${String(type)} on a schedule${why ? `; ${why}` : ""}. ${others}`;
}

/** Inputs of a binding that set the source of new material. */
export interface Source {
  keySource?: KeySource;
  domain?: string;
  partition?: string;
  externalCmDomain?: string;
}

/** Failures of a source of new material for keys of this type. */
export function sourceProblems(type: string | undefined, source: Source): Failure[] {
  const { keySource } = source;
  if (keySource === undefined) return [];
  const place = keySource in placeOf ? placeOf[keySource as keyof typeof placeOf] : undefined;
  const missing = place !== undefined && source[place] === undefined;
  return [
    ...foreignSource(type, keySource),
    ...(missing ? [{ property: place, reason: `is required with keySource "${keySource}"` }] : []),
  ];
}

function foreignSource(type: string | undefined, keySource: KeySource): Failure[] {
  const sources = type === undefined ? undefined : bindingOf(type)?.sources;
  // A type that takes no source at all is reported where the parameter is refused.
  if (!sources || sources.length === 0 || sources.includes(keySource)) return [];
  const taken = `${type} takes ${sources.map((one) => `"${one}"`).join(", ")}`;
  return [{ property: "keySource", reason: `"${keySource}" is not valid for ${type}; ${taken}` }];
}
