import { addresses, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { recordedKeys } from "../../shared/cloud/keys";
import type { Domain } from "./domainRecord";
import { remoteKeys, type RemoteKey } from "./manager";

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

export const externalKeys = recordedKeys<ExternalKey, Domain, RemoteKey>({
  kind: keys,
  container: "domainId",
  remoteId: ({ hidden }) => hidden.remote,
  remote: remoteKeys,
  offer: "place",
  path: "cckm:externalcm-key",
  nameOf: ({ name }) => name,
  begin: ({ id, name }, remote) => ({ domainId: id, domainName: name, hidden: { remote: remote.id } }),
  describe: ({ id: _id, domain: _domain, place: _place, versions, ...facts }) => {
    const newest = versions.at(-1);
    return {
      ...facts,
      objectType: pairs.includes(facts.algorithm) ? "Private Key" : "Symmetric Key",
      version: newest?.version ?? 0,
      state: newest?.state ?? "Destroyed",
      keyId: newest?.id ?? "",
    };
  },
  read: (gone, refreshedAt) => ({ gone, refreshedAt }),
  versions: recordVersions,
});

function recordVersions(scope: Scope, key: ExternalKey, { versions }: RemoteKey): void {
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
