import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTerraformState, type TerraformState } from "../../../cli/adopt/terraform";
import { definitionOf } from "../../../provider/resources/load";

/**
 * Both lines of the vendor's Terraform provider have the same names, with other forms of ids: the
 * form decides.
 */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ciphertrust-terraform-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(...resources: [type: string, attributes: object][]): TerraformState {
  const file = join(folder, "state.json");
  const managed = resources.map(([type, attributes]) => ({
    mode: "managed",
    type: `ciphertrust_${type}`,
    name: "x",
    instances: [{ attributes }],
  }));
  writeFileSync(file, JSON.stringify({ version: 4, resources: managed }));
  return readTerraformState(file);
}

const found = (type: string, id: string, record: object = {}) => ({
  definition: definitionOf(type),
  id,
  record: { id, ...record },
});

const kms = "11111111-0000-4000-8000-000000000001";
const id = "11111111-0000-4000-8000-000000000004";
const kid = "https://v.example/keys/app/0123456789abcdef";
const named = (name: string) => ({ name });

test.each<[line: string, type: string, attributes: object, here: string, record?: object]>([
  ["0.11", "aws_key", { id: "eu-west-1\\2a2a", key_id: id, aws_key_id: "2a2a", kms, upload_key: [] }, "AwsKey"],
  ["1.0", "aws_key", { id, kms_id: kms, aws_param: { key_id: "2a2a", alias: ["app"] } }, "AwsKey"],
  ["1.0", "aws_byok_key", { id, kms_id: kms, source_key_identifier: "s" }, "AwsUploadedKey"],
  ["1.0", "aws_byok_key", { id, kms_id: kms }, "AwsKey"],
  ["1.0", "aws_byok_key", { id, kms_id: kms, replicate_key: {} }, "AwsReplicaKey"],
  ["0.11", "aws_xks_key", { id: "eu-west-1\\k", key_id: id }, "AwsXksKey"],
  ["1.0", "aws_xks_key", { id }, "AwsXksKey"],
  ["0.11", "azure_key", { id: kid, key_id: id, name: "app" }, "AzureKey"],
  ["later", "azure_key", { id, azure_params: { key: { kid, kty: "RSA" } } }, "AzureKey"],
  ["0.11", "gcp_key", { id: "projects/p/locations/l/keyRings/r/cryptoKeys/k", key_id: id }, "GoogleKey"],
  ["1.0", "oci_vault", { id, vault_id: "ocid1.vault.oc1..made.up" }, "OciVault"],
  ["1.0", "oci_key", { id, vault: kms, vault_id: "ocid1.vault.oc1..made.up" }, "OciKey"],
  ["1.0", "oci_byok_key", { id, vault: kms }, "OciKey"],
  ["0.11", "hsm_key", { id: "public-private", private_key_id: id, public_key_id: "public" }, "LunaKey"],
  ["1.0", "cm_key", { id, name: "app", key_id: "0a".repeat(32) }, "VaultKey", named("app")],
  ["1.0", "scheduler", { id, operation: "cckm_key_rotation" }, "RotationSchedule"],
  ["1.0", "scheduler", { id, operation: "cckm_synchronization" }, "RefreshSchedule"],
  ["1.0", "scheduler", { id, operation: "cckm_xks_credential_rotation" }, "AwsXksCredentialRotationSchedule"],
  ["1.0", "scheduler", { id, operation: "cckm_key_backup" }, "AzureKeyBackupSchedule"],
  ["later", "trusted_cas", { id: "the record of the trust", ca_id: id }, "WebInterfaceTrust"],
])("%s: %s %j is %s", (_line, type, attributes, here, record = {}) => {
  const state = read([type, attributes]);
  expect([...state.types]).toContain(here);
  expect(state.holds(found(here, id, record))).toBe(true);
  expect(state.holds(found(here, "another", "name" in record ? named("another") : {}))).toBe(false);
  expect(state.missing()).toEqual([]);
});

test("an Azure key whose version in the state is no longer the newest is found by its name", () => {
  const state = read(["azure_key", { id: kid, key_id: "an earlier version", name: "app" }]);
  const of = (name: string) => ({ azure_param: { key: { kid: `https://v.example/keys/${name}/fedcba9876543210` } } });
  expect(state.holds(found("AzureKey", "other", of("app-2")))).toBe(false);
  expect(state.holds(found("AzureKey", id, of("app")))).toBe(true);
});

const users = { group: "Key Users", actions: ["keycreate", "viewnative"] };
const alice = "local|77777777-0000-4000-8000-000000000001";

describe("permissions", () => {
  const acl = (type: string, container: string, who: object) =>
    found("ContainerAcl", "any", { container: { type, id: container }, ...who });

  test.each([
    ["aws_kms", "aws_acl", "kms_id", "AwsKms"],
    ["azure_vault", "azure_acl", "vault_id", "AzureVault"],
    ["oci_vault", "oci_acl", "vault_id", "OciVault"],
  ])("%s in the state: %s is one of it", (container, type, attribute, here) => {
    const state = read(
      [container, { id: kms }],
      [type, { id: `${kms}::group::Key Users`, [attribute]: kms, ...users }],
      [type, { id: `${kms}::user::${alice}`, [attribute]: kms, user_id: `user::${alice}` }],
    );
    state.holds(found(here, kms));
    expect(state.holds(acl(here, kms, { group: "Key Users" }))).toBe(true);
    expect(state.holds(acl(here, kms, { user: alice }))).toBe(true);
    expect(state.holds(acl(here, kms, { group: "Others" }))).toBe(false);
    expect(state.holds(acl(here, id, { group: "Key Users" }))).toBe(false);
    expect(state.missing()).toEqual([]);
  });

  test("of a container that the state does not have: by hand, with the id where the state tells it", () => {
    const state = read(
      ["aws_acl", { id: `${kms}::group::Key Users`, kms_id: kms, ...users }],
      ["gcp_acl", { id: "7f7f7f7f", keyring_id: "projects/p/locations/global/keyRings/r", user_id: alice }],
    );
    expect(state.missing().map(({ reason }) => reason)).toEqual([
      `is of a container that the state does not manage: declare a ContainerAcl with  adopt: "AwsKms/${kms}/Key Users"  for it`,
      "is of a container that the state does not manage",
    ]);
  });
});

test("what has no resource of its own says what can be declared for it", () => {
  const key = "44444444-0000-4000-8000-000000000001";
  const state = read(
    ["oci_key_version", { id, cckm_key_id: key }],
    ["oci_byok_key_version", { id, cckm_key_id: key }],
    ["aws_key_material", { id: key, key_material: [{ source_key_identifier: "s" }] }],
    ["aws_key_rotation", { id: `${key}/2026-06` }],
    ["scheduler", { id, operation: "database_backup" }],
    ["cm_mkek", { id }],
  );
  const version = `is a version of its key: declare an OciKeyVersion with  adopt: "${key}/${id}"  for it`;
  expect(state.missing().map(({ reason }) => reason)).toEqual([
    version,
    version,
    `is the material of its key: declare an AwsKeyMaterial with  adopt: "${key}"  for it`,
    "is an event that has passed",
    "is a backup of the service, which is not managed by this provider",
    "is an event that has passed",
  ]);
});

test("an Oracle key that rotates by itself is taken with its schedule", () => {
  const state = read(["oci_key", { id, enable_auto_rotation: { job_config_id: "j", key_source: "native" } }]);
  expect(state.holds(found("OciKey", id))).toBe(true);
  expect(state.holds(found("KeyRotation", id, { key: { type: "OciKey", id } }))).toBe(true);
});
