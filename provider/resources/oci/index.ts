import { segment } from "../../api/client";
import { idIn } from "../../api/responses";
import { defineSystem, usualSources } from "../system";
import { ociCompartment } from "./compartment";
import { ociConnection } from "./connection";
import { ociExternalKey } from "./externalKey";
import { externalVaultActions, ociExternalVault } from "./externalVault";
import { ociIssuer } from "./issuer";
import { ociKey } from "./key";
import { keyRecord, ociKeys } from "./keyRecord";
import { ociKeyVersion } from "./keyVersion";
import { ociTenancy } from "./tenancy";
import { ociVault, vaultActions } from "./vault";
import { ociRotation } from "./rotation";

export const oci = defineSystem({
  name: "oci",
  title: "OCI",
  definitions: [
    ociConnection,
    ociTenancy,
    ociCompartment,
    ociVault,
    ociKey,
    ociKeyVersion,
    ociIssuer,
    ociExternalVault,
    ociExternalKey,
  ],
  cloudName: "oci",
  acls: {
    OciVault: { actions: vaultActions },
    OciExternalVault: { actions: [...vaultActions, ...externalVaultActions] },
  },
  refresh: {
    containers: "vaults",
    scheduled: "oci_vaults",
    items: { keys: { jobs: "/cckm/oci/synchronization-jobs", list: ociKeys, of: "cckm_vault_id" } },
  },
  report: {
    path: "/cckm/oci/reports",
    types: ["key-report", "key-rotation", "key-aging"],
    scope: ({ containers }) => ({ oci_params: [{ vaults: containers }] }),
  },
  rotation: ociRotation,
  rotatable: {
    OciKey: {
      find: keyRecord,
      path: (record) => `${ociKeys}/${segment(idIn(record))}`,
      enable: "enable-auto-rotation",
      disable: "disable-auto-rotation",
      identifier: { output: "keyId", label: "OCID" },
      sources: usualSources,
      parameters: ["keySource", "domain", "partition", "externalCmDomain"],
      // The service insists on a source; material that Oracle Cloud makes needs nothing else.
      async bind(api, record, body) {
        const path = `${ociKeys}/${segment(idIn(record))}`;
        if (!body) return api.post(`${path}/disable-auto-rotation`, undefined, { repeatable: true });
        const bound = { auto_rotate_key_source: "native", ...body };
        return api.post(`${path}/enable-auto-rotation`, bound, { repeatable: true });
      },
    },
  },
  unrotatable: {
    OciKeyVersion: "a version stays as it is: rotate its OciKey, which gets a new one",
    OciExternalKey:
      "its material stays in the service, whose scheduler rotates keys that Oracle Cloud holds: add a version to it in the service",
  },
});
