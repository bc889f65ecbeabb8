import type { Bag } from "../../provider/lifecycle/vocabulary/definition";

/**
 * What the resources of the vendor's Terraform provider are called here. Names as its published
 * documentation has them. Its lines 0.11 and 1.0 have the same names and other forms of ids, so
 * that the form decides, never the version.
 */

/**
 * An attribute in the state and a property here (`id` for the object's own) that name the same
 * object.
 */
type Pair = readonly [attribute: string, property: string, meaning?: (value: string) => string];

export interface Counterpart {
  /** Types that the object may have here. None: see `why`. */
  types: readonly string[];
  by?: readonly Pair[];
  /** Why it has no counterpart. */
  why?: string;
  /** True where `why` holds although the type has a counterpart. */
  isOutside?: (attributes: Bag) => boolean;
  /**
   * What can be declared for it all the same, by hand; `undefined` where the state does not tell
   * its id.
   */
  declare?: (attributes: Bag) => string | undefined;
}

const to = (...types: string[]): Counterpart => ({ types });
const none = (why: string, declare?: Counterpart["declare"]): Counterpart => ({ types: [], why, declare });
const line = (type: string, id: string): string => `declare ${type} with  adopt: "${id}"  for it`;

/** @param type of the container, where the attribute has the service's id of it */
const acl = (container: string, type?: string): Counterpart => ({
  types: ["ContainerAcl"],
  by: [[container, "container"]],
  declare: (attributes) =>
    type && line("a ContainerAcl", [type, attributes[container], attributes.group ?? userOf(attributes)].join("/")),
});

/** The id of the user; some documentation shows it with a prefix. */
export const userOf = ({ user_id }: Bag): unknown =>
  typeof user_id === "string" ? user_id.replace(/^user::/, "") : user_id;

/** Azure's identifier of a key without its version: the state may know an earlier one. */
const anyVersion = (kid: string): string => kid.replace(/(\/keys\/[^/]+)\/.*$/, "$1").toLowerCase();

const ociVersion = none("is a version of its key", ({ cckm_key_id: key, id }) =>
  line("an OciKeyVersion", [key, id].join("/")),
);
const material = none("is the material of its key", ({ id }) => line("an AwsKeyMaterial", String(id)));
const event = none("is an event that has passed");

/** Keys carry the service's id beside the one that Terraform knows them by. */
export const usualIds = [
  ["key_id", "id"],
  ["id", "id"],
] as const;

const user: Counterpart = {
  types: ["User"],
  by: [
    ["id", "id"],
    ["username", "username"],
  ],
};
const group: Counterpart = { types: ["Group"], by: [["name", "id"]] };
const outside = none("is not managed by this provider");

/** By the vendor's name without `ciphertrust_`. */
export const terraformTypes: Readonly<Record<string, Counterpart>> = {
  aws_connection: to("AwsConnection"),
  aws_kms: to("AwsKms"),
  aws_key: to("AwsKey", "AwsUploadedKey", "AwsReplicaKey"),
  aws_policy_template: to("AwsPolicyTemplate"),
  aws_custom_keystore: to("AwsCustomKeyStore"),
  aws_xks_key: to("AwsXksKey"),
  aws_cloudhsm_key: to("AwsCloudHsmKey"),
  aws_byok_key: to("AwsUploadedKey", "AwsKey", "AwsReplicaKey"),
  aws_key_material: material,
  aws_key_import_material: material,
  aws_key_rotation: event,
  aws_acl: acl("kms_id", "AwsKms"),
  azure_connection: to("AzureConnection"),
  azure_vault: to("AzureVault"),
  azure_key: {
    types: ["AzureKey"],
    by: [
      ["key_id", "id"],
      ["id", "id"],
      ["id", "kid", anyVersion],
      ["azure_params.key.kid", "kid", anyVersion],
    ],
  },
  azure_acl: acl("vault_id", "AzureVault"),
  azure_key_pit_backup: event,
  gcp_connection: to("GoogleConnection"),
  google_project: {
    types: ["GoogleProject"],
    by: [
      ["id", "id"],
      ["project_id", "projectId"],
    ],
  },
  // Terraform knows a ring by its name in Google.
  gcp_keyring: {
    types: ["GoogleKeyRing"],
    by: [
      ["id", "id"],
      ["id", "name"],
      ["name", "name"],
    ],
  },
  gcp_key: to("GoogleKey"),
  gcp_acl: acl("keyring_id"),
  ekm_endpoint: to("EkmEndpoint"),
  oci_connection: to("OciConnection"),
  oci_tenancy: to("OciTenancy"),
  oci_issuer: to("OciIssuer"),
  oci_external_vault: to("OciExternalVault"),
  oci_external_key: to("OciExternalKey"),
  oci_external_key_version: none("is a version, which the rotation of its key makes"),
  oci_vault: to("OciVault"),
  oci_key: to("OciKey"),
  oci_byok_key: to("OciKey"),
  oci_key_version: ociVersion,
  oci_byok_key_version: ociVersion,
  oci_acl: acl("vault_id"),
  hsm_server: to("LunaServer"),
  hsm_connection: to("LunaConnection"),
  hsm_partition: to("LunaPartition"),
  hsm_key: {
    types: ["LunaKey"],
    by: [
      ["private_key_id", "id"],
      ["id", "id"],
    ],
  },
  dsm_connection: to("DsmConnection"),
  dsm_domain: to("DsmDomain"),
  dsm_key: to("DsmKey"),
  cm_key: {
    types: ["VaultKey"],
    by: [
      ["id", "id"],
      ["name", "name"],
    ],
  },
  scheduler: {
    ...to("RotationSchedule", "RefreshSchedule", "AwsXksCredentialRotationSchedule", "AzureKeyBackupSchedule"),
    why: "is a backup of the service, which is not managed by this provider",
    isOutside: ({ operation }) => operation === "database_backup",
  },
  domain: to("Domain"),
  user,
  cm_user: user,
  groups: group,
  cm_group: group,
  license: to("License"),
  trial_license: to("TrialLicense"),
  cm_reg_token: none("is returned only on creation: create a new one"),
  virtual_key: to("VirtualKey"),
  // Whose interface it is about is inferred: ours is the web interface alone.
  trusted_cas: { types: ["WebInterfaceTrust"], by: [["ca_id", "id"]] },
  cm_user_password_change: event,
  interface_certificate_renewal: event,
  cm_mkek: event,
  cm_prometheus: outside,
  cm_ssh_key: outside,
  hsm_root_of_trust_setup: outside,
  cluster_node: outside,
  scp_connection: outside,
  gwcse_endpoint: outside,
  gwcse_identity: outside,
  cluster: outside,
  interface: outside,
  ldap_connection: outside,
  log_forwarder: outside,
  ntp: outside,
  oidc_connection: outside,
  password_policy: outside,
  policies: outside,
  policy_attachments: outside,
  property: outside,
  proxy: outside,
  smb_connection: outside,
  syslog: outside,
};

/** The counterpart of a type as the state spells it. */
export function counterpartOf(type: string): Counterpart {
  const name = type.replace(/^ciphertrust_/, "");
  if (name.startsWith("cte_")) return none("belongs to transparent encryption, which this provider does not manage");
  return terraformTypes[name] ?? none("is an unknown type in this version");
}

/** The names and their counterparts, as Markdown. */
export function terraformList(): string {
  const rows = new Map<string, string[]>();
  for (const [name, { types, why }] of Object.entries(terraformTypes)) {
    const here = types.map((type) => `\`${type}\``).join(", ") || (why ?? "");
    rows.set(here, [...(rows.get(here) ?? []), `\`${name}\``]);
  }
  return [...rows].map(([here, names]) => `- ${names.join(", ")}: ${here}`).join("\n");
}
