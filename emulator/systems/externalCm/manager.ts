import { createHash, randomUUID } from "node:crypto";
import { badRequest, conflict, type ServiceError } from "../../core/errors";
import { outside, type Scope } from "../../core/scope";
import { defineKind, type Stored } from "../../core/store";

/** Other key managers of the same make, as they are outside the service. */

/** A cluster of another CipherTrust Manager. Its id is its name. */
export interface Manager extends Stored {
  readonly nodes: readonly { readonly hostname: string; readonly certificate: string }[];
  readonly users: readonly { readonly username: string; readonly password: string }[];
  /** Seconds that a connection test takes. */
  readonly testSeconds: number;
  /** Seconds after a connection's creation until the manager lets the service in. */
  readonly readyAfterSeconds: number;
}

/** A domain of another manager. */
export interface RemoteDomain extends Stored {
  readonly manager: string;
  readonly name: string;
  /** Seconds that a refresh takes, when not the usual time. */
  readonly refreshSeconds?: number;
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

export const managers = defineKind<Manager>("external-cm-world-managers", {
  hostname: (manager) => manager.nodes.map(({ hostname }) => hostname),
});
export const remoteDomains = defineKind<RemoteDomain>("external-cm-world-domains", {
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
