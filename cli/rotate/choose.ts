import type { Api, Wire } from "../../provider/api/client";
import { ApiError } from "../../provider/api/errors";
import { idIn } from "../../provider/api/responses";
import { kindOfRecord } from "../../provider/lookups/rotation/kindOfRecord";
import { containersCalled, rotationStatus } from "../../provider/lookups/rotation/query";
import type { KeyRotationStatus } from "../../provider/lookups/rotation/result";
import { onDemandOf } from "../../provider/resources/schedules/onDemand";
import type { System } from "../../provider/resources/system";
import { systems } from "../../provider/resources/systems";
import { anyOf, patternOf, type Pattern } from "../pattern";
import { cloudNameOf } from "../rotationReport/cloudNames";

/** Which keys a command line means. */

export interface Filter {
  /** Patterns on the name, the id, `Type/name`, the type, and the identifier in the cloud. */
  readonly keys: readonly string[];
  readonly systems: readonly string[];
  readonly containers: readonly string[];
  readonly tags: readonly Tag[];
}

/** A tag of a cloud, or a label of the vault. */
export type Tag = readonly [name: string, value: string];

export interface Chosen {
  readonly keys: readonly KeyRotationStatus[];
  /** The patterns that match nothing. */
  readonly unmatched: readonly string[];
}

/** Reads the keys that meet all filters. */
export async function chosenKeys(api: Api, filter: Filter, tell: (text: string) => void): Promise<Chosen> {
  const { systems: names, containers: called } = filter;
  const patterns = filter.keys.map((text) => patternOf("", text));
  const takes = takerOf(patterns, filter.tags);
  const containers = (await Promise.all(called.map((one) => containersCalled(api, one, names)))).flat();
  const query = { containers, systems: containers.length > 0 ? [] : names };
  const { keys } = await rotationStatus(api, query, { tell, takes });
  const known = new Set(keys.map(identityOf));
  const others: KeyRotationStatus[] = [];
  for (const pattern of called.length > 0 ? [] : patterns.filter(({ isUsed }) => !isUsed)) {
    const found = await successorOf(api, pattern.text, names, filter.tags);
    if (!found) continue;
    pattern.isUsed = true;
    if (!known.has(identityOf(found))) others.push(found);
    known.add(identityOf(found));
  }
  return { keys: [...keys, ...others], unmatched: patterns.filter(({ isUsed }) => !isUsed).map(({ text }) => text) };
}

const identityOf = ({ system, id }: KeyRotationStatus): string => `${system}/${id}`;

type Taker = (system: System, type: string, record: Wire) => boolean;

function takerOf(patterns: readonly Pattern[], tags: readonly Tag[]): Taker {
  return (system, type, record) => {
    const name = system.rotation!.name(record);
    const id = idIn(record);
    const names = [name, id, type, `${type}/${name}`, `${type}/${id}`, cloudNameOf(type, record).cloudId ?? ""];
    return (patterns.length === 0 || anyOf(patterns, names)) && hasTags(system, type, record, tags);
  };
}

function hasTags(system: System, type: string, record: Wire, wanted: readonly Tag[]): boolean {
  if (wanted.length === 0) return true;
  const { tags = {} } = kindOfRecord(system, type, record);
  return wanted.every(([name, value]) => Object.hasOwn(tags, name) && tags[name] === value);
}

/** The key that a rotation made of the one with this id, which lists no longer have. */
async function successorOf(
  api: Api,
  id: string,
  names: readonly string[],
  tags: readonly Tag[],
): Promise<KeyRotationStatus | undefined> {
  if (id === "" || /[*?]/.test(id)) return undefined;
  for (const system of systems.filter(({ name }) => names.length === 0 || names.includes(name))) {
    for (const type of Object.keys(system.onDemand ?? {})) {
      const record = await foundBy(api, type, id);
      const listedAs = record && system.rotation?.type(record);
      if (listedAs === undefined || !hasTags(system, listedAs, record!, tags)) continue;
      const { keys } = await rotationStatus(api, { keys: [{ type: listedAs, id: idIn(record!) }] });
      return keys[0];
    }
  }
  return undefined;
}

/** A service may refuse what is no id of its own. */
async function foundBy(api: Api, type: string, id: string): Promise<Wire | undefined> {
  try {
    return await onDemandOf(type)?.find(api, id);
  } catch (error) {
    if (error instanceof ApiError && ["badRequest", "notFound"].includes(error.kind)) return undefined;
    throw error;
  }
}
