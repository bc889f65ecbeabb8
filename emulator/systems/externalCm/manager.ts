import { createHash, randomUUID } from "node:crypto";
import { badRequest, conflict, type ServiceError } from "../../core/errors";
import { outside, type Scope } from "../../core/scope";
import type { Stored } from "../../core/record";
import { defineKind } from "../../core/store";
import { defineManagers } from "../../shared/keyManagers/connection";
import type { RemoteDomain } from "../../shared/keyManagers/domains";

/** Other key managers of the same make, as they are outside the service. */

/** A domain of another manager, which is a cluster. */
export interface OwnedDomain extends RemoteDomain {
  readonly manager: string;
}

export interface RemoteVersion {
  /** 64 hexadecimal digits, as every version has of its own. */
  readonly id: string;
  readonly version: number;
  readonly state: string;
  readonly createdAt: string;
}

/** A key in a domain of another manager, with all its versions, oldest first. */
export interface RemoteKey extends Stored {
  readonly place: string;
  readonly name: string;
  /** Upper case. */
  readonly algorithm: string;
  readonly size: number;
  readonly curveId?: string;
  readonly usageMask: number;
  readonly description: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly undeletable: boolean;
  readonly unexportable: boolean;
  readonly versions: readonly RemoteVersion[];
}

export const managers = defineManagers("external-cm-world-managers");
export const remoteDomains = defineKind<OwnedDomain>("external-cm-world-domains", {
  manager: (domain) => domain.manager,
});
export const remoteKeys = defineKind<RemoteKey>("external-cm-world-keys", {
  place: (key) => key.place,
  address: (key) => `${key.place}/${key.name}`,
});

/** A refusal of the other manager. */
export const remoteError = (text: string): ServiceError => badRequest(`external CipherTrust Manager: ${text}`);

const keyId = (seed: string): string => createHash("sha256").update(seed).digest("hex");

export function newVersion(version: number, createdAt: string, seed: string = randomUUID()): RemoteVersion {
  return { id: keyId(`${seed}/${version}`), version, state: "Active", createdAt };
}

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
