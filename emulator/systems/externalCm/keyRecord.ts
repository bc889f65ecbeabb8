import { addresses, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { recordedKeys, type ContainerOf, type KeyRecord } from "../../shared/cloud";
import { externalDomains } from "./domains";
import { remoteKeys, type RemoteKey } from "./manager";

/** One version of such a key. */
export interface ExternalVersion extends Header {
  readonly cm_key_params: {
    readonly key_name: string;
    readonly key_id: string;
    readonly version: number;
    readonly key_state: string;
  };
  readonly hidden: { readonly key: string };
}

export const keyVersions = defineKind<ExternalVersion>("external-cm-key-versions", {
  key: (version) => version.hidden.key,
  key_id: (version) => version.cm_key_params.key_id,
});

const pairs = ["RSA", "EC"];

/**
 * What the service knows of a key in another manager, as of the last action on it or refresh; one
 * record for all versions.
 */
export const externalKeys = recordedKeys({
  offered: externalDomains,
  remote: remoteKeys,
  container: "domain_id",
  tail: () => "",
  begin: ({ id }: ContainerOf<typeof externalDomains>, remote: RemoteKey) => ({
    domain_id: id,
    hidden: { remote: remote.id },
  }),
  // Version, state and key id are those of the newest version.
  describe: (key: RemoteKey) => {
    const newest = key.versions.at(-1);
    return {
      cm_key_params: {
        key_name: key.name,
        key_id: newest?.id ?? "",
        key_state: newest?.state ?? "Destroyed",
        version: newest?.version ?? 0,
        object_type: pairs.includes(key.algorithm) ? "Private Key" : "Symmetric Key",
        algorithm: key.algorithm,
        key_size: key.size,
        curve_id: key.curveId,
        key_usage_mask: key.usageMask,
        description: key.description,
        labels: key.labels,
        meta: key.meta,
        undeletable: key.undeletable,
        unexportable: key.unexportable,
        never_exported: true,
        never_exportable: key.unexportable,
      },
    };
  },
  address: ({ cm_key_params: { key_name, key_id }, uri }) => [key_name, key_id, ...addresses({ uri })],
  remoteId: ({ hidden }) => hidden.remote,
  versions: { kind: keyVersions, of: "key", record: recordVersions },
});
export type ExternalKey = KeyRecord<typeof externalKeys>;

function recordVersions(scope: Scope, { id }: Header, { name: key_name, versions }: RemoteKey): void {
  const known = new Map(scope.by(keyVersions, "key", id).map((one) => [one.cm_key_params.key_id, one]));
  for (const { id: key_id, version, state: key_state } of versions) {
    const cm_key_params = { key_name, key_id, version, key_state };
    const before = known.get(key_id);
    if (before !== undefined) scope.change(keyVersions, before, { cm_key_params });
    else scope.put(keyVersions, { ...scope.header("cckm:external-cm-key"), cm_key_params, hidden: { key: id } });
  }
}
