import type { Header, Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { recordedKeys, type ContainerOf, type KeyRecord } from "../../shared/cloud";
import { externalDomains } from "./domains";
import { remoteKeys, type RemoteKey } from "./manager";

/** One version of such a key. */
export interface ExternalVersion extends Header {
  readonly name: string;
  readonly keyId: string;
  readonly version: number;
  readonly state: string;
  readonly hidden: { readonly key: string };
}

export const keyVersions = defineKind<ExternalVersion>("external-cm-key-versions", {
  key: (version) => version.hidden.key,
  keyId: (version) => version.keyId,
});

const pairs = ["RSA", "EC"];

/** What the service knows of a key in another manager, as of the last action on it or refresh; one record for all versions. */
export const externalKeys = recordedKeys({
  offered: externalDomains,
  remote: remoteKeys,
  container: "domainId",
  begin: ({ id, name }: ContainerOf<typeof externalDomains>, remote: RemoteKey) => ({
    domainId: id,
    domainName: name,
    hidden: { remote: remote.id },
  }),
  // Version, state and key id are those of the newest version.
  describe: ({ id: _id, domain: _domain, place: _place, createdAt: _first, versions, ...facts }: RemoteKey) => {
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
  remoteId: ({ hidden }) => hidden.remote,
  versions: { kind: keyVersions, of: "key", record: recordVersions },
});
export type ExternalKey = KeyRecord<typeof externalKeys>;

function recordVersions(scope: Scope, { id, name }: { id: string; name: string }, { versions }: RemoteKey): void {
  const known = new Map(scope.by(keyVersions, "key", id).map((one) => [one.keyId, one]));
  for (const { id: keyId, version, state } of versions) {
    const before = known.get(keyId);
    if (before !== undefined) scope.change(keyVersions, before, { state });
    else {
      const header = scope.header("cckm:externalcm-key-version", `${name}-v${version}-`);
      scope.put(keyVersions, { ...header, name, keyId, version, state, hidden: { key: id } });
    }
  }
}
