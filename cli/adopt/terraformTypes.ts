/** What the resources of the vendor's Terraform provider are called here. Names as its published documentation has them. */

export interface Counterpart {
  /** Types that the object may have here. None: see `why`. */
  types: readonly string[];
  /** Pairs of an attribute in the state and a property here (`id` for the object's own) that name the same object. */
  by?: readonly (readonly [attribute: string, property: string])[];
  /** Why it has no counterpart. */
  why?: string;
}

const to = (...types: string[]): Counterpart => ({ types });
const none = (why: string): Counterpart => ({ types: [], why });
const acl = (container: string): Counterpart => ({ types: ["ContainerAcl"], by: [[container, "container"]] });

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
  azure_connection: to("AzureConnection"),
  azure_vault: to("AzureVault"),
  azure_key: to("AzureKey"),
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
  scheduler: to("RotationSchedule", "RefreshSchedule"),
  domain: to("Domain"),
  user,
  cm_user: user,
  groups: group,
  cm_group: group,
  license: to("License"),
  trial_license: to("TrialLicense"),
  cm_reg_token: none("is returned only on creation: create a new one"),
  virtual_key: to("VirtualKey"),
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

/** The table of names, as Markdown. */
export function terraformTable(): string {
  const rows = Object.entries(terraformTypes).map(([name, { types, why }]) => {
    return `| \`ciphertrust_${name}\` | ${types.map((type) => `\`${type}\``).join(", ") || (why ?? "")} |`;
  });
  return ["| Terraform | here |", "| --- | --- |", ...rows].join("\n");
}
