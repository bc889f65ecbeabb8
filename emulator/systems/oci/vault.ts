import { shown } from "../../core/response";
import { body, choice, flag, integer, text, type Body } from "../../core/body";
import { invalid } from "../../core/errors";
import type { JsonObject } from "../../core/fields";
import { addresses, Call, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { connectionBehind, type Container } from "../../shared/containers";
import { enter, type Connection } from "../../shared/connections";
import { notAuthorizedOrNotFound, ociError } from "./cloud/errors";
import { ociConnection } from "./connection";
import { compartmentName, findCloudVault, meter, type CloudVault, type Tenancy } from "./world/tenancies";

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

/** What may be said of a vault that the service is, and changed. */
const changeable = {
  vault_name: text.required,
  endpoint_url_hostname: text.required,
  endpoint_url_port: integer(1, 65535).or(443),
  policy: text.or(""),
  enable_success_audit_event: flag.or(false),
};
export const externalChanges = body(changeable);
export const newExternalVault = body({
  ...changeable,
  compartment_id: text,
  client_application_id: text.required,
  source_key_tier: choice(["local", "hsm-luna"]).or(""),
  partition_id: text.or(""),
});

/** What only a vault that the service itself is has. */
interface ExternalPart extends Body<typeof newExternalVault> {
  readonly endpoint_url: string;
  readonly linked_state: boolean;
  readonly external_vault_type: string;
  readonly issuer_id: string;
  readonly blocked: boolean;
  readonly state: "ACTIVE" | "BLOCKED";
}

/** A vault as a container of keys, in Oracle Cloud or for it. */
export interface Vault extends Container, Partial<CloudPart>, Partial<ExternalPart> {
  readonly cloud_name: "oci";
  /** Id of the connection, however the request named it; "" where an external vault has none. */
  readonly connection: string;
  readonly vault_type: "DEFAULT" | "VIRTUAL_PRIVATE" | "EXTERNAL";
  /** The connection as the request named it, by id or by name. */
  readonly hidden?: { readonly connection?: string };
  /** Name of the tenancy. */
  readonly tenancy: string;
  readonly refreshed_at: string;
}

export const vaults = defineKind<Vault>("oci-vaults", {
  address: (vault) => addresses({ uri: vault.uri, name: vault.vault_name }),
  name: (vault) => vault.vault_name,
  vault_id: (vault) => vault.vault_id,
  connection: (vault) => vault.connection,
  issuer_id: (vault) => vault.issuer_id,
});

export const isExternal = (vault: Vault): boolean => vault.vault_type === "EXTERNAL";
/** The connection is shown as the request named it. */
export const vaultView = (vault: Vault): object => ({
  ...shown(vault),
  connection: vault.hidden?.connection ?? vault.connection,
});
export const titleOf = (vault: Vault): string => vault.vault_name ?? vault.display_name ?? vault.id;

/** The tenancy that a connection opens; a refusal is passed on. */
export function reachTenancy(scope: Scope, connection: Connection): Tenancy {
  const tenancy = enter(scope, connection, ociConnection.open, (reason) => ociError("NotAuthenticated", reason));
  // Schedules and synchronizations are the service's own, which paces them.
  if (scope instanceof Call) meter(scope, tenancy);
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

/**
 * The vault in Oracle Cloud behind a container: the credentials must work, and the vault must be
 * there.
 */
export function openVault(scope: Scope, vault: Vault): CloudVault {
  const tenancy = reachTenancy(scope, connectionBehind(scope, vault.connection, `OCI vault ${titleOf(vault)}`));
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
