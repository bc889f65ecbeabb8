import { certificate } from "../../lifecycle/fixtures/sap";
import { ociWorld } from "../../emulator/systems/ociWorld";
import { demoCertificates } from "../../../emulator/shared/demoCertificates";
import { Key } from "../../emulator/awsKey";
import { azureVault, synchronize } from "../../emulator/azurePlace";
import { awsContainer, idOf, listOf, type Client, type Loose } from "../../emulator/client";
import { GoogleKey, googleRing } from "../../emulator/googleRing";
import { container as lunaContainer, key as lunaKey } from "../../emulator/lunaHsm";
import { systems } from "../../emulator/systems/rows";
import { production } from "../../emulator/systems/rows/luna";
import { SystemClient, type System } from "../../emulator/systems/system";
import { OciKey, ociVault } from "../../emulator/oci";

/**
 * A service filled by others by hand: every system, through plain API calls. The provider is not
 * involved.
 */
export async function fill(client: Client): Promise<void> {
  const users = await people(client);
  await vault(client);
  const { kms } = await awsPart(client);
  for (const [name, system] of systems.filter(([one]) => one !== "aws")) {
    await (parts[name]?.(client) ?? usualPart(client, system));
  }
  await dkePart(client);
  await schedules(client, kms, users);
  // Every read finds background jobs completed.
  await client.advance(30);
}

/** Systems of which more is to be adopted than one would have by itself. */
const parts: Readonly<Record<string, (client: Client) => Promise<void>>> = {
  azure: azurePart,
  google: googlePart,
  oci: ociPart,
  salesforce: salesforcePart,
  sap: sapPart,
  luna: lunaPart,
  externalCm: externalCmPart,
};

const world = (client: Client, what: string, body: object) => client.raw("POST", `/emulator/world/${what}`, body);

async function people(client: Client): Promise<string[]> {
  const made: string[] = [];
  for (const username of ["alice", "bob"]) {
    const user = { username, password: "Ciphertrust-1", name: username, email: `${username}@example.com` };
    made.push(String((await client.ok("POST", "/usermgmt/users/", user)).user_id));
  }
  await client.ok("POST", "/usermgmt/groups/", { name: "Key Auditors", description: "Look and do not touch" });
  await client.ok("POST", `/usermgmt/groups/Key%20Auditors/users/${encodeURIComponent(made[0]!)}`);
  await client.ok("POST", "/domains", { name: "finance", admins: [made[0]] });
  return made;
}

async function vault(client: Client): Promise<void> {
  for (const name of ["health", "source", "2024 backups"]) {
    await client.ok("POST", "/vault/keys2/", { name, labels: { owner: "ops" } });
  }
  const held = { name: "held", unexportable: true, undeletable: true, usageMask: 60 };
  await client.ok("POST", "/vault/keys2/", { ...held, labels: { owner: "ops" } });
  await client.ok("POST", "/vault/keys2/", { name: "signer", algorithm: "rsa", size: 3072, aliases: [] });
  const rotated = await client.ok("GET", "/vault/keys2/health?type=name");
  await client.ok("POST", `/vault/keys2/${idOf(rotated)}/versions/`, {});
}

async function awsPart(client: Client): Promise<{ kms: string }> {
  const { connection, kms } = await awsContainer(client);
  await client.ok("PATCH", `/connectionmgmt/services/aws/connections/${connection}`, {
    description: "Production\nsecond line with ${braces} and `ticks`",
    labels: { "cost-center": "42", team: "keys" },
  });
  // One that never worked.
  await client.ok("POST", "/connectionmgmt/services/aws/connections", {
    name: "forgotten",
    access_key_id: "AKIAI44QH8DHBEXAMPLE",
    secret_access_key: "wrong",
  });
  await client.ok("POST", "/connectionmgmt/services/aws/connections/forgotten/test");
  const template = { name: "standard", kms, key_users: ["alice"], key_admins: ["bob"] };
  const { id: policytemplate } = await client.ok("POST", "/cckm/aws/templates", template);
  await Key.create(client, { aws_param: { Alias: "templated" }, more: { policytemplate } });
  const tags = [{ TagKey: "team", TagValue: "shop" }];
  await Key.create(client, { aws_param: { Alias: "orders", Description: "Orders", Tags: tags } });
  await Key.create(client, { region: "us-east-1", aws_param: { Alias: "orders", KeyUsage: "ENCRYPT_DECRYPT" } });
  const primary = await Key.create(client, { aws_param: { Alias: "global", MultiRegion: true } });
  await primary.act("replicate-key", { replica_region: "us-east-1", aws_param: { Alias: "global" } });
  const upload = { kms, region: "eu-west-1", source_key_identifier: "source", source_key_tier: "local" };
  await client.ok("POST", "/cckm/aws/upload-key", { ...upload, aws_param: { Alias: "uploaded" } });
  await stores(client, kms);
  await client.ok("POST", "/cckm/aws/synchronization-jobs", { synchronize_all: true });
  await client.advance(2);
  return { kms };
}

async function stores(client: Client, kms: string): Promise<void> {
  const store = await client.ok("POST", "/cckm/aws/custom-key-stores", {
    name: "hold",
    kms,
    region: "eu-west-1",
    linked_state: true,
    aws_param: { xks_proxy_uri_endpoint: "https://keys.example.com" },
    local_hosted_params: { source_key_tier: "local", health_check_key_id: "health", max_credentials: 2 },
  });
  await client.ok("POST", `/cckm/aws/custom-key-stores/${idOf(store)}/connect`);
  await client.advance(2);
  await client.ok("POST", "/cckm/aws/create-hyok-key", {
    local_hosted_params: {
      custom_key_store_id: idOf(store),
      source_key_id: "held",
      source_key_tier: "local",
      linked_state: true,
    },
    aws_param: { Alias: "held" },
  });
  const cluster = await client.ok("POST", "/cckm/aws/custom-key-stores", {
    name: "cluster",
    kms,
    region: "eu-west-1",
    aws_param: {
      custom_key_store_type: "AWS_CLOUDHSM",
      cloud_hsm_cluster_id: "cluster-kmshsm2eu3a",
      key_store_password: "Kmsuser-Demo-1",
      trust_anchor_certificate: demoCertificates["cluster-kmshsm2eu3a"],
    },
  });
  await client.ok("POST", `/cckm/aws/custom-key-stores/${idOf(cluster)}/connect`);
  await client.advance(5);
  const inCluster = `/cckm/aws/custom-key-stores/${idOf(cluster)}/create-aws-key`;
  await client.ok("POST", inCluster, { aws_param: { Alias: "in-hsm" } });
}

async function azurePart(client: Client): Promise<void> {
  const { id } = await azureVault(client);
  const make = (what: string, body: object) => client.ok("POST", `/cckm/azure/${what}`, { key_vault: id, ...body });
  await make("keys", { key_name: "orders", azure_param: { kty: "RSA", tags: { team: "shop" } } });
  await make("secrets", { secret_name: "token", azure_param: { value: "never shown" } });
  const x509_props = { subject: "CN=shop.example.com" };
  await make("certificates", { cert_name: "shop", azure_param: { policy: { x509_props } } });
  for (const folder of ["", "/secrets", "/certificates"]) await synchronize(client, { key_vaults: [id] }, folder);
}

async function googlePart(client: Client): Promise<void> {
  const ring = await googleRing(client);
  await GoogleKey.create(client, { labels: { team: "shop" } });
  await client.ok("POST", "/cckm/google/synchronization-jobs", { key_rings: [ring] });
  await client.advance(2);
  const basic = { clients: ["service-402817365510@gcp-sa-ekms.iam.gserviceaccount.com"] };
  const endpoint = { name: "ekm-orders", keyURIHostname: "keys.example.com", policy: { basic } };
  await client.ok("POST", "/cckm/ekm/endpoints", endpoint);
}

async function ociPart(client: Client): Promise<void> {
  const { connection, vault: container } = await ociVault(client);
  await OciKey.create(client, container);
  await client.ok("POST", "/cckm/oci/compartments", { connection, compartment_id: ociWorld.payments }).catch(() => {});
  const issuer = await client.ok("POST", "/cckm/oci/issuers", {
    name: "idcs",
    openid_config_url: "https://idcs.example.com/.well-known/openid-configuration",
    jwks_uri_protected: false,
  });
  const held = await client.ok("POST", "/cckm/oci/create-external-vault", {
    vault_name: "held",
    endpoint_url_hostname: "cm.example.com",
    client_application_id: "app-1",
    issuer_id: idOf(issuer),
    connection,
  });
  const key = { vault: idOf(held), name: "held", source_key_identifier: "held", source_key_tier: "local" };
  await client.ok("POST", "/cckm/oci/create-external-key", key);
  await client.ok("POST", "/cckm/oci/synchronization-jobs", { synchronize_all: true });
  await client.advance(2);
}

async function salesforcePart(client: Client): Promise<void> {
  const sfdc_org_id = "00D5g000008XyZaEAK";
  await world(client, "salesforce/organizations", { organizationId: sfdc_org_id, testSeconds: 0 });
  const services = "/connectionmgmt/services/salesforce/connections";
  const made = await client.ok("POST", services, {
    name: "acme",
    cloud_name: "Salesforce Cloud",
    client_id: "3MVG9EXAMPLEACMEPRODUCTION",
    client_secret: "4A1B2C3D4E5F60718293EXAMPLE",
    username: "keys@acme.example",
    password: "Sf-Demo-Passw0rd",
  });
  await client.ok("POST", `${services}/${idOf(made)}/test`);
  const organization = await client.ok("POST", "/cckm/sfdc/add-organizations", { connection: idOf(made), sfdc_org_id });
  const of = { organization_id: idOf(organization) };
  for (const Type of ["Data", "Data", "Analytics"]) await client.ok("POST", "/cckm/sfdc/keys", { ...of, Type });
  await client.ok("POST", "/cckm/sfdc/certificates", { ...of, name: "Upload" });
  await client.ok("POST", "/cckm/sfdc/endpoints", {
    ...of,
    name: "cache",
    url_hostname: "keys.example.com",
    password_authentication: { username: "salesforce", password: "Cache-Demo-1" },
  });
}

async function sapPart(client: Client): Promise<void> {
  await world(client, "sap/tenants", { tenant: "acme-prod", testSeconds: 0 });
  const services = "/connectionmgmt/services/sap-dc/connections";
  const made = await client.ok("POST", services, {
    name: "custodian",
    api_endpoint: "https://kms-eu10.datacustodian.example.com/kms/v2",
    user_credentials: { user: "cckm-operator", secret: "Sap-Demo-Secret-1", tenant: "acme-prod" },
  });
  await client.ok("POST", `${services}/${idOf(made)}/test`);
  const group_id = ["1f0c7d62-5a0e-4a2f-9c3b-2d6f0b7a1e01"];
  const added = await client.ok("POST", "/cckm/sap/add-groups", { connection: idOf(made), group_id });
  const group = idOf(listOf(added.groups)[0]!);
  const aes = { name: "orders", type: "AES", size: 256, operations: ["ENCRYPT", "DECRYPT"] };
  await client.ok("POST", "/cckm/sap/keys", { group, ...aes });
  await client.ok("POST", "/cckm/sap/ekm/keystores", {
    name: "own",
    certificate,
    keystore_url_hostname: "keys.example.com",
    sap_tenant_id: "acme-prod",
  });
}

async function lunaPart(client: Client): Promise<void> {
  const partition = await lunaContainer(client, { partitions: [production] });
  const { id: source_key_id } = await lunaKey(client, partition);
  await client.ok("POST", "/cckm/virtual/keys", { source_key_id });
}

/** What another system has by itself: a connection, a container, and the keys that are in it. */
async function usualPart(client: Client, system: System): Promise<void> {
  const own = await SystemClient.of(client, system);
  await own.add(await own.connect(`${system.world}-cloud`));
  await own.refresh();
}

async function externalCmPart(client: Client): Promise<void> {
  const hostname = "cm-paris.example.com";
  const nodes = [{ hostname, server_certificate: demoCertificates[hostname] }];
  await client.ok("POST", "/connectionmgmt/services/external-cm", { name: "subsidiary", nodes });
  const services = "/connectionmgmt/services/cm/connections";
  const login = { name: "cm", username: "cckm", password: "Cm-Demo-Password-1", nodes: [{ hostname }] };
  const made = await client.ok("POST", services, login);
  await client.ok("POST", `${services}/${idOf(made)}/test`);
  const domains = ["3f6f2a52-2d0e-4f5e-9a53-4f1c5b3f7a10"];
  const added = await client.ok("POST", "/cckm/external-cm/add-domains", { connection: idOf(made), domains });
  const domain = idOf(listOf(added.domains)[0]!);
  await client.ok("POST", "/cckm/external-cm/refresh", { domains: [domain] });
  await client.advance(3);
}

async function dkePart(client: Client): Promise<void> {
  const root = "/cckm/microsoft/dke";
  await client.ok("POST", `${root}/auth-tenants`, {
    name: "staff",
    tenant_id: "5f0a1c9e-7d6b-4c7e-9f0e-2b1f4b6d8a10",
    authorization_type: "email",
    authorized_email_addresses: ["*@example.com"],
  });
  await client.ok("POST", `${root}/endpoints`, {
    name: "board",
    key_uri_hostname: "keys.example.com",
    auth_tenants: ["staff"],
    algorithm: "RSA_DECRYPT_OAEP_2048_SHA256",
  });
}

async function schedules(client: Client, kms: string, [alice]: string[]): Promise<void> {
  const configs = "/scheduler/job-configs";
  const rotation: Loose = await client.ok("POST", configs, {
    name: "quarterly",
    operation: "cckm_key_rotation",
    run_at: "0 3 1 */3 *",
    cckm_key_rotation_params: { cloud_name: "aws", rotation_after: "30d", aws_param: { rotate_material: true } },
  });
  await client.ok("POST", configs, {
    name: "nightly",
    operation: "cckm_synchronization",
    run_at: "30 2 * * *",
    cckm_synchronization_params: { cloud_name: "aws", kms: [kms], synchronize_all: false },
  });
  const keys = listOf((await client.ok("GET", "/cckm/aws/keys?alias=orders")).resources);
  for (const key of keys) {
    await client.ok("POST", `/cckm/aws/keys/${idOf(key)}/enable-rotation-job`, { job_config_id: rotation.id });
  }
  const acls = [
    { group: "Key Auditors", permit: true, actions: ["viewnative"] },
    { user_id: alice, permit: true, actions: ["keycreate", "keyupdate"] },
  ];
  await client.ok("POST", `/cckm/aws/kms/${kms}/update-acls`, { acls });
}
