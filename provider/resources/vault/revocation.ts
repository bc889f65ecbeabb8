import type { Wire } from "../../api/client";
import { isEmpty } from "../../api/shown";

/** What a revocation makes of a version of a vault key: its state, and what that means. */

export const compromises = ["KeyCompromise", "CACompromise"] as const;
export const reasons = [
  ...compromises,
  "AffiliationChanged",
  "Superseded",
  "CessationOfOperation",
  "PrivilegeWithdrawn",
  "Unspecified",
] as const;
export type Reason = (typeof reasons)[number];

/** The states of a version whose material is gone. */
export const ended = ["Destroyed", "Destroyed Compromised"];

export const isIn = ({ state }: Wire, ...states: string[]): boolean =>
  states.some((one) => one.toLowerCase() === String(state).toLowerCase());

/** Whether its material is gone. */
export const isEnded = (record: Wire): boolean => isIn(record, ...ended);

/** Whether a version is in use, or will be. What shows no state is not. */
export const isInUse = (record: Wire): boolean => isIn(record, "Active", "Pre-Active");

/** Whether a version is out of use, whatever for. */
export const isRevoked = (record: Wire): boolean => isIn(record, "Deactivated", "Compromised", ...ended);

export const isReason = (reason: unknown): reason is Reason => (reasons as readonly unknown[]).includes(reason);
const isCompromise = (reason: unknown): boolean => (compromises as readonly unknown[]).includes(reason);

// Inferred from KMIP; what a state permits is the vendor's.
const outcomeOf = (reason: Reason): string => (isCompromise(reason) ? "Compromised" : "Deactivated");

/** True for a version that is as the reason makes it. A service may not show the reason. */
export function isDone(record: Wire, reason: Reason): boolean {
  const { revocationReason: given } = record;
  const isOther = !isEmpty(given) && String(given).toLowerCase() !== reason.toLowerCase();
  return isIn(record, outcomeOf(reason)) && !isOther;
}

/** Why a version cannot be revoked for the reason, and what to do; `undefined` if it can be. */
export function obstacleTo(record: Wire, reason: Reason): string | undefined {
  const { id, version, state, revocationReason: given } = record;
  const isRaised = isIn(record, "Deactivated") && isCompromise(reason);
  if (!isRevoked(record) || isDone(record, reason) || isRaised) return undefined;
  const why = isEmpty(given) ? "" : ` with the reason ${String(given)}`;
  const now = `version ${String(version)} is ${String(state)} already${why}. Nothing was revoked.`;
  if (isEnded(record)) return `${now} Its material is gone: remove the resource.`;
  if (isIn(record, "Compromised"))
    return `${now} A compromised version stays so: give it  reason: ${JSON.stringify(given ?? compromises[0])} .`;
  return `${now} Give it  reason: ${JSON.stringify(given)} ; or add  adopt: ${JSON.stringify(id)}  to change its reason.`;
}

/** What a revocation means, as far as its reason is known. */
export function consequenceOf(reason: unknown): string {
  if (isCompromise(reason))
    return (
      "the version becomes Compromised, for good: data stays readable with it (decrypt, verify, unwrap), and nothing new is " +
      "protected with it. If it is the newest version, rotate the key first: afterwards the service does not rotate it"
    );
  if (isReason(reason))
    return (
      "the version becomes Deactivated: nothing is protected with it, and data that it protects cannot be read until it is " +
      "reactivated. If it is the newest version, rotate the key first: applications protect data with it"
    );
  return (
    "nothing new is protected with the version. Its reason, which is not known yet, decides whether data stays readable with it. " +
    "If it is the newest version, rotate the key first"
  );
}
