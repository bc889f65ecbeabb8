import { created, nothing, shown } from "../../core/answer";
import { conflict, invalid } from "../../core/errors";
import { given, type Fields } from "../../core/fields";
import { list } from "../../core/lists";
import { addresses, outside, type Call, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Operations } from "../../core/system";
import { updateAcls } from "../../shared/acls";
import { readyConnection } from "../../shared/container-connection";
import { containerDiscovery } from "../../shared/discovery";
import { connections, type Connection } from "../connections/service";
import { findJobConfig } from "../scheduler/configs";
import { subscriptions, type Subscription } from "./cloud/directory";
import { cloudVaults, hsmType, typeOf, vaultData, type CloudVault } from "./cloud/vault";
import { vaultsOf, visibleSubscription } from "./lookups";
import { backups, contents } from "./objects/backup-record";
import { families, recordsIn } from "./objects/record";
import { openDirectory, vaults, vaultView, type Vault } from "./vault-record";

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
  const limit = call.body.integer("cloud_key_backup_limit", 0);
  const wanted = call.body.objects("vaults") ?? [];
  if (wanted.length === 0) call.body.missing("vaults");
  const added = wanted.map((entry) => addVault(call, connection, subscription, choose(entry, offered), limit));
  return created({ vaults: added.map((vault) => vaultView(call, vault)) });
}

/** An entry is what get-vaults or get-managed-hsms gave; the name, the id and the type must be there. */
function choose(entry: Fields, offered: readonly CloudVault[]): CloudVault {
  const id = entry.requiredText("azure_vault_id").toLowerCase();
  const name = entry.requiredText("name");
  const type = entry.requiredText("type");
  if (entry.object("properties") === undefined) entry.missing("properties");
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
    cloud_key_backup_limit: 10,
    hidden: { connection: connection.id, cloudVault: cloud.id },
  });
  if (scope.by(known, "subscriptionId", subscription.subscriptionId).length === 0) {
    scope.put(known, { ...scope.header("cckm:azure-subscription"), subscription });
  }
  return vault;
}

function addVault(
  call: Call,
  connection: Connection,
  subscription: Subscription,
  cloud: CloudVault,
  limit: number | undefined,
): Vault {
  const holder = call.by(vaults, "cloudVault", cloud.id)[0];
  if (holder !== undefined) throw conflict(`vault ${cloud.name} has been added already, as ${holder.name}`);
  const vault = recordVault(call, connection, subscription, cloud);
  return limit === undefined ? vault : call.put(vaults, { ...vault, cloud_key_backup_limit: limit });
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

function changeVault(call: Call): object {
  const vault = call.target(vaults);
  const connection = readyConnection(call, "azure", "Azure");
  openDirectory(call, connection);
  const hidden = { ...vault.hidden, connection: connection.id };
  const cloud_key_backup_limit = call.body.integer("cloud_key_backup_limit", 0);
  return vaultView(call, call.change(vaults, vault, { ...given({ cloud_key_backup_limit }), hidden }));
}

/** Takes the vault out of the service, with what the service knows of its content; Azure keeps everything. */
function removeVault(call: Call): object {
  const vault = call.target(vaults);
  for (const family of families) for (const record of recordsIn(call, vault, family)) call.remove(family.kind, record);
  for (const backup of call.by(backups, "vault", vault.id)) call.remove(backups, backup);
  for (const content of call.by(contents, "vault", vault.id)) call.remove(contents, content);
  call.remove(vaults, vault);
  return nothing();
}

function enableRotation(call: Call): object {
  const vault = call.target(vaults);
  const config = findJobConfig(call, call.body.requiredText("job_config_id"), "cckm_key_rotation", "AzureCloud");
  const labels = {
    job_config_id: config.id,
    override_key_scheduler: String(call.body.flag("override_key_scheduler") ?? false),
  };
  return vaultView(call, call.change(vaults, vault, { labels }));
}

/** Every action on keys brings the right to see them along; so do those on secrets, certificates and reports. */
function viewAction(action: string): string | undefined {
  if (action.startsWith("secret")) return "secretview";
  if (action.startsWith("certificate")) return "certificateview";
  if (action.startsWith("report")) return "reportview";
  if (action.includes("template")) return "viewkeytemplate";
  return action.startsWith("key") || action === "deletebackup" ? "view" : undefined;
}

const byConnection = (scope: Scope) => (vault: Vault) => [
  vault.hidden.connection,
  scope.get(connections, vault.hidden.connection)?.name,
];

export const vaultOperations: Operations = {
  "POST /cckm/azure/add-vaults": addVaults,
  "GET /cckm/azure/vaults": (call) =>
    list(call, {
      kind: vaults,
      view: (vault) => vaultView(call, vault),
      filters: ["id", "name", "azure_name", "cloud_name", "location", "subscription_id", "type"],
      computed: { connection: byConnection(call), managed_hsm: ({ type }) => type === hsmType },
    }),
  "GET /cckm/azure/vaults/{id}": (call) => vaultView(call, call.target(vaults)),
  "PATCH /cckm/azure/vaults/{id}": changeVault,
  "POST /cckm/azure/vaults/{id}/remove-vault": removeVault,
  "POST /cckm/azure/vaults/{id}/enable-rotation-job": enableRotation,
  "POST /cckm/azure/vaults/{id}/disable-rotation-job": (call) =>
    vaultView(call, call.change(vaults, call.target(vaults), { labels: {} })),
  "POST /cckm/azure/vaults/{id}/update-acls": updateAcls(vaults, (call, vault) => vaultView(call, vault), viewAction),
  "GET /cckm/azure/subscriptions": (call) =>
    list(call, {
      kind: known,
      view: subscriptionView,
      filters: ["id", "subscriptionId", "displayName", "state", "tenantId"],
    }),
  "GET /cckm/azure/subscriptions/{id}": (call) => subscriptionView(call.target(known)),
  "DELETE /cckm/azure/subscriptions/{id}": (call) => {
    const { subscription, ...record } = call.target(known);
    const used = call.by(vaults, "subscription_id", subscription.subscriptionId);
    if (used.length > 0) throw conflict(`the subscription has the vault ${used[0]?.name ?? ""}`);
    call.remove(known, { ...record, subscription });
  },
};
