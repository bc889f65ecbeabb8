import { segment, type Api, type Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { idIn } from "../../api/responses";
import type { Bag, MarkPlace, Scope } from "../../lifecycle/vocabulary/definition";
import { othersPart, markKey, pick } from "../../lifecycle/values/wire";
import { reservedTags } from "./ocid";

/** OCI keys as the service records them. */

export const ociKeys = "/cckm/oci/keys";

/** States in which a key or version stays until somebody changes it. */
export const steadyStates = ["ENABLED", "DISABLED"] as const;

/** Transitional states: Oracle Cloud writes asynchronously. */
export const passingStates = [
  "CREATING",
  "ENABLING",
  "DISABLING",
  "UPDATING",
  "CHANGING_COMPARTMENT",
  "SCHEDULING_DELETION",
  "CANCELLING_DELETION",
  "BACKUP_IN_PROGRESS",
  "RESTORING",
];

/** States of a key that Oracle Cloud is about to delete. */
export const pendingStates = ["SCHEDULING_DELETION", "PENDING_DELETION"];

/** Seconds that any of them may last. */
const passingSeconds = 300;

/** Maximum number of tags without a namespace in Oracle Cloud. */
const mostTags = 10;

export const ociMark: MarkPlace = {
  write(body, mark) {
    const tags = (body.freeform_tags ?? {}) as Bag;
    return Object.keys(tags).length < mostTags ? { ...body, freeform_tags: { ...tags, [markKey]: mark } } : body;
  },
  read: (record) => pick(record, `oci_params.freeform_tags.${markKey}`),
};

export const pathOf = (id: string): string => `${ociKeys}/${segment(id)}`;

/** The key, unless Oracle Cloud no longer has it. */
export async function keyRecord(api: Api, id: string): Promise<Wire | undefined> {
  const record = await ifFound(api.get(pathOf(id)));
  const ended = !record || record.gone === true || ["DELETING", "DELETED"].includes(lifecycleState(record) ?? "");
  return ended ? undefined : record;
}

export function lifecycleState(key: Wire): string | undefined {
  return (pick(key, "oci_params.lifecycle_state") ?? undefined) as string | undefined;
}

export const isPendingDeletion = (key: Wire): boolean => pendingStates.includes(lifecycleState(key) ?? "");

/** When Oracle Cloud deletes a key; empty for one that does not show it. */
export function deletionTime(key: Wire): string {
  const time = pick(key, "oci_params.time_of_deletion");
  return typeof time === "string" ? time : "";
}

/** True for a key that the service holds itself and Oracle Cloud uses from outside. */
export function isExternal(key: Wire): boolean {
  const params = (key.hyok_key_params ?? {}) as Bag;
  return typeof params.name === "string" && params.name !== "";
}

/**
 * Enabled from the user's point of view: a key in transition counts as being in its target state;
 * one pending deletion is not enabled.
 */
export function isEnabled(key: Wire): boolean {
  return !["DISABLED", "DISABLING", ...pendingStates].includes(lifecycleState(key) ?? "");
}

/** Waits until an operation on the key has ended: meanwhile Oracle Cloud refuses every change. */
export async function settled(scope: Scope, record: Wire): Promise<Wire> {
  let latest = record;
  const look = async () => {
    if (!passingStates.includes(lifecycleState(latest) ?? "")) return latest;
    latest = await scope.api.get(pathOf(idIn(record)));
    scope.progress(`${scope.label} is ${lifecycleState(latest)}; waiting`);
    return passingStates.includes(lifecycleState(latest) ?? "") ? undefined : latest;
  };
  return scope.poll(look, passingSeconds, () => `${scope.label} is still ${lifecycleState(latest)}`);
}

/** An action on the key, once it may be changed. Every action returns the key. */
export async function act(scope: Scope, record: Wire, action: string, body?: Wire): Promise<Wire> {
  const now = await settled(scope, record);
  return scope.api.post(`${pathOf(idIn(now))}/${segment(action)}`, body, { repeatable: true, expect: "same" });
}

/** A declared key must not be deleted: a scheduled deletion is canceled. */
export async function recovered(scope: Scope, record: Wire): Promise<Wire> {
  const now = await settled(scope, record);
  return lifecycleState(now) === "PENDING_DELETION" ? settled(scope, await act(scope, now, "cancel-deletion")) : now;
}

/** Defined tags are replaced as a whole: what Oracle Cloud keeps among them goes along. */
export const withOthersTags = (tags: Bag, record: Wire): Bag => ({
  ...tags,
  ...othersPart({ reserved: reservedTags }, pick(record, "oci_params.defined_tags")),
});
