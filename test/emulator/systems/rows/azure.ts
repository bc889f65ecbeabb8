import { systemOf } from "../system";

/** The default world's first tenant. */
export const application = {
  client_id: "0b7de3c4-58f1-4a0e-8d6a-1f9c2e7b4a35",
  tenant_id: "7f2c1d0a-4b6e-4c1e-9a51-2f8d3e6b7c90",
  client_secret: "example~azure-client-secret",
};
export const subscription_id = "3a1e5b7c-9d2f-4e68-8b03-7c5a1d9e2f46";

/** An entry of get-vaults, as far as adding it needs it. */
const entry = (name: string, group: string): object => ({
  name,
  azure_vault_id: `/subscriptions/${subscription_id}/resourceGroups/${group}/providers/Microsoft.KeyVault/vaults/${name}`,
  type: "Microsoft.KeyVault/vaults",
  properties: {},
});
const groups: Readonly<Record<string, string>> = { "contoso-prod": "security", "contoso-archive": "archive" };
const unknown = { ...entry("x", "security"), azure_vault_id: "/x" };

export const azure = systemOf({
  world: "azure",
  called: "vaults",
  login: application,
  shows: { category: "cloud", client_id: application.client_id, cloud_name: "AzureCloud" },
  secrets: ["example~"],
  wrong: [
    ["a wrong secret", { client_secret: "wrong" }, "AADSTS7000215"],
    ["an unknown tenant", { tenant_id: "00000000-0000-4000-8000-000000000000" }, "AADSTS90002"],
  ],
  invalid: [
    ["no identity", { client_secret: undefined }, "one of client_secret, certificate and is_certificate_used is req"],
    ["two identities", { is_certificate_used: true }, "exclude each other"],
    ["an invalid certificate", { client_secret: undefined, certificate: "x" }, "PEM"],
    ["an unknown cloud", { cloud_name: "Azure" }, "cloud_name must be one of"],
    ["AzureStack without its type", { cloud_name: "AzureStack" }, "azure_stack_connection_type"],
    ["no tenant", { tenant_id: "" }, "tenant_id is required"],
  ],
  account: ["applications", { clientId: application.client_id }],
  lockOut: [
    ["applications", { clientId: application.client_id, removeSecrets: [application.client_secret] }],
    "AADSTS7000215",
  ],
  containers: {
    body: (...names) => ({ subscription_id, vaults: names.map((name) => entry(name, groups[name] ?? "none")) }),
    list: "vaults",
    offered: ["contoso-prod", "contoso-archive"],
    lookup: ["/cckm/azure/get-vaults", { subscription_id }, "vaults", "name"],
    invalid: [
      ["nothing", { vaults: [] }, "vaults is required"],
      ["less than get-vaults returned", { vaults: [{ name: "contoso-prod" }] }, "azure_vault_id is required"],
      ["an unknown vault", { vaults: [unknown] }, "has no Microsoft.KeyVault/vaults called x"],
    ],
    // Lists do not filter by connection.
    filters: { connection: undefined, name: `contoso-prod::${subscription_id}`, location: "westeurope" },
    shows: { name: `contoso-prod::${subscription_id}`, azure_name: "contoso-prod", subscription_name: "Production" },
    removal: "remove-vault",
  },
  refresh: {
    list: "key_vaults",
    cloudName: "AzureCloud",
    total: 17,
    found: ["keys", { vault: "contoso-prod", name: "found", kty: "EC" }],
    lost: ["keys", { vault: "contoso-prod", name: "data-lake", action: "purge" }],
    takes: (syncSeconds) => ["vaults", { name: "contoso-prod", syncSeconds }],
  },
});
