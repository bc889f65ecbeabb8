import { body, json, objects, text, type Body } from "../../core/body";
import { collection } from "../../core/collection";
import { created, shown } from "../../core/response";
import { conflict, invalid } from "../../core/errors";
import { addresses, outside, type Call, type Header, type Scope, type Operations } from "../../core/scope";
import { defineKind } from "../../core/store";
import { containers } from "../../shared/containers";
import { azureActions } from "../../shared/permissions";
import { readyConnection } from "../../shared/containerConnection";
import { containerDiscovery } from "../../shared/discovery";
import type { Connection } from "../../shared/connections";
import { findJobConfig } from "../scheduler/configs";
import { subscriptions, type Subscription } from "./cloud/directory";
import { cloudVaults, hsmType, typeOf, vaultData, type CloudVault } from "./cloud/vault";
import { vaultsOf, visibleSubscription } from "./lookups";
import { backups, contents } from "./objects/backupRecord";
import { families, recordsIn } from "./objects/record";
import { changeable, openDirectory, vaults, vaultView, type Vault } from "./vaultRecord";

/** A subscription that the service knows because one of its vaults was added. */
interface KnownSubscription extends Header {
  readonly subscription: Subscription;
}

const known = defineKind<KnownSubscription>("azure-subscriptions", {
  address: addresses,
  subscriptionId: (one) => one.subscription.subscriptionId,
});

/** Unlike the rest of the service's clouds, these records spell their dates with an underscore. */
function subscriptionView({ subscription, createdAt, updatedAt, ...header }: KnownSubscription): object {
  const { subscriptionId, displayName, state, tenantId } = subscription;
  return {
    ...shown(header),
    created_at: createdAt,
    updated_at: updatedAt,
    subscriptionId,
    subscriptionUri: `/subscriptions/${subscriptionId}`,
    displayName,
    state,
    authorizationSource: "RoleBased",
    tenantId,
  };
}

function addVaults(call: Call): object {
  const connection = readyConnection(call, "azure", "Azure");
  openDirectory(call, connection);
  const subscription = visibleSubscription(call);
  const offered = vaultsOf(call, subscription);
  const settings = changeable(call.body);
  const { vaults: wanted } = newVaults(call.body);
  if (wanted.length === 0) call.body.missing("vaults");
  const added = wanted.map((entry) => {
    const cloud = choose(entry, offered);
    const holder = call.by(vaults, "cloudVault", cloud.id)[0];
    if (holder !== undefined) throw conflict(`vault ${cloud.name} has been added already, as ${holder.name}`);
    return call.put(vaults, { ...recordVault(call, connection, subscription, cloud), ...settings });
  });
  return created({ vaults: added.map((vault) => vaultView(vault, call)) });
}

/**
 * An entry is what get-vaults or get-managed-hsms gave; the name, the id and the type must be
 * there.
 */
const entry = body({
  azure_vault_id: text.required,
  name: text.required,
  type: text.required,
  properties: json.required,
});
const newVaults = body({ vaults: objects(entry).required });

function choose({ azure_vault_id, name, type }: Body<typeof entry>, offered: readonly CloudVault[]): CloudVault {
  const id = azure_vault_id.toLowerCase();
  const found = offered.find((vault) => vault.id === id && vault.name === name && typeOf(vault) === type);
  if (found === undefined) throw invalid(`vaults: the subscription has no ${type} called ${name}`);
  return found;
}

/** Makes the container of a vault that nobody has added yet. */
function recordVault(scope: Scope, connection: Connection, subscription: Subscription, cloud: CloudVault): Vault {
  const data = vaultData(cloud);
  const vault = scope.put(vaults, {
    ...scope.header("cckm:azure-vault"),
    name: `${cloud.name}::${cloud.subscriptionId}`,
    azure_name: cloud.name,
    azure_vault_id: cloud.resourceId,
    cloud_name: cloud.cloudName,
    location: cloud.location,
    subscription_id: cloud.subscriptionId,
    subscription_name: subscription.displayName,
    type: typeOf(cloud),
    properties: data["properties"] as Vault["properties"],
    tags: cloud.tags,
    labels: {},
    acls: [],
    synced_at: "0001-01-01T00:00:00Z",
    hidden: { connection: connection.id, cloudVault: cloud.id },
  });
  if (scope.by(known, "subscriptionId", subscription.subscriptionId).length === 0) {
    scope.put(known, { ...scope.header("cckm:azure-subscription"), subscription });
  }
  return vault;
}

/** Vaults of every subscription that a connection sees are added on a schedule. */
export const azureDiscovery = containerDiscovery({
  cloudName: "AzureCloud",
  service: "azure",
  look: (scope, connection, _params, acls) => {
    const { tenantId } = openDirectory(scope, connection);
    const cloud = scope.in(outside);
    return cloud.by(subscriptions, "tenantId", tenantId).flatMap((subscription) =>
      cloud.by(cloudVaults, "subscriptionId", subscription.subscriptionId).map((vault) => ({
        name: vault.name,
        known: scope.by(vaults, "cloudVault", vault.id).length > 0,
        add: () => scope.put(vaults, { ...recordVault(scope, connection, subscription, vault), acls }),
      })),
    );
  },
});

function changeVault(call: Call, vault: Vault): Partial<Vault> {
  const connection = readyConnection(call, "azure", "Azure");
  openDirectory(call, connection);
  return { ...changeable(call.body, vault), hidden: { ...vault.hidden, connection: connection.id } };
}

/** Drops what the service knows of the vault's content; Azure keeps everything. */
function forget(call: Call, vault: Vault): void {
  for (const family of families) for (const record of recordsIn(call, vault, family)) call.remove(family.kind, record);
  for (const backup of call.by(backups, "vault", vault.id)) call.remove(backups, backup);
  for (const content of call.by(contents, "vault", vault.id)) call.remove(contents, content);
}

function enableRotation(call: Call): Partial<Vault> {
  const config = findJobConfig(call, call.body.requiredText("job_config_id"), "cckm_key_rotation", "AzureCloud");
  const override_key_scheduler = String(call.body.flag("override_key_scheduler") ?? false);
  return { labels: { job_config_id: config.id, override_key_scheduler } };
}

/**
 * Every action on keys brings the right to see them along; so do those on secrets, certificates and
 * reports.
 */
function viewAction(action: string): string | undefined {
  if (action.startsWith("secret")) return "secretview";
  if (action.startsWith("certificate")) return "certificateview";
  if (action.startsWith("report")) return "reportview";
  if (action.includes("template")) return "viewkeytemplate";
  return action.startsWith("key") || action === "deletebackup" ? "view" : undefined;
}

export const vaultOperations: Operations = {
  "POST /cckm/azure/add-vaults": addVaults,
  ...containers<Vault>({
    kind: vaults,
    path: "/cckm/azure/vaults",
    service: "azure",
    title: "Azure",
    viewing: viewAction,
    permissible: () => azureActions,
    view: vaultView,
    filters: ["id", "name", "cloud_name", "location", "subscription_id", "subscription_name"],
    computed: {
      type: ({ type }) => (type === hsmType ? "managedHsm" : "vault"),
      managed_hsm: ({ type }) => type === hsmType,
      job_config_id: ({ labels }) => labels["job_config_id"],
    },
    // The service does not filter by them.
    handled: ["azure_name", "connection"],
    change: changeVault,
    removal: "POST /cckm/azure/vaults/{id}/remove-vault",
    remove: forget,
    actions: { "enable-rotation-job": enableRotation, "disable-rotation-job": () => ({ labels: {} }) },
  }),
  ...collection<KnownSubscription>({
    kind: known,
    path: "/cckm/azure/subscriptions",
    view: subscriptionView,
    filters: ["id", "subscriptionId", "displayName", "state", "tenantId"],
    remove: (call, { subscription }) => {
      const used = call.by(vaults, "subscription_id", subscription.subscriptionId);
      if (used.length > 0) throw conflict(`the subscription has the vault ${used[0]?.name ?? ""}`);
    },
  }),
};
