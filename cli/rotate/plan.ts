import type { Api } from "../../provider/api/client";
import type { KeyRotationStatus } from "../../provider/lookups/rotation/result";
import type { Material, OnDemandRotation } from "../../provider/resources/onDemand";
import { onDemandOf, reasonNotNow } from "../../provider/resources/schedules/onDemand";
import { KeyUsers } from "./users";
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
  const users = keys.length <= mostSearched ? new KeyUsers(api) : undefined;
  const planned: Planned[] = [];
  for (const key of keys) {
    const label = `${key.type} "${key.name}"`;
    try {
      planned.push({ key, label, ...(await stepFor(api, key, ifMadeBefore, users)) });
    } catch (error) {
      planned.push({ key, label, skipped: { as: "failed", reason: failureWords(`reading ${label}`, error, failing) } });
    }
  }
  return planned;
}

type Step = Pick<Planned, "work" | "skipped">;

async function stepFor(
  api: Api,
  { type, id }: KeyRotationStatus,
  ifMadeBefore: string,
  users: KeyUsers | undefined,
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
  const named = await users?.of(type, id, record);
  return { work: { facet, material, effect: facet.effect(record), users: named, undated } };
}

const skip = (as: "recent" | "skipped" | "failed", reason: string): Step => ({ skipped: { as, reason } });
