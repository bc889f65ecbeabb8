import type { Wire } from "../../provider/api/client";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { spell } from "../../provider/lifecycle/values/wire";
import { defaultOf } from "../../provider/lifecycle/vocabulary/schema";
import { registry } from "../../provider/resources";
import { awsAccount, makeAccount } from "../lifecycle/fixtures/aws";
import { makeTenant } from "../lifecycle/fixtures/dke";
import { makeDsmDomain } from "../lifecycle/fixtures/dsm";
import { client } from "../lifecycle/fixtures/ekm";
import { makeCmDomain } from "../lifecycle/fixtures/externalCm";
import { fixtures } from "../lifecycle/fixtures";
import { activateLicence } from "../lifecycle/fixtures/fixture";
import { make, startRig, type Rig } from "../lifecycle/rig";

/**
 * What the service does where a request says nothing, as public sources tell it: of the emulator,
 * from the shortest request.
 */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(async () => {
  await rig.renew();
  await activateLicence(rig);
});

interface Fact {
  path: string;
  body(): Promise<Bag> | Bag;
  defaults: Bag;
}

const awsKey = (defaults: Bag, given: Bag = {}): Fact => ({
  path: "/cckm/aws/keys",
  body: async () => ({ kms: await makeAccount(rig), region: "eu-west-1", aws_param: given }),
  defaults: { aws_param: defaults },
});

/** What a store cannot be made without: a key with which AWS tests it. */
async function storeParams(): Promise<Bag> {
  const key = { name: "health", algorithm: "aes", size: 256, unexportable: true, undeletable: true, usageMask: 60 };
  const { id } = await make(rig, "VaultKey", key);
  return { local_hosted_params: { source_key_tier: "local", health_check_key_id: id, max_credentials: 2 } };
}

const config = { name: "s", operation: "cckm_key_rotation", run_at: "0 3 * * *" };

const facts: Record<string, Fact> = {
  "a vault key": {
    path: "/vault/keys2/",
    body: () => ({ name: "k" }),
    defaults: { algorithm: "AES", size: 256, usageMask: 12, version: 0, state: "Active", objectType: "Symmetric Key" },
  },
  "an EC key of the vault": {
    path: "/vault/keys2/",
    body: () => ({ name: "k", algorithm: "ec" }),
    defaults: { curveid: "secp384r1" },
  },
  "an AWS key": awsKey({
    CustomerMasterKeySpec: "SYMMETRIC_DEFAULT",
    KeyUsage: "ENCRYPT_DECRYPT",
    Origin: "AWS_KMS",
    KeyState: "Enabled",
  }),
  "an AWS key of RSA": awsKey({ KeyUsage: "ENCRYPT_DECRYPT" }, { CustomerMasterKeySpec: "RSA_2048" }),
  "an AWS key of ECC": awsKey({ KeyUsage: "SIGN_VERIFY" }, { CustomerMasterKeySpec: "ECC_NIST_P256" }),
  "an AWS key of HMAC": awsKey({ KeyUsage: "GENERATE_VERIFY_MAC" }, { CustomerMasterKeySpec: "HMAC_256" }),
  "an empty AWS key": awsKey({ KeyState: "PendingImport", Enabled: false }, { Origin: "EXTERNAL" }),
  "an AWS connection": {
    path: "/connectionmgmt/services/aws/connections",
    body: () => ({ name: "c", access_key_id: awsAccount.accessKeyId, secret_access_key: awsAccount.secretAccessKey }),
    defaults: { cloud_name: "aws", aws_region: "us-east-1", is_role_anywhere: false },
  },
  "a custom key store of AWS": {
    path: "/cckm/aws/custom-key-stores",
    body: async () => ({ name: "s", kms: await makeAccount(rig), region: "eu-west-1", ...(await storeParams()) }),
    defaults: {
      linked_state: false,
      enable_success_audit_event: false,
      aws_param: { custom_key_store_type: "EXTERNAL_KEY_STORE", xks_proxy_connectivity: "PUBLIC_ENDPOINT" },
    },
  },
  "an EKM endpoint": {
    path: "/cckm/ekm/endpoints",
    async body() {
      await make(rig, "GoogleProject", { projectId: "acme-prod" });
      return { name: "e", keyURIHostname: "keys.example.com", policy: { basic: { clients: [client] } } };
    },
    defaults: { key_type: "symmetric", algorithm: "AES256", endpoint_type: "ekm", raw_policy_enabled: false },
  },
  "a DKE endpoint": {
    path: "/cckm/microsoft/dke/endpoints",
    body: async () => ({
      name: "d",
      key_uri_hostname: "keys.example.com",
      algorithm: "RSA_DECRYPT_OAEP_2048_SHA256",
      auth_tenants: [await makeTenant(rig)],
    }),
    defaults: { enable_success_audit_event: true },
  },
  "an external vault of OCI": {
    path: "/cckm/oci/create-external-vault",
    async body() {
      const { vaultName, connection, issuerId } = await fixtures.OciExternalVault!.args(rig);
      const place = { endpoint_url_hostname: "cm.example.com", client_application_id: "app-1" };
      return { vault_name: vaultName, connection, issuer_id: issuerId, ...place };
    },
    defaults: { endpoint_url_port: 443, state: "ACTIVE", blocked: false },
  },
  "a key of a DSM": {
    path: "/cckm/dsm/keys",
    body: async () => ({ domain: await makeDsmDomain(rig), dsm_params: { name: "k", algorithm: "AES256" } }),
    defaults: { object_type: "symmetric" },
  },
  "a key of an external CM": {
    path: "/cckm/external-cm/keys",
    body: async () => ({ domainId: await makeCmDomain(rig), name: "k" }),
    defaults: { cm_key_params: { algorithm: "AES" } },
  },
  "a schedule": {
    path: "/scheduler/job-configs",
    body: () => ({ ...config, cckm_key_rotation_params: { cloud_name: "aws" } }),
    defaults: { run_on: "any", disabled: false },
  },
  "a local CA": { path: "/ca/local-cas", body: () => ({ cn: "ca" }), defaults: { state: "pending" } },
  "a domain": {
    path: "/domains",
    body: () => ({ name: "d", admins: ["admin"] }),
    defaults: { allow_user_management: false },
  },
  "a user": {
    path: "/usermgmt/users/",
    body: () => ({ username: "u", password: "Password-1!" }),
    defaults: {
      allowed_auth_methods: ["password"],
      allowed_client_types: ["unregistered", "public", "confidential"],
    },
  },
  "a profile of clients": {
    path: "/client-management/profiles",
    body: () => ({ name: "p" }),
    defaults: { cert_duration: 730 },
  },
  "an AWS report": {
    path: "/cckm/aws/reports",
    async body() {
      const logs = { log_group_region: "eu-west-1", log_group_name: "/aws/lambda/orders" };
      return { name: "r", cloud_watch_params: [{ kms: await makeAccount(rig), ...logs }] };
    },
    defaults: { report_type: "key-report" },
  },
};

test.each(Object.entries(facts))("%s", async (_name, { path, body, defaults }) => {
  const made: Wire = await rig.api.post(path, await body());
  expect(made).toMatchObject(defaults);
});

test("programs that say nothing get the same", () => {
  const compared: string[] = [];
  for (const { path, defaults } of Object.values(facts))
    for (const one of registry.filter((definition) => definition.path === path))
      for (const [key, schema] of Object.entries(one.inputs)) {
        const fact = defaults[spell(one, key)];
        const own = defaultOf(schema);
        if (fact === undefined || own === undefined) continue;
        compared.push(`${one.type}.${key}`);
        expect({ [key]: JSON.stringify(own).toLowerCase() }).toEqual({ [key]: JSON.stringify(fact).toLowerCase() });
      }
  expect(compared).toContain("ClientProfile.certDuration");
});

test("rotation by AWS itself comes once a year", async () => {
  const { id } = await make(rig, "AwsKey", { kms: await makeAccount(rig), region: "eu-west-1" });
  const made = await rig.api.post(`/cckm/aws/keys/${id}/enable-auto-rotation`);
  expect(made.aws_param).toMatchObject({ KeyRotationEnabled: true, RotationPeriodInDays: 365 });
});
