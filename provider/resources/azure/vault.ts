import * as z from "zod";
import { segment, type Wire } from "../../api/client";
import { defineResource, type Failure } from "../../engine/definition";
import { ResourceError } from "../../engine/failure";
import { pick } from "../../engine/wire";
import { azureConnection } from "./connection";
import { offeredVaults } from "./discovery";

export const azureVaults = "/cckm/azure/vaults";

/** A key vault or managed HSM whose keys, secrets and certificates the service manages. It waits until its connection is `ready`. Destroying it removes it from the service only: everything in Azure stays as it is. */
export const azureVault = defineResource({
  type: "AzureVault",
  path: azureVaults,
  feature: "CCKM",
  inputs: {
    /** Id of the `AzureConnection` to reach the vault through; it must be, or become, `ready`. Changes in place. */
    connection: z.string().min(1),
    /** Id of the Azure subscription that holds the vault. A change replaces the container. */
    subscriptionId: z.string().min(1),
    /** Name of the vault in Azure. A change replaces the container and, with it, what is declared in it. */
    vault: z.string().min(1),
    /** Kind of vault: `Microsoft.KeyVault/vaults` or `Microsoft.KeyVault/managedHSMs`. Default `Microsoft.KeyVault/vaults`. A change replaces the container. */
    type: z.enum(["Microsoft.KeyVault/vaults", "Microsoft.KeyVault/managedHSMs"]).default("Microsoft.KeyVault/vaults"),
    /** How many point-in-time backups of each key the service keeps. Default: the service's choice. Changes in place. */
    cloudKeyBackupLimit: z.number().int().min(0).optional(),
    /** Id of a `RotationSchedule` that rotates every key of the vault that has no schedule of its own. Changes in place. Default: none. */
    rotationSchedule: z.string().min(1).optional(),
    /** True to let that schedule go before the schedules of single keys. Default false. Changes in place. */
    overrideKeyScheduler: z.boolean().default(false),
  },
  outputs: {
    /** The service's name of the container: `<name in Azure>::<subscription id>`. */
    name: z.string().optional(),
    /** Id of the vault in Azure. */
    azureVaultId: z.string().optional(),
    /** Azure region. */
    location: z.string().optional(),
    /** URL of the vault in Azure. */
    vaultUri: z.string().optional(),
    /** Tier of the vault: `standard` or `premium`; only the latter takes HSM keys. */
    sku: z.string().optional(),
    /** Azure cloud of the vault. */
    cloudName: z.string().optional(),
    /** Name of the subscription. */
    subscriptionName: z.string().optional(),
    /** False when what is deleted in the vault is lost at once. */
    softDeleteEnabled: z.boolean().default(false),
    /** True when nothing in the vault can be purged before its retention ends. */
    purgeProtectionEnabled: z.boolean().default(false),
    /** Tags of the vault in Azure, as of the last refresh. */
    tags: z.record(z.string(), z.string()).default({}),
  },
  label: ({ vault }) => vault as string | undefined,
  unique: [["subscriptionId", "vault", "type"]],
  immutable: ["subscriptionId", "vault", "type"],
  computed: ["cloudKeyBackupLimit"],
  needs: { connection: azureConnection },
  filters: ["id", "name", "azureName", "connection", "cloudName", "location", "subscriptionId", "type"],
  wire: {
    vault: { to: false, from: "azure_name" },
    type: { to: false, from: "type" },
    // Labels hold texts only; that they carry the vault's schedule as they do a key's is our reading.
    rotationSchedule: { to: false, from: "labels.job_config_id" },
    overrideKeyScheduler: {
      to: false,
      from: "labels.override_key_scheduler",
      decode: (text: string | boolean) => String(text) === "true",
    },
    vaultUri: { from: "properties.vaultUri" },
    sku: { from: (answer) => lower(pick(answer, "properties.sku.name")) },
    softDeleteEnabled: { from: "properties.enableSoftDelete" },
    purgeProtectionEnabled: { from: "properties.enablePurgeProtection" },
  },
  actions: [
    {
      // The service wants the connection in every change.
      inputs: ["connection", "cloudKeyBackupLimit"],
      run: ({ api, inputs: { connection, cloudKeyBackupLimit } }, { id }) =>
        api.patch(`${azureVaults}/${segment(id)}`, { connection, cloud_key_backup_limit: cloudKeyBackupLimit }),
    },
    {
      inputs: ["rotationSchedule", "overrideKeyScheduler"],
      run({ api, inputs: { rotationSchedule, overrideKeyScheduler } }, { id }) {
        const at = `${azureVaults}/${segment(id)}`;
        const body = { job_config_id: rotationSchedule, override_key_scheduler: overrideKeyScheduler };
        if (rotationSchedule) return api.post(`${at}/enable-rotation-job`, body, { repeatable: true });
        return api.post(`${at}/disable-rotation-job`, undefined, { repeatable: true });
      },
    },
  ],
  hooks: {
    check({ rotationSchedule, overrideKeyScheduler }): Failure[] {
      if (!overrideKeyScheduler || rotationSchedule !== undefined) return [];
      return [{ property: "overrideKeyScheduler", reason: "has no meaning without rotationSchedule" }];
    },
    async create({ api, inputs, label }) {
      const { connection, subscriptionId, vault, type, cloudKeyBackupLimit } = inputs;
      const offered = await offeredVaults(api, { connection, subscriptionId, type });
      const data = offered.find(({ name }) => name === vault);
      if (!data) {
        const names = offered.map(({ name }) => String(name)).join(", ") || "none";
        throw new ResourceError(
          `creating ${label} failed: through this connection, the subscription ${subscriptionId} offers no ${type} ` +
            `of that name. It offers: ${names}. Correct the argument vault, or make the vault in Azure first.`,
        );
      }
      const body = {
        connection,
        subscription_id: subscriptionId,
        vaults: [data],
        cloud_key_backup_limit: cloudKeyBackupLimit,
      };
      const answer = await api.post("/cckm/azure/add-vaults", body);
      return added(answer) ?? (await existing(api.list, inputs))[0] ?? answer;
    },
    find: ({ api, inputs }) => existing(api.list, inputs),
    async remove({ api }, id) {
      await api.post(`${azureVaults}/${segment(id)}/remove-vault`, undefined, { repeatable: true });
    },
  },
});

function lower(text: unknown): string | undefined {
  return typeof text === "string" ? text.toLowerCase() : undefined;
}

/** The answer to add-vaults is a list of vaults, as far as is known; a single vault is understood too. */
function added(answer: Wire): Wire | undefined {
  const [first] = (answer.vaults ?? []) as Wire[];
  return first ?? (typeof answer.id === "string" ? answer : undefined);
}

async function existing(
  list: (path: string, query: Record<string, string>) => Promise<Wire[]>,
  { subscriptionId, vault, type }: { subscriptionId: string; vault: string; type: string },
): Promise<Wire[]> {
  const found = await list(azureVaults, { subscription_id: subscriptionId, azure_name: vault });
  return found.filter((one) => one.azure_name === vault && one.subscription_id === subscriptionId && one.type === type);
}
