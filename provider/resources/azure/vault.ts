import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, ref } from "../../lifecycle/vocabulary/field";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { pick } from "../../lifecycle/values/wire";
import { azureConnection } from "./connection";
import { anyCase } from "../names";
import { offeredVaults } from "./offered";

const azureVaults = "/cckm/azure/vaults";

/**
 * A key vault or managed HSM whose keys, secrets and certificates the service manages. It waits
 * until its connection is `ready`. Destroying it removes it from the service only: everything in
 * Azure stays as it is.
 */
export const azureVault = defineResource({
  type: "AzureVault",
  role: "container",
  path: azureVaults,
  inputs: {
    /** Id of the `AzureConnection` to reach the vault through; it must be, or become, `ready`. */
    connection: ref(azureConnection, { holds: true }),
    /** Id of the Azure subscription that holds the vault. */
    subscriptionId: field(z.string().min(1), { change: "replace" }),
    /** Name of the vault in Azure. */
    vault: field(z.string().min(1), { change: "replace", as: anyCase, wire: { to: false, from: "azure_name" } }),
    /** Kind of vault: `Microsoft.KeyVault/vaults` or `Microsoft.KeyVault/managedHSMs`. */
    type: field(
      z.enum(["Microsoft.KeyVault/vaults", "Microsoft.KeyVault/managedHSMs"]).default("Microsoft.KeyVault/vaults"),
      { change: "replace", wire: { to: false, from: "type" } },
    ),
    /** How many point-in-time backups of each key the service keeps. */
    cloudKeyBackupLimit: field(z.number().int().min(0).optional(), { absent: "theirs" }),
    /**
     * Id of a `RotationSchedule` that rotates every key of the vault that has no schedule of its
     * own.
     */
    rotationSchedule: field(z.string().min(1).optional(), { wire: { to: false, from: "labels.job_config_id" } }),
    /** True to let that schedule take precedence over the schedules of single keys. */
    overrideKeyScheduler: field(z.boolean().default(false), {
      wire: {
        to: false,
        from: "labels.override_key_scheduler",
        decode: (text: string | boolean) => String(text) === "true",
      },
    }),
  },
  outputs: {
    /** The service's name of the container: `<name in Azure>::<subscription id>`. */
    name: z.string().optional(),
    /** Id of the vault in Azure. */
    azureVaultId: z.string().optional(),
    /** Azure region. */
    location: z.string().optional(),
    /** URL of the vault in Azure. */
    vaultUri: field(z.string().optional(), { wire: { from: "properties.vaultUri" } }),
    /** Tier of the vault: `standard` or `premium`; only the latter takes HSM keys. */
    sku: field(z.string().optional(), { wire: { from: (response) => lower(pick(response, "properties.sku.name")) } }),
    /** Azure cloud of the vault. */
    cloudName: z.string().optional(),
    /** Name of the subscription. */
    subscriptionName: z.string().optional(),
    /** False when what is deleted in the vault is lost at once. */
    softDeleteEnabled: field(z.boolean().default(false), { wire: { from: "properties.enableSoftDelete" } }),
    /** True when nothing in the vault can be purged before its retention ends. */
    purgeProtectionEnabled: field(z.boolean().default(false), { wire: { from: "properties.enablePurgeProtection" } }),
    /** Tags of the vault in Azure, as of the last refresh. */
    tags: z.record(z.string(), z.string()).default({}),
  },
  label: ({ vault }) => vault as string | undefined,
  unique: [["subscriptionId", "vault", "type"]],
  filters: ["id", "name", "cloudName", "location", "subscriptionId", "subscriptionName", "jobConfigId", "type"],
  actions: [
    {
      // The service requires the connection in every change.
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
  rules: [{ unless: "rotationSchedule", excludes: ["overrideKeyScheduler"] }],
  hooks: {
    async create({ api, inputs, label }) {
      const { connection, subscriptionId, vault, type, cloudKeyBackupLimit } = inputs;
      const offered = await offeredVaults(api, { connection, subscriptionId, type });
      const data = offered.find(({ name }) => anyCase(String(name)) === anyCase(vault));
      if (!data) {
        const names = offered.map(({ name }) => String(name)).join(", ") || "none";
        throw new ResourceError(
          `creating ${label} failed: through this connection, the subscription ${subscriptionId} has no ${type} ` +
            `of that name. It has: ${names}. Correct the argument vault, or create the vault in Azure first.`,
        );
      }
      const body = {
        connection,
        subscription_id: subscriptionId,
        vaults: [data],
        cloud_key_backup_limit: cloudKeyBackupLimit,
      };
      const response = await api.post("/cckm/azure/add-vaults", body);
      return added(response) ?? (await existing(api, inputs))[0] ?? response;
    },
    find: ({ api, inputs }) => existing(api, inputs),
    async remove({ api }, id) {
      await api.post(`${azureVaults}/${segment(id)}/remove-vault`, undefined, { repeatable: true });
    },
  },
});

function lower(text: unknown): string | undefined {
  return typeof text === "string" ? text.toLowerCase() : undefined;
}

/** add-vaults returns a list of vaults, as far as is known; a single vault is accepted too. */
function added(response: Wire): Wire | undefined {
  const [first] = (response.vaults ?? []) as Wire[];
  return first ?? (typeof response.id === "string" ? response : undefined);
}

async function existing(
  api: Api,
  { subscriptionId, vault, type }: { subscriptionId: string; vault: string; type: string },
): Promise<Wire[]> {
  const found = await api.list(azureVaults, { subscription_id: subscriptionId });
  const isNamed = (one: Wire) => anyCase(String(one.azure_name)) === anyCase(vault);
  return found.filter((one) => isNamed(one) && one.subscription_id === subscriptionId && one.type === type);
}
