import { rotates } from "../binding";
import { defineSystem, inContainers } from "../system";
import { ociCompartment } from "./compartment";
import { ociConnection } from "./connection";
import { ociExternalKey } from "./externalKey";
import { externalVaultActions, ociExternalVault } from "./externalVault";
import { ociIssuer } from "./issuer";
import { ociKey } from "./key";
import { keyRecord } from "./keyRecord";
import { ociKeyVersion } from "./keyVersion";
import { ociTenancy } from "./tenancy";
import { ociVault, vaultActions } from "./vault";
import { ociOnDemand, ociUpload } from "./onDemand";
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
  acls: {
    OciVault: { actions: vaultActions },
    OciExternalVault: { actions: [...vaultActions, ...externalVaultActions] },
  },
  refresh: {
    containers: "vaults",
    scheduled: "oci_vaults",
    items: { keys: inContainers(ociKey) },
  },
  report: {
    types: ["key-report", "key-rotation", "key-aging"],
    scope: ({ containers }) => ({ oci_params: [{ vaults: containers }] }),
  },
  kinds: {
    OciKey: {
      algorithm: ["algorithm"],
      bytes: ["length"],
      curve: ["curveId"],
      tags: ["freeformTags"],
      usual: ["AES256", "RSA2048", "ECDSA_P256"],
      copies: ociUpload.by,
    },
    OciExternalKey: { always: "AES256" },
  },
  rotation: ociRotation,
  onDemand: {
    OciKey: ociOnDemand,
    OciExternalKey: "its material is that of another key: declare an OciKeyVersion with a new sourceKeyIdentifier",
  },
  rotatable: {
    OciKey: rotates(ociKey, {
      identifier: { output: "keyId", label: "OCID" },
      upload: ociUpload,
      find: keyRecord,
      source: "native",
    }),
  },
  unrotatable: {
    OciKeyVersion: "a version stays as it is: rotate its OciKey, which gets a new one",
    OciExternalKey:
      "its material stays in the service, whose scheduler rotates keys that Oracle Cloud holds: add a version to it in the service",
  },
});
