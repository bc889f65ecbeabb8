import { createHash, randomUUID } from "node:crypto";
import * as z from "zod";
import { badRequest, conflict, type ServiceError } from "../../core/errors";
import { managersOf } from "../../shared/keyManagers/managers";
import { ageInDays, level, listOf, loadSeconds, name, worldKeys, type RecordOf } from "../../shared/world";

/** Other key managers of the same make, as they are outside the service. */

const algorithms = ["AES", "TDES", "RSA", "EC", "HMAC-SHA256", "HMAC-SHA384", "HMAC-SHA512", "ARIA"];
const states = ["Pre-Active", "Active", "Deactivated", "Compromised", "Destroyed"];

const keySchema = z.strictObject({
  name,
  algorithm: z.enum(algorithms as [string]).default("AES"),
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
  state: z.enum(states as [string]).default("Active"),
  /** Days since the first version was made. */
  ageInDays,
});

export interface RemoteVersion {
  /** 64 hexadecimal digits, as every version has of its own. */
  readonly id: string;
  readonly version: number;
  readonly state: string;
  readonly createdAt: string;
}

const keyId = (seed: string): string => createHash("sha256").update(seed).digest("hex");

function newVersion(version: number, createdAt: string, seed: string = randomUUID()): RemoteVersion {
  return { id: keyId(`${seed}/${version}`), version, state: "Active", createdAt };
}

/** The versions with the newest one in that state. */
const inState = (versions: readonly RemoteVersion[], state: string): RemoteVersion[] =>
  versions.map((one, index) => (index === versions.length - 1 ? { ...one, state } : one));

/**
 * Keys in domains of another manager, with all their versions, oldest first. A domain has every
 * name once.
 */
export const remoteKeys = worldKeys({
  kind: "external-cm-world-keys",
  schema: keySchema,
  in: "place",
  begins: ["versions", "state"],
  also: ({ name: called, versions: count = 1, state = "Active" }, birth) => {
    const versions = birth.versions(count).map((createdAt, version) => ({
      ...newVersion(version, createdAt, birth.seed),
      state: "Deactivated",
    }));
    const id = keyId(`${birth.container}/${called}/${versions[0]?.id ?? ""}`);
    return { id, versions: inState(versions, state) };
  },
  taken: (called) => conflict(`external CipherTrust Manager: a key called ${called} exists already in the domain`),
  seeded: ["versions"],
  show: ({ id: _id, place: _place, createdAt: _first, ...key }) => key,
  // New material under the same name.
  rotated: ({ versions }, now) => ({ versions: [...versions, newVersion((versions.at(-1)?.version ?? -1) + 1, now)] }),
  altered: ({ versions }, { state, ...changes }) => ({
    ...changes,
    versions: state === undefined ? versions : inState(versions, state),
  }),
});
export type RemoteKey = RecordOf<typeof remoteKeys>;

/** A domain of another manager, which is a cluster. */
export const remoteDomains = level({
  kind: "external-cm-world-domains",
  schema: z.strictObject({
    id: name,
    name,
    refreshSeconds: loadSeconds,
    keys: listOf(remoteKeys),
  }),
  id: "id",
  as: "domainId",
  in: "manager",
});

export const managers = managersOf("external-cm-world-managers", remoteDomains);

/** A refusal of the other manager. */
export const remoteError = (text: string): ServiceError => badRequest(`external CipherTrust Manager: ${text}`);
