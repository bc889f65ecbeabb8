import { createHash, randomUUID } from "node:crypto";
import { outside, type Scope } from "../../../core/scope";
import type { Stored } from "../../../core/record";
import { defineKind } from "../../../core/store";
import { day, formatTime, parseTime } from "../../../core/time";
import { notAuthorizedOrNotFound, ociError } from "./errors";
import type { Shape } from "./shapes";

type Steady = "ENABLED" | "DISABLED" | "PENDING_DELETION";
type Passing =
  | "CREATING"
  | "ENABLING"
  | "DISABLING"
  | "UPDATING"
  | "CHANGING_COMPARTMENT"
  | "SCHEDULING_DELETION"
  | "CANCELLING_DELETION"
  | "RESTORING";

/** Something with a lifecycle: while `next` is there, `state` is passing and nothing may be changed. */
interface Living {
  readonly state: Steady | Passing;
  readonly next?: Steady;
  /** Where a cancelled deletion leads back to. */
  readonly before?: Steady;
  /** When it ends, once that is scheduled. */
  readonly deletionTime?: string;
}

/** One generation of a key's material. */
export interface CloudVersion extends Living {
  readonly id: string;
  readonly origin: "INTERNAL" | "EXTERNAL";
  readonly createdAt: string;
  readonly fingerprint?: string;
}

/** A key as it exists in Oracle Cloud. Its id is its OCID. */
export interface CloudKey extends Stored, Shape, Living {
  readonly vault: string;
  readonly displayName: string;
  readonly protectionMode: "HSM" | "SOFTWARE";
  readonly compartment: string;
  readonly freeformTags: Readonly<Record<string, string>>;
  readonly definedTags: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly createdAt: string;
  /** Oldest first. */
  readonly versions: readonly CloudVersion[];
  /** OCID of the version that encrypts now. */
  readonly current: string;
}

export const cloudKeys = defineKind<CloudKey>("oci-cloud-keys", { vault: (key) => key.vault });

/** An OCID; the same text always gives the same one, no text a new one. */
export function ocidOf(kind: string, region: string, text: string = randomUUID()): string {
  const digest = createHash("sha256").update(`${kind}/${region}/${text}`).digest("hex");
  const unique = `aaaa${BigInt(`0x${digest}`).toString(32)}`.slice(0, 60);
  return `ocid1.${kind}.oc1.${region}.${unique}`;
}

export interface NewCloudKey extends Shape {
  readonly id: string;
  readonly vault: string;
  readonly region: string;
  readonly displayName: string;
  readonly protectionMode: "HSM" | "SOFTWARE";
  readonly compartment: string;
  readonly freeformTags: Readonly<Record<string, string>>;
  readonly definedTags: CloudKey["definedTags"];
  /** Fingerprint of uploaded material. */
  readonly fingerprint?: string;
  readonly createdAt?: string;
  /** Whether the tenancy gives new keys the defined tags `Oracle-Tags`; false without it. */
  readonly oracleTags?: boolean;
  /** Defined tags that new keys get where the request says nothing of them. */
  readonly tagDefaults?: CloudKey["definedTags"];
}

/** Makes a key in Oracle Cloud, which takes a moment. */
export function createCloudKey(scope: Scope, wanted: NewCloudKey): CloudKey {
  const { region, fingerprint, oracleTags = false, tagDefaults = {}, ...facts } = wanted;
  const createdAt = wanted.createdAt ?? formatTime(scope.now);
  const first = newVersion(region, createdAt, fingerprint, `${facts.id}/0`);
  const automatic: CloudKey["definedTags"] = oracleTags
    ? { "Oracle-Tags": { CreatedBy: "ciphertrust", CreatedOn: createdAt } }
    : {};
  const defaults = Object.entries(tagDefaults).map(([name, tags]) => [name, { ...tags, ...facts.definedTags[name] }]);
  const definedTags = { ...facts.definedTags, ...(Object.fromEntries(defaults) as typeof tagDefaults), ...automatic };
  return changeCloudKey(scope, {
    ...facts,
    domain: outside,
    definedTags,
    createdAt,
    state: "CREATING",
    next: "ENABLED",
    versions: [first],
    current: first.id,
  });
}

function newVersion(region: string, createdAt: string, fingerprint?: string, text?: string): CloudVersion {
  const origin = fingerprint === undefined ? "INTERNAL" : "EXTERNAL";
  const id = ocidOf("keyversion", region, text);
  return { id, origin, createdAt, fingerprint, state: "CREATING", next: "ENABLED" };
}

export function changeCloudKey(scope: Scope, key: CloudKey): CloudKey {
  return scope.put(cloudKeys, key);
}

/** What is under way comes to its end. */
export function settle(scope: Scope, key: CloudKey): CloudKey {
  const rest = <T extends Living>(one: T): T =>
    one.next === undefined ? one : { ...one, state: one.next, next: undefined };
  return changeCloudKey(scope, { ...rest(key), versions: key.versions.map(rest) });
}

export const isPassing = (key: CloudKey): boolean =>
  key.next !== undefined || key.versions.some(({ next }) => next !== undefined);

/** The key, if it may be changed from one of these states. */
function needState(key: CloudKey, allowed: readonly Steady[]): CloudKey {
  if (!isPassing(key) && (allowed as readonly string[]).includes(key.state)) return key;
  const state = isPassing(key) && key.next === undefined ? "UPDATING" : key.state;
  throw ociError("IncorrectState", `The key ${key.id} is ${state}, not ${allowed.join(" or ")}`);
}

/** As `needState`, but an update that is under way is in nobody's way. */
function needStateOrUpdating(key: CloudKey, allowed: readonly Steady[]): CloudKey {
  const isUpdating = key.state === "UPDATING" || (key.next === undefined && isPassing(key));
  return isUpdating ? key : needState(key, allowed);
}

function move(scope: Scope, key: CloudKey, state: Passing, next: Steady, more: Partial<CloudKey> = {}): CloudKey {
  return changeCloudKey(scope, { ...key, ...more, state, next });
}

export function setEnabled(scope: Scope, key: CloudKey, enabled: boolean): CloudKey {
  const now = needState(key, ["ENABLED", "DISABLED"]);
  if ((now.state === "ENABLED") === enabled) return now;
  return enabled ? move(scope, now, "ENABLING", "ENABLED") : move(scope, now, "DISABLING", "DISABLED");
}

export function update(
  scope: Scope,
  key: CloudKey,
  changes: Partial<Pick<CloudKey, "displayName" | "freeformTags" | "definedTags">>,
): CloudKey {
  needState(key, ["ENABLED"]);
  return move(scope, key, "UPDATING", "ENABLED", changes);
}

export function changeCompartment(scope: Scope, key: CloudKey, compartment: string): CloudKey {
  needState(key, ["ENABLED"]);
  return move(scope, key, "CHANGING_COMPARTMENT", "ENABLED", { compartment });
}

export const deleteKeyWork = "oci:delete-cloud-key";
export const deleteVersionWork = "oci:delete-cloud-version";

export function scheduleDeletion(scope: Scope, key: CloudKey, days: number): CloudKey {
  const now = needStateOrUpdating(key, ["ENABLED", "DISABLED"]);
  const deletionTime = formatTime(scope.now + days * day);
  scope.plan(days * day, deleteKeyWork, { key: key.id, date: deletionTime });
  const before = now.next ?? (now.state as Steady);
  return move(scope, now, "SCHEDULING_DELETION", "PENDING_DELETION", { before, deletionTime });
}

export function cancelDeletion(scope: Scope, key: CloudKey): CloudKey {
  const { before = "ENABLED" } = needState(key, ["PENDING_DELETION"]);
  return move(scope, key, "CANCELLING_DELETION", before, { before: undefined, deletionTime: undefined });
}

/** The end of a key, unless its deletion was cancelled or put off. */
export function finishDeletion(scope: Scope, id: string, date: string): void {
  const key = scope.get(cloudKeys, id);
  if (key?.deletionTime === date) scope.remove(cloudKeys, key);
}

/** New material: from now on it encrypts. */
export function addVersion(scope: Scope, key: CloudKey, region: string, fingerprint?: string): CloudKey {
  needStateOrUpdating(key, ["ENABLED"]);
  const version = newVersion(region, formatTime(scope.now), fingerprint);
  const versions = [...key.versions, version];
  return move(scope, key, "UPDATING", "ENABLED", { versions, current: version.id });
}

function needVersion(key: CloudKey, id: string): CloudVersion {
  const version = key.versions.find((one) => one.id === id);
  if (version === undefined) throw notAuthorizedOrNotFound(`The key version ${id}`);
  return version;
}

function changeVersion(scope: Scope, key: CloudKey, id: string, changes: Partial<CloudVersion>): CloudKey {
  const versions = key.versions.map((one) => (one.id === id ? { ...one, ...changes } : one));
  return changeCloudKey(scope, { ...key, versions });
}

export function scheduleVersionDeletion(scope: Scope, key: CloudKey, id: string, days: number): CloudKey {
  const version = needVersion(needState(key, ["ENABLED", "DISABLED"]), id);
  if (id === key.current) {
    throw ociError("IncorrectState", `The key version ${id} cannot be deleted because it is the current key version`);
  }
  if (version.state !== "ENABLED") throw ociError("IncorrectState", `The key version ${id} is ${version.state}`);
  const deletionTime = formatTime(scope.now + days * day);
  scope.plan(days * day, deleteVersionWork, { key: key.id, version: id, date: deletionTime });
  const changes = { state: "SCHEDULING_DELETION", next: "PENDING_DELETION", deletionTime } as const;
  return changeVersion(scope, key, id, changes);
}

export function cancelVersionDeletion(scope: Scope, key: CloudKey, id: string): CloudKey {
  const version = needVersion(needState(key, ["ENABLED", "DISABLED"]), id);
  if (version.state !== "PENDING_DELETION")
    throw ociError("IncorrectState", `The key version ${id} is ${version.state}`);
  const changes = { state: "CANCELLING_DELETION", next: "ENABLED", deletionTime: undefined } as const;
  return changeVersion(scope, key, id, changes);
}

export function finishVersionDeletion(scope: Scope, id: string, version: string, date: string): void {
  const key = scope.get(cloudKeys, id);
  if (key?.versions.find((one) => one.id === version)?.deletionTime !== date) return;
  changeCloudKey(scope, { ...key, versions: key.versions.filter((one) => one.id !== version) });
}

/** When the key got the material that it has now. */
export function lastRotation(key: CloudKey): number {
  const current = key.versions.find(({ id }) => id === key.current);
  return parseTime(current?.createdAt ?? key.createdAt) ?? 0;
}
