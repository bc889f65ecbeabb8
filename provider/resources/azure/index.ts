import { ifFound } from "../../api/errors";
import { defineSystem, usualSources } from "../system";
import { azureCertificate } from "./certificate";
import { azureConnection } from "./connection";
import { azureKey } from "./key";
import { azureKeyBackupSchedule } from "./keyBackupSchedule";
import { azureCertificates, azureKeys, azureSecrets, currentObject, itemOf } from "./objectRecord";
import { azureSecret } from "./secret";
import { vaultActions } from "./acls";
import { azureVault } from "./vault";
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
    scheduled: "key_vaults",
    keyBackup: true,
    items: {
      keys: {
        jobs: "/cckm/azure/synchronization-jobs",
        scheduledAs: "key",
        list: azureKeys.path,
        of: "key_vault_id",
      },
      secrets: {
        jobs: "/cckm/azure/secrets/synchronization-jobs",
        scheduledAs: "secret",
        list: azureSecrets.path,
        of: "key_vault_id",
      },
      certificates: {
        jobs: "/cckm/azure/certificates/synchronization-jobs",
        scheduledAs: "certificate",
        list: azureCertificates.path,
        of: "key_vault_id",
      },
    },
  },
  report: {
    path: "/cckm/azure/reports",
    types: ["key-report", "service-report", "key-aging"],
    logs: "workspaceId",
    // How an entry names its vault is inferred: the public samples show the workspace only.
    scope: ({ containers, workspaceId }) => ({
      log_analytic_params: containers.map((vault) => ({ key_vault: vault, workspace_id: workspaceId })),
    }),
  },
  rotation: azureRotation,
  rotatable: {
    AzureKey: {
      find: (api, id) => ifFound(currentObject(api, azureKeys, id, {})),
      path: (record) => itemOf(azureKeys, record),
      enable: "enable-rotation-job",
      disable: "disable-rotation-job",
      identifier: { output: "kid", label: "Key identifier" },
      sources: usualSources,
      parameters: [
        "keySource",
        "keyType",
        "keySize",
        "ecName",
        "enableKey",
        "releasePolicy",
        "domain",
        "partition",
        "externalCmDomain",
      ],
    },
  },
  unrotatable: {
    AzureSecret: "the service's scheduler rotates keys only: give the secret a new value where it is made",
    AzureCertificate: "Azure renews certificates by their policy: set its lifetime actions",
  },
});
