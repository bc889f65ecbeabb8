import { type JsonObject, own } from "../../../core/fields";
import { badRequest, conflict, type ServiceError } from "../../../core/errors";
import type { Stored } from "../../../core/record";
import { defineKind } from "../../../core/store";

/** A key vault or a managed HSM as it exists in Azure. Its id is its resource id, in lower case. */
export interface CloudVault extends Stored {
  readonly name: string;
  readonly resourceId: string;
  readonly subscriptionId: string;
  readonly tenantId: string;
  readonly cloudName: string;
  readonly managedHsm: boolean;
  readonly location: string;
  readonly sku: "standard" | "premium";
  readonly tags: Readonly<Record<string, string>>;
  readonly softDelete: boolean;
  readonly purgeProtection: boolean;
  readonly retentionDays: number;
  readonly rbac: boolean;
  /** Seconds that Azure needs to finish a soft delete, during which the object refuses everything. */
  readonly deleteSeconds: number;
  /** Seconds after a change of an object during which Azure refuses the next one. */
  readonly busySeconds: number;
  /** Seconds that a synchronization takes, when not the usual time. */
  readonly syncSeconds?: number;
}

export const cloudVaults = defineKind<CloudVault>("azure-cloud-vaults", {
  name: (vault) => vault.name,
  subscriptionId: (vault) => vault.subscriptionId,
});

const vaultType = "Microsoft.KeyVault/vaults";
export const hsmType = "Microsoft.KeyVault/managedHSMs";
export const typeOf = ({ managedHsm }: CloudVault): string => (managedHsm ? hsmType : vaultType);

const suffixes: Readonly<Record<string, string>> = {
  AzureCloud: "azure.net",
  AzureChinaCloud: "azure.cn",
  AzureUSGovernment: "usgovcloudapi.net",
  AzureGermanCloud: "microsoftazure.de",
  AzureStack: "azurestack.example",
};

export function uriOf({ name, managedHsm, cloudName }: CloudVault): string {
  return `https://${name}.${managedHsm ? "managedhsm" : "vault"}.${own(suffixes, cloudName) ?? "azure.net"}/`;
}

/** What deleting an object of that vault means, in Azure's words. */
export function recoveryLevel({ softDelete, purgeProtection }: CloudVault): string {
  if (!softDelete) return "Purgeable";
  return purgeProtection ? "Recoverable" : "Recoverable+Purgeable";
}

/** The vault as Azure's resource manager shows it, and as add-vaults wants it back. */
export function vaultData(vault: CloudVault): JsonObject {
  return {
    name: vault.name,
    azure_vault_id: vault.resourceId,
    type: typeOf(vault),
    location: vault.location,
    tags: vault.tags,
    properties: {
      tenantId: vault.tenantId,
      sku: { family: vault.managedHsm ? "B" : "A", name: vault.sku },
      vaultUri: uriOf(vault),
      enabledForDeployment: false,
      enabledForDiskEncryption: false,
      enabledForTemplateDeployment: false,
      enableSoftDelete: vault.softDelete,
      createMode: "CreateModeDefault",
      enablePurgeProtection: vault.purgeProtection,
      softDeleteRetentionInDays: vault.retentionDays,
      enableRbacAuthorization: vault.rbac,
    },
  };
}

/** A refusal by Azure, passed on by the service with Azure's code in the text. */
export const azureError = (code: string, text: string): ServiceError => badRequest(`${code}: ${text}`);
/** What Azure refuses because of the state that something is in. */
export const azureConflict = (code: string, text: string): ServiceError => conflict(`${code}: ${text}`);
