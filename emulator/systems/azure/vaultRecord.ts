import { shown } from "../../core/response";
import { body, integer, type Body } from "../../core/body";
import type { JsonObject } from "../../core/fields";
import { addresses, outside, type Call, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { connectionBehind, namedContainer, type Container } from "../../shared/containers";
import { connections, enter, type Connection } from "../../shared/connections";
import { logIn, subscriptions, type Application } from "./cloud/directory";
import { azureError, cloudVaults, type CloudVault } from "./cloud/vault";

export const changeable = body({ cloud_key_backup_limit: integer(0) });

/** A key vault or managed HSM as a container of keys, secrets and certificates. */
export interface Vault extends Container, Body<typeof changeable> {
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
  readonly synced_at: string;
  readonly hidden: { readonly connection: string; readonly cloudVault: string };
}

export const vaults = defineKind<Vault>("azure-vaults", {
  address: addresses,
  connection: (vault) => vault.hidden.connection,
  subscription_id: (vault) => vault.subscription_id,
  cloudVault: (vault) => vault.hidden.cloudVault,
  job_config_id: (vault) => vault.labels["job_config_id"],
});

/** Responses carry the connection's name, whatever the request named it by. */
export function vaultView(vault: Vault, scope: Scope): object {
  return { ...shown(vault), connection: scope.get(connections, vault.hidden.connection)?.name ?? "" };
}

/** The application that a stored connection opens; Azure's refusal is passed on. */
export function openDirectory(scope: Scope, connection: Connection): Application {
  return enter(scope, connection, logIn, (reason) => azureError("AuthenticationFailed", reason));
}

/**
 * The vault in Azure behind a container that is in use: the credentials must work, and Azure must
 * have the vault.
 */
export function openVault(scope: Scope, vault: Vault): CloudVault {
  const { tenantId } = openDirectory(scope, connectionBehind(scope, vault.hidden.connection, `vault ${vault.name}`));
  const cloud = scope.in(outside).get(cloudVaults, vault.hidden.cloudVault);
  if (cloud === undefined) throw azureError("VaultNotFound", `The vault ${vault.azure_name} was not found`);
  const subscription = scope.in(outside).get(subscriptions, cloud.subscriptionId);
  if (subscription?.tenantId === tenantId) return cloud;
  throw azureError("AuthorizationFailed", `The client does not have authorization over ${cloud.resourceId}`);
}

/** The container that a request names under `key_vault`, by id or name. */
export const namedVault = (call: Call): Vault => namedContainer(call, vaults, "key_vault", "key vault");
