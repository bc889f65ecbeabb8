import type { Api, Wire } from "../api/client";
import { hsmType, offeredVaults } from "../resources/azure/offered";
import { lookUp } from "./lookUp";

/** What an Azure connection can see before anything is added. Nothing is stored. */

/** Arguments of `getAzureSubscriptions`. */
export interface GetAzureSubscriptionsArgs {
  /** Id or name of the `AzureConnection`. */
  connection: string;
}

/** An Azure subscription. */
export interface FoundAzureSubscription {
  /** Id of the subscription, a UUID. */
  subscriptionId: string;
  /** Name that people gave it. */
  displayName: string;
  /** State in Azure, such as `Enabled`. */
  state: string;
  /** Id of its tenant. */
  tenantId: string;
}

/** The subscriptions that a connection can see. */
export async function azureSubscriptions(
  api: Api,
  { connection }: GetAzureSubscriptionsArgs,
): Promise<FoundAzureSubscription[]> {
  // The response is a bare list; a list under a name is accepted too.
  const found = await lookUp(api, "/cckm/azure/get-subscriptions", { connection }, "subscriptions");
  return found.map(({ subscriptionId, displayName, state, tenantId }) => ({
    subscriptionId: String(subscriptionId),
    displayName: String(displayName),
    state: String(state),
    tenantId: String(tenantId),
  }));
}

/** Arguments of `getAzureVaults` and `getAzureManagedHsms`. */
export interface GetAzureVaultsArgs {
  /** Id or name of the `AzureConnection`. */
  connection: string;
  /** Id of the Azure subscription. */
  subscriptionId: string;
}

/** A key vault or managed HSM in Azure, whether or not the service manages it. */
export interface FoundAzureVault {
  /** Name in Azure: what `AzureVault` takes as `vault`. */
  name: string;
  /** Kind of vault: what `AzureVault` takes as `type`. */
  type: string;
  /** Id in Azure. */
  azureVaultId: string;
  /** Azure region. */
  location: string;
  /** Tags in Azure, a map of strings. */
  tags: Record<string, string>;
  /** URL of the vault. */
  vaultUri: string;
  /** Tier: `standard` or `premium`. */
  sku: string;
  /** False when what is deleted in the vault is lost at once. */
  softDeleteEnabled: boolean;
  /** True when nothing in it can be purged before its retention ends. */
  purgeProtectionEnabled: boolean;
}

/** The key vaults of a subscription that a connection can see. */
export async function offeredAzureVaults(api: Api, args: GetAzureVaultsArgs): Promise<FoundAzureVault[]> {
  return (await offeredVaults(api, { ...args, type: "Microsoft.KeyVault/vaults" })).map(offered);
}

/** The managed HSMs of a subscription that a connection can see. */
export async function offeredAzureManagedHsms(api: Api, args: GetAzureVaultsArgs): Promise<FoundAzureVault[]> {
  return (await offeredVaults(api, { ...args, type: hsmType })).map(offered);
}

function offered(data: Wire): FoundAzureVault {
  const properties = (data.properties ?? {}) as Wire;
  const sku = (properties.sku ?? {}) as { name?: string };
  return {
    name: String(data.name),
    type: String(data.type),
    azureVaultId: String(data.azure_vault_id),
    location: String(data.location),
    tags: (data.tags ?? {}) as Record<string, string>,
    vaultUri: String(properties.vaultUri),
    sku: (sku.name ?? "").toLowerCase(),
    softDeleteEnabled: properties.enableSoftDelete === true,
    purgeProtectionEnabled: properties.enablePurgeProtection === true,
  };
}
