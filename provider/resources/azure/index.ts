import { isKind } from "../../api/errors";
import type { System } from "../system";
import { azureCertificate } from "./certificate";
import { azureConnection } from "./connection";
import { azureKey } from "./key";
import { azureKeyBackupSchedule } from "./keyBackupSchedule";
import { azureCertificates, azureKeys, azureSecrets, currentObject, itemOf } from "./objectRecord";
import { azureSecret } from "./secret";
import { azureVault } from "./vault";
import { azureRotation } from "./rotation";

export const azure: System = {
  name: "azure",
  title: "Azure",
  definitions: [azureConnection, azureVault, azureKey, azureSecret, azureCertificate, azureKeyBackupSchedule],
  cloudName: "AzureCloud",
  refresh: {
    containers: "key_vaults",
    scheduled: "key_vaults",
    items: {
      keys: { jobs: "/cckm/azure/synchronization-jobs", list: azureKeys.path, of: "key_vault_id" },
      secrets: { jobs: "/cckm/azure/secrets/synchronization-jobs", list: azureSecrets.path, of: "key_vault_id" },
      certificates: {
        jobs: "/cckm/azure/certificates/synchronization-jobs",
        list: azureCertificates.path,
        of: "key_vault_id",
      },
    },
  },
  report: {
    path: "/cckm/azure/reports",
    types: ["key-report", "service-report", "key-aging"],
    // How an entry names its vault is inferred: the public samples show the workspace only.
    scope: ({ containers, workspaceId }) => ({
      log_analytic_params: containers.map((vault) => ({ key_vault: vault, workspace_id: workspaceId })),
    }),
  },
  rotation: azureRotation,
  rotatable: {
    AzureKey: {
      async find(api, id) {
        try {
          return await currentObject(api, azureKeys, id, {});
        } catch (error) {
          if (isKind(error, "notFound")) return undefined;
          throw error;
        }
      },
      path: (record) => itemOf(azureKeys, record),
      enable: "enable-rotation-job",
      disable: "disable-rotation-job",
      parameters: ["keySource", "keyType", "keySize", "ecName", "enableKey", "domain", "partition", "externalCmDomain"],
    },
  },
};
