import { addresses, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Domain } from "./domainRecord";
import type { RemoteKey, RemoteVersion } from "./manager";

/** What the service knows of a key in another manager, as of the last action on it or refresh; one record for all versions. */
export interface ExternalKey extends Header {
  /** Id of the container. */
  readonly domainId: string;
  readonly domainName: string;
  readonly name: string;
  readonly algorithm: string;
  readonly size: number;
  readonly curveId?: string;
  readonly objectType: string;
  readonly usageMask: number;
  readonly description: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly undeletable: boolean;
  readonly unexportable: boolean;
  /** Of the newest version: number, state, and id at the other manager. */
  readonly version: number;
  readonly state: string;
  readonly keyId: string;
  readonly gone: boolean;
  readonly refreshedAt: string;
  readonly hidden: { readonly remote: string };
}

/** One version of such a key. */
export interface ExternalVersion extends Header {
  readonly name: string;
  readonly keyId: string;
  readonly version: number;
  readonly state: string;
  readonly hidden: { readonly key: string };
}

export const keys = defineKind<ExternalKey>("external-cm-keys", {
  address: addresses,
  domainId: (key) => key.domainId,
});
export const keyVersions = defineKind<ExternalVersion>("external-cm-key-versions", {
  key: (version) => version.hidden.key,
  keyId: (version) => version.keyId,
});

const pairs = ["RSA", "EC"];

type Facts = Omit<ExternalKey, keyof Header | "domainId" | "domainName" | "gone" | "refreshedAt" | "hidden">;

function facts(key: RemoteKey): Facts {
  const { name, algorithm, size, curveId, usageMask, description, labels, meta, undeletable, unexportable } = key;
  const newest = key.versions.at(-1);
  return {
    ...{ name, algorithm, size, curveId, usageMask, description, labels, meta, undeletable, unexportable },
    objectType: pairs.includes(algorithm) ? "Private Key" : "Symmetric Key",
    version: newest?.version ?? 0,
    state: newest?.state ?? "Destroyed",
    keyId: newest?.id ?? "",
  };
}

/** Makes the record of a key that the other manager has. */
export function createRecord(scope: Scope, domain: Domain, remote: RemoteKey): ExternalKey {
  const header = scope.header("cckm:externalcm-key", `${remote.name}-`);
  const key = scope.put(keys, {
    ...header,
    domainId: domain.id,
    domainName: domain.name,
    ...facts(remote),
    gone: false,
    refreshedAt: header.createdAt,
    hidden: { remote: remote.id },
  });
  recordVersions(scope, key, remote.versions);
  return key;
}

/** Reads the key from the other manager again; one that is no longer there is marked as gone. */
export function readAgain(scope: Scope, key: ExternalKey, remote: RemoteKey | undefined): ExternalKey {
  const refreshedAt = scope.service.clock.stamp();
  if (remote === undefined) return scope.change(keys, key, { gone: true, refreshedAt });
  recordVersions(scope, key, remote.versions);
  return scope.change(keys, key, { gone: false, ...facts(remote), refreshedAt });
}

function recordVersions(scope: Scope, key: ExternalKey, versions: readonly RemoteVersion[]): void {
  const known = new Map(scope.by(keyVersions, "key", key.id).map((one) => [one.keyId, one]));
  for (const { id: keyId, version, state } of versions) {
    const before = known.get(keyId);
    if (before !== undefined) scope.change(keyVersions, before, { state });
    else {
      const header = scope.header("cckm:externalcm-key-version", `${key.name}-v${version}-`);
      scope.put(keyVersions, { ...header, name: key.name, keyId, version, state, hidden: { key: key.id } });
    }
  }
}

/** Drops what the service knows of a key's versions. */
export function forgetVersions(scope: Scope, key: ExternalKey): void {
  for (const version of scope.by(keyVersions, "key", key.id)) scope.remove(keyVersions, version);
}
