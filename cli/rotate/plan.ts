import type { Api, Wire } from "../../provider/api/client";
import { decodeAll } from "../../provider/lifecycle/values/wire";
import { usersOf } from "../../provider/lifecycle/service/users";
import type { KeyRotationStatus } from "../../provider/lookups/rotation/result";
import { allDefinitions, definitionOf } from "../../provider/resources/load";
import type { Material, OnDemandRotation } from "../../provider/resources/onDemand";
import { onDemandOf, reasonNotNow } from "../../provider/resources/schedules/onDemand";
import { failureWords } from "./words";

/** What a run is going to do with each key. */

export interface Planned {
  readonly key: KeyRotationStatus;
  /** `AwsKey "orders"`. */
  readonly label: string;
  /** How it is rotated; absent if it is not. */
  readonly work?: Work;
  /** Why it is not rotated. */
  readonly skipped?: { readonly as: "recent" | "skipped" | "failed"; readonly reason: string };
}

export interface Work {
  readonly facet: OnDemandRotation;
  readonly material: Material;
  /** What a rotation does, a phrase. */
  readonly effect: string;
  /** What refers to the key, as far as the service shows it; absent if that was not looked up. */
  readonly users?: string | undefined;
  /** What shows a rotation, if the service does not show when the material was made. */
  readonly undated?: string | undefined;
}

/** For more keys, the lists of what refers to them would be searched too often. */
export const mostSearched = 50;

export async function planOf(
  api: Api,
  keys: readonly KeyRotationStatus[],
  ifMadeBefore: string,
  failing: string,
): Promise<Planned[]> {
  const reading = remembering(api);
  const planned: Planned[] = [];
  for (const key of keys) {
    const label = `${key.type} "${key.name}"`;
    try {
      planned.push({ key, label, ...(await stepFor(api, reading, key, ifMadeBefore, keys.length <= mostSearched)) });
    } catch (error) {
      planned.push({ key, label, skipped: { as: "failed", reason: failureWords(`reading ${label}`, error, failing) } });
    }
  }
  return planned;
}

type Step = Pick<Planned, "work" | "skipped">;

async function stepFor(
  api: Api,
  reading: Api,
  { type, id }: KeyRotationStatus,
  ifMadeBefore: string,
  isSearched: boolean,
): Promise<Step> {
  const facet = onDemandOf(type);
  if (!facet) return skip("skipped", reasonNotNow(type) ?? `no call rotates ${type} at once`);
  const record = await facet.find(api, id);
  if (!record) return skip("failed", "the service has no such key any more");
  const refusal = facet.refuses?.(record);
  if (refusal !== undefined) return skip("skipped", refusal);
  const material = await facet.current(api, record);
  const { made } = material;
  const undated = facet.undated ?? (made === undefined ? "it has another id" : undefined);
  if (undated === undefined && Date.parse(made!) >= Date.parse(ifMadeBefore) && material.waits === undefined)
    return skip("recent", `its material was made at ${made}`);
  const users = isSearched ? await usersIn(reading, type, id, record) : undefined;
  return { work: { facet, material, effect: facet.effect(record), users, undated } };
}

const skip = (as: "recent" | "skipped" | "failed", reason: string): Step => ({ skipped: { as, reason } });

/** What uses the key must not keep it from being rotated: lists that may not be read say nothing. */
async function usersIn(api: Api, type: string, id: string, record: Wire): Promise<string> {
  const definition = definitionOf(type);
  try {
    const users = await usersOf(definition, { api, types: allDefinitions }, id, decodeAll(definition, record));
    return users?.named ?? "nothing that the service shows";
  } catch {
    return "unknown: not everything that may use it can be read";
  }
}

/** The same service, which reads each list once. */
function remembering(api: Api): Api {
  const once = <T>(read: (...call: Parameters<Api["list"]>) => Promise<T>) => {
    const known = new Map<string, Promise<T>>();
    return (...call: Parameters<Api["list"]>): Promise<T> => {
      const name = JSON.stringify(call);
      const result = known.get(name) ?? read(...call);
      known.set(name, result);
      return result;
    };
  };
  return { ...api, list: once((...call) => api.list(...call)), count: once((path, query) => api.count(path, query)) };
}
