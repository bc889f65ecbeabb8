import { ifFound } from "../../api/errors";
import { rotates } from "../binding";
import { defineSystem, inContainers } from "../system";
import { azureCertificate } from "./certificate";
import { azureConnection } from "./connection";
import { azureKey } from "./key";
import { azureKeyBackupSchedule } from "./keyBackupSchedule";
import { azureKeys, currentObject } from "./objectRecord";
import { azureSecret } from "./secret";
import { vaultActions } from "./acls";
import { azureVault } from "./vault";
import { azureOnDemand, azureUpload } from "./onDemand";
import { azureRotation } from "./rotation";

export const azure = defineSystem({
  name: "azure",
  title: "Azure",
  definitions: [azureConnection, azureVault, azureKey, azureSecret, azureCertificate, azureKeyBackupSchedule],
  cloudName: "AzureCloud",
  acls: { AzureVault: { actions: vaultActions } },
  discovers: true,
  refresh: {
    containers: "key_vaults",
    keyBackup: true,
    items: {
      keys: inContainers(azureKey, "/cckm/azure/synchronization-jobs", "key"),
      secrets: inContainers(azureSecret, "/cckm/azure/secrets/synchronization-jobs", "secret"),
      certificates: inContainers(azureCertificate, "/cckm/azure/certificates/synchronization-jobs", "certificate"),
    },
  },
  report: {
    types: ["key-report", "service-report", "key-aging"],
    logs: "workspaceId",
    // How an entry names its vault is inferred: the public samples show the workspace only.
    scope: ({ containers, workspaceId }) => ({
      log_analytic_params: containers.map((vault) => ({ key_vault: vault, workspace_id: workspaceId })),
    }),
  },
  kinds: {
    AzureKey: {
      algorithm: ["currentKty", "kty"],
      size: ["currentKeySize", "keySize"],
      curve: ["currentCrv", "crv"],
      purpose: ["keyOps"],
      tags: ["tags"],
      usual: ["RSA_2048", "EC_P256"],
      copies: azureUpload.by,
    },
  },
  rotation: azureRotation,
  onDemand: { AzureKey: azureOnDemand },
  rotatable: {
    AzureKey: rotates(azureKey, {
      identifier: { output: "kid", label: "Key identifier" },
      upload: azureUpload,
      find: (api, id) => ifFound(currentObject(api, azureKeys, id, {})),
      job: "rotation-job",
      parameters: ["keyType", "keySize", "ecName", "enableKey", "releasePolicy"],
    }),
  },
  unrotatable: {
    AzureSecret: "the service's scheduler rotates keys only: give the secret a new value where it is made",
    AzureCertificate: "Azure renews certificates by their policy: set its lifetime actions",
  },
});
