import { shown } from "../../core/answer";
import { conflict, invalid } from "../../core/errors";
import type { JsonObject } from "../../core/fields";
import { addresses, type Call, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Acl } from "../../shared/acls";
import { connections, credentialsOf, type Connection } from "../connections/service";
import { notAuthorizedOrNotFound, ociError } from "./cloud/errors";
import { openTenancy } from "./connection";
import { compartmentName, findCloudVault, type CloudVault, type Tenancy } from "./world/tenancies";

/** What only a vault in Oracle Cloud has. */
interface CloudPart {
  readonly vault_id: string;
  readonly display_name: string;
  readonly compartment_id: string;
  readonly compartment_name: string;
  readonly lifecycle_state: string;
  readonly management_endpoint: string;
  readonly time_created: string;
  readonly wrappingkey_id: string;
  readonly freeform_tags: Readonly<Record<string, string>>;
  readonly defined_tags: JsonObject;
  readonly restored_from_vault_id: string;
  readonly replication_id: string;
  readonly is_primary: boolean;
  readonly bucket_name: string;
  readonly bucket_namespace: string;
  readonly region: string;
}

/** What only a vault that the service itself is has. */
interface ExternalPart {
  readonly vault_name: string;
  readonly endpoint_url: string;
  readonly endpoint_url_hostname: string;
  readonly endpoint_url_port: number;
  readonly policy: string;
  readonly linked_state: boolean;
  readonly external_vault_type: string;
  readonly client_application_id: string;
  readonly issuer_id: string;
  readonly blocked: boolean;
  readonly state: "ACTIVE" | "BLOCKED";
  readonly partition_id: string;
  readonly source_key_tier: string;
  readonly enable_success_audit_event: boolean;
}

/** A vault as a container of keys, in Oracle Cloud or for it. */
export interface Vault extends Header, Partial<CloudPart>, Partial<ExternalPart> {
  readonly cloud_name: "oci";
  /** Id of the connection, however the request named it; "" where an external vault has none. */
  readonly connection: string;
  readonly vault_type: "DEFAULT" | "VIRTUAL_PRIVATE" | "EXTERNAL";
  /** Name of the tenancy. */
  readonly tenancy: string;
  readonly refreshed_at: string;
  readonly acls: readonly Acl[];
}

export const vaults = defineKind<Vault>("oci-vaults", {
  address: (vault) => addresses({ uri: vault.uri, name: vault.vault_name }),
  name: (vault) => vault.vault_name,
  vault_id: (vault) => vault.vault_id,
  connection: (vault) => vault.connection,
  issuer_id: (vault) => vault.issuer_id,
});

export const isExternal = (vault: Vault): boolean => vault.vault_type === "EXTERNAL";
export const vaultView = (vault: Vault): object => shown(vault);
export const titleOf = (vault: Vault): string => vault.vault_name ?? vault.display_name ?? vault.id;

/** The tenancy that a connection opens; a refusal is passed on. */
export function reachTenancy(scope: Scope, connection: Connection): Tenancy {
  const tenancy = openTenancy(scope, credentialsOf(connection), Date.parse(connection.createdAt));
  if (typeof tenancy === "string") throw ociError("NotAuthenticated", tenancy);
  return tenancy;
}

/** The vault that a request for a key names, of the one kind or the other. */
export function namedVault(call: Call, external: boolean): Vault {
  const reference = call.body.requiredText("vault");
  const vault = call.find(vaults, reference);
  const kind = external ? "external OCI vault" : "OCI vault";
  if (vault === undefined || isExternal(vault) !== external) throw invalid(`there is no ${kind} ${reference}`);
  return vault;
}

/** The vault in Oracle Cloud behind a container: the credentials must work, and the vault must be there. */
export function openVault(scope: Scope, vault: Vault): CloudVault {
  const connection = scope.get(connections, vault.connection);
  if (connection === undefined) throw conflict(`the connection of the OCI vault ${titleOf(vault)} is gone`);
  const tenancy = reachTenancy(scope, connection);
  const cloud = findCloudVault(scope, vault.vault_id ?? "");
  if (cloud?.tenancy !== tenancy.id) throw notAuthorizedOrNotFound(`The vault ${vault.vault_id}`);
  return cloud;
}

/** What the record says of the vault in Oracle Cloud. */
export function describeVault(scope: Scope, cloud: CloudVault): Partial<Vault> & Pick<Vault, "vault_type"> {
  const short = cloud.id.split(".").at(-1)?.slice(4, 16) ?? "";
  return {
    vault_id: cloud.id,
    display_name: cloud.displayName,
    compartment_id: cloud.compartment,
    compartment_name: compartmentName(scope, cloud.tenancy, cloud.compartment),
    lifecycle_state: cloud.state,
    management_endpoint: `https://${short}-management.kms.${cloud.region}.oraclecloud.com`,
    time_created: cloud.createdAt,
    vault_type: cloud.type,
    wrappingkey_id: cloud.id.replace("ocid1.vault.", "ocid1.key."),
    freeform_tags: cloud.freeformTags,
    defined_tags: {},
    restored_from_vault_id: "",
    replication_id: "",
    is_primary: true,
    region: cloud.region,
  };
}
