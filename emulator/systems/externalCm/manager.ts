import { createHash, randomUUID } from "node:crypto";
import * as z from "zod";
import { badRequest, conflict, type ServiceError } from "../../core/errors";
import { outside, type Scope } from "../../core/scope";
import type { Stored } from "../../core/record";
import { defineKind } from "../../core/store";
import { day, formatTime } from "../../core/time";
import { managersOf } from "../../shared/keyManagers/managers";
import { ageInDays, name, loadSeconds } from "../../shared/world/fields";
import { keyLevel, level, listOf, type RecordOf } from "../../shared/world/level";

/** Other key managers of the same make, as they are outside the service. */

const algorithms = ["AES", "TDES", "RSA", "EC", "HMAC-SHA256", "HMAC-SHA384", "HMAC-SHA512", "ARIA"] as const;
const states = ["Pre-Active", "Active", "Deactivated", "Compromised", "Destroyed"] as const;

const keySchema = z.strictObject({
  name,
  algorithm: z.enum(algorithms).default("AES"),
  /** Bits. */
  size: z.int().positive().default(256),
  curveId: z.string().optional(),
  usageMask: z.int().min(0).max(4_194_303).default(12),
  description: z.string().default(""),
  labels: z.record(z.string(), z.string()).default({}),
  meta: z.record(z.string(), z.unknown()).default({}),
  undeletable: z.boolean().default(false),
  unexportable: z.boolean().default(false),
  /** How many versions the key has. */
  versions: z.int().min(1).max(100).default(1),
  /** State of the newest version; older ones are deactivated. */
  state: z.enum(states).default("Active"),
  /** Days since the first version was made. */
  ageInDays,
});
type WorldKey = z.infer<typeof keySchema>;

export interface RemoteVersion {
  /** 64 hexadecimal digits, as every version has of its own. */
  readonly id: string;
  readonly version: number;
  readonly state: string;
  readonly createdAt: string;
}

/** A key in a domain of another manager, with all its versions, oldest first. */
export interface RemoteKey extends Stored, Readonly<Omit<WorldKey, "algorithm" | "versions" | "state" | "ageInDays">> {
  readonly place: string;
  /** Upper case. */
  readonly algorithm: string;
  readonly versions: readonly RemoteVersion[];
}

export const remoteKeys = defineKind<RemoteKey>("external-cm-world-keys", {
  place: (key) => key.place,
  address: (key) => `${key.place}/${key.name}`,
});

/** A domain of another manager, which is a cluster. */
export const remoteDomains = level({
  kind: "external-cm-world-domains",
  schema: z.strictObject({
    id: name,
    name,
    refreshSeconds: loadSeconds,
    keys: listOf(
      keyLevel({
        kind: remoteKeys,
        schema: keySchema,
        in: "place",
        seeded: ["versions"],
        add: addWorldKey,
        show: ({ id: _id, place: _place, ...key }) => key,
        rotate: (scope, key) => addVersion(scope, key, scope.service.clock.stamp()),
        alter: (scope, key, { state, ...changes }: Partial<RemoteKey> & { readonly state?: string }) => {
          const versions = state === undefined ? key.versions : inState(key.versions, state);
          return scope.put(remoteKeys, { ...key, ...changes, versions });
        },
      }),
    ),
  }),
  id: "id",
  as: "domainId",
  in: "manager",
});
export type OwnedDomain = RecordOf<typeof remoteDomains>;

export const managers = managersOf("external-cm-world-managers", remoteDomains);

/** A refusal of the other manager. */
export const remoteError = (text: string): ServiceError => badRequest(`external CipherTrust Manager: ${text}`);

const keyId = (seed: string): string => createHash("sha256").update(seed).digest("hex");

export function newVersion(version: number, createdAt: string, seed: string = randomUUID()): RemoteVersion {
  return { id: keyId(`${seed}/${version}`), version, state: "Active", createdAt };
}

export function addVersion(scope: Scope, key: RemoteKey, createdAt: string): RemoteKey {
  const version = newVersion((key.versions.at(-1)?.version ?? -1) + 1, createdAt);
  return scope.in(outside).put(remoteKeys, { ...key, versions: [...key.versions, version] });
}

/** The versions with the newest one in that state. */
const inState = (versions: readonly RemoteVersion[], state: string): RemoteVersion[] =>
  versions.map((one, index) => (index === versions.length - 1 ? { ...one, state } : one));

export type NewKey = Omit<RemoteKey, "id" | "domain" | "place" | "versions">;

/** Makes a key; a domain has every name once. */
export function addRemoteKey(scope: Scope, place: string, key: NewKey, versions: readonly RemoteVersion[]): RemoteKey {
  const world = scope.in(outside);
  if (world.by(remoteKeys, "address", `${place}/${key.name}`).length > 0) {
    throw conflict(`external CipherTrust Manager: a key called ${key.name} exists already in the domain`);
  }
  const id = keyId(`${place}/${key.name}/${versions[0]?.id ?? ""}`);
  return world.put(remoteKeys, { ...key, id, domain: outside, place, versions });
}

/** Versions are spread evenly over the life of the key; all but the newest are deactivated. */
function addWorldKey(scope: Scope, wanted: WorldKey, place: string, index?: number): RemoteKey {
  const { versions: count, state, ageInDays: age, ...key } = wanted;
  const seed = index === undefined ? undefined : `${place}/${key.name}`;
  const versions = Array.from({ length: count }, (_, version): RemoteVersion => {
    const createdAt = formatTime(scope.now - ((age * (count - version)) / count) * day);
    return { ...newVersion(version, createdAt, seed), state: version === count - 1 ? state : "Deactivated" };
  });
  return addRemoteKey(scope, place, key, versions);
}
