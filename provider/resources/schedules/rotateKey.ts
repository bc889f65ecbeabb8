import type { Wire } from "../../api/client";
import { isInDoubt } from "../../api/errors";
import type { Scope } from "../../lifecycle/vocabulary/definition";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import type { Material, OnDemandRotation } from "../onDemand";
import { momentAt } from "../rotation";

/** Rotates one key, and waits until the service shows it. */

const hour = 3_600_000;
/** How long a rotation that the service has accepted may take until it is proved. */
const provedSeconds = 300;

type Tools = Pick<Scope, "api" | "label" | "poll" | "progress">;

interface Rotation {
  readonly facet: OnDemandRotation;
  /** The current key; throws if there is none. */
  look(): Promise<Wire>;
  /** Rotates only material that was made before this moment. */
  readonly ifMadeBefore?: string | undefined;
  /** What identified the material before an earlier attempt that is not proved yet. */
  readonly earlier?: string | undefined;
  /** What another attempt does after one that was not proved: a sentence. */
  readonly next: string;
  /**
   * Called before anything changes; `replaced` identifies the material if it is going to be
   * replaced.
   */
  begin?(key: Wire, replaced: string | undefined): void;
}

interface Proof {
  readonly record: Wire;
  readonly material: Material;
}

/** A key whose new material is proved. */
interface Rotated extends Proof {
  /** What identified the material that it replaced; absent if the material was new enough. */
  readonly replaced?: string | undefined;
}

/**
 * Rotates the key unless its material is new enough: by `ifMadeBefore`, or without it because an
 * earlier attempt is proved now.
 */
export async function rotateKey(tools: Tools, rotation: Rotation): Promise<Rotated> {
  const { api, label, progress } = tools;
  const { facet, look, earlier, ifMadeBefore } = rotation;
  const now = await look();
  const material = await facet.current(api, now);
  const isProved = earlier !== undefined && material.id !== earlier;
  const isNew = ifMadeBefore === undefined ? isProved : await isRecent(tools, material, ifMadeBefore);
  if (!isNew) refuse(label, facet.refuses?.(now));
  const replaced = isNew ? undefined : material.id;
  rotation.begin?.(now, replaced);
  if (isNew) progress(`${label} is not rotated again: its material was made ${when(material)}`);
  else await rotate(tools, rotation, now, material);
  return { ...(await proof(tools, rotation, replaced)), replaced };
}

const when = ({ made }: Material): string => (made === undefined ? "by an earlier attempt" : `at ${made}`);

/** Whether a moment is still to come by the service's clock, which it tells in whole seconds. */
export const isToCome = (moment: string, now: number): boolean => Date.parse(moment) >= now + 1000;

/** Whether material needs no rotation by `ifMadeBefore`. */
async function isRecent({ api, label }: Tools, { made }: Material, ifMadeBefore: string): Promise<boolean> {
  const now = await api.time();
  if (isToCome(ifMadeBefore, now))
    throw new ResourceError(
      `rotating ${label} failed: ifMadeBefore is ${ifMadeBefore}, which is later than the service's time, ${iso(now)}: new ` +
        "material would be rotated again. Write a moment in the past, such as that of the leak. Nothing was rotated.",
    );
  if (made === undefined)
    throw new ResourceError(
      `rotating ${label} failed: the service does not show when its material was made, so ifMadeBefore cannot be applied. ` +
        "Use triggers instead. Nothing was rotated.",
    );
  return Date.parse(made) >= Date.parse(ifMadeBefore);
}

const iso = (time: number): string => new Date(time).toISOString();

function refuse(label: string, why: string | undefined): void {
  if (why !== undefined) throw new ResourceError(`rotating ${label} failed: ${why}. Nothing was rotated.`);
}

async function rotate(tools: Tools, rotation: Rotation, key: Wire, material: Material): Promise<void> {
  const { label, progress } = tools;
  if (rotation.ifMadeBefore === undefined) await warnOfRecent(tools, key, material);
  try {
    await rotation.facet.rotate(tools, key);
  } catch (error) {
    if (!isInDoubt(error)) throw error;
    // A second call might make a second version: the key itself shows whether the first one counted.
    progress(`${label}: the response to its rotation was lost; looking whether it has new material`);
  }
}

/** Without `ifMadeBefore`, nothing tells the material of an interrupted run from any other. */
async function warnOfRecent({ api, label, progress }: Tools, key: Wire, { made }: Material): Promise<void> {
  const changed = made ?? momentAt(key, "updatedAt");
  if (changed === undefined) return;
  const now = await api.time();
  if (now - Date.parse(changed) >= hour) return;
  const what = made === undefined ? "its record was last changed" : "its material was made";
  const way =
    made === undefined
      ? "The service does not show when its material was made: compare its versions, or its audit records."
      : `With  ifMadeBefore: "${iso(now)}"  instead of triggers, a repeated run rotates once.`;
  progress(
    `warning: ${label} is rotated at ${iso(now)}, although ${what} at ${changed}, less than an hour before: perhaps by a run ` +
      `that was interrupted. ${way}`,
  );
}

/** Waits until the key uses other material than before. */
async function proof(tools: Tools, rotation: Rotation, before: string | undefined): Promise<Proof> {
  const { api, label, progress } = tools;
  const { facet, look, next } = rotation;
  let waits = "the key still shows its old material";
  let failure: string | undefined;
  const seen = async (): Promise<Proof | undefined> => {
    const record = await look();
    const material = await facet.current(api, record);
    if (material.id !== before && material.waits === undefined) return { record, material };
    if (material.id === before) failure = await facet.failure?.(api, record);
    else {
      waits = `the key has new material, but ${material.waits}`;
      await facet.putToUse?.(api, record, material);
    }
    progress(`${label} is being rotated: ${waits}; waiting`);
    return undefined;
  };
  const overdue = () =>
    `${label}: ${waits} when the wait ended${failure === undefined ? "" : `, and the service says: ${failure}`}. Look at ` +
    `its versions, and at its state in the service and in its cloud. ${next}`;
  return tools.poll(seen, provedSeconds, overdue);
}
