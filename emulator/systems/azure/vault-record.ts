import { shown } from "../../core/answer";
import { conflict, invalid } from "../../core/errors";
import type { JsonObject } from "../../core/fields";
import { addresses, outside, type Call, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Acl } from "../../shared/acls";
import { connections, credentialsOf, type Connection } from "../connections/service";
import { logIn, subscriptions, type Application } from "./cloud/directory";
import { azureError, cloudVaults, type CloudVault } from "./cloud/vault";

/** A key vault or managed HSM as a container of keys, secrets and certificates. */
export interface Vault extends Header {
  /** `<name in Azure>::<subscription id>` */
  readonly name: string;
  readonly azure_name: string;
  readonly azure_vault_id: string;
  readonly cloud_name: string;
  readonly location: string;
  readonly subscription_id: string;
  readonly subscription_name: string;
  readonly type: string;
  readonly properties: JsonObject;
  readonly tags: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly acls: readonly Acl[];
  readonly synced_at: string;
  readonly cloud_key_backup_limit: number;
  readonly hidden: { readonly connection: string; readonly cloudVault: string };
}

export const vaults = defineKind<Vault>("azure-vaults", {
  address: addresses,
  connectionId: (vault) => vault.hidden.connection,
  subscription_id: (vault) => vault.subscription_id,
  cloudVault: (vault) => vault.hidden.cloudVault,
  job_config_id: (vault) => vault.labels["job_config_id"],
});

/** Answers carry the connection's name, whatever the request named it by. */
export function vaultView(scope: Scope, vault: Vault): object {
  return { ...shown(vault), connection: scope.get(connections, vault.hidden.connection)?.name ?? "" };
}

/** The application that a stored connection opens; Azure's refusal is passed on. */
export function openDirectory(scope: Scope, connection: Connection): Application {
  const opened = logIn(scope, credentialsOf(connection), Date.parse(connection.createdAt));
  if (typeof opened === "string") throw azureError("AuthenticationFailed", opened);
  return opened;
}

/** The vault in Azure behind a container that is in use: the credentials must work, and Azure must have the vault. */
export function openVault(scope: Scope, vault: Vault): CloudVault {
  const connection = scope.get(connections, vault.hidden.connection);
  if (connection === undefined) throw conflict(`the connection of the vault ${vault.name} is gone`);
  const { tenantId } = openDirectory(scope, connection);
  const cloud = scope.in(outside).get(cloudVaults, vault.hidden.cloudVault);
  if (cloud === undefined) throw azureError("VaultNotFound", `The vault ${vault.azure_name} was not found`);
  const subscription = scope.in(outside).get(subscriptions, cloud.subscriptionId);
  if (subscription?.tenantId === tenantId) return cloud;
  throw azureError("AuthorizationFailed", `The client does not have authorization over ${cloud.resourceId}`);
}

/** The container that a request names under `key_vault`, by id or name. */
export function namedVault(call: Call): Vault {
  const reference = call.body.requiredText("key_vault");
  const vault = call.find(vaults, reference);
  if (vault === undefined) throw invalid(`there is no key vault ${reference}`);
  return vault;
}
