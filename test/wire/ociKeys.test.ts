import type { Wire } from "../../provider/api/client";
import { check } from "../../provider/lifecycle/values/check";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { ociExternalKey } from "../../provider/resources/oci/externalKey";
import { ociKey } from "../../provider/resources/oci/key";
import { ociKeyVersion } from "../../provider/resources/oci/keyVersion";
import { sentToMake } from "./sent";
import { header, compartmentId, vaultOcid, keyOcid, testWire } from "./oci";

/** Keys of Oracle Cloud and their versions. */

testWire([
  {
    // S: both. The defined tags that Oracle Cloud adds are not inputs.
    name: "key",
    definition: ociKey,
    inputs: {
      vault: "v-1",
      name: "orders",
      algorithm: "ECDSA",
      length: 32,
      curveId: "NIST_P256",
      compartmentId,
      freeformTags: { teamName: "a" },
      definedTags: { Operations: { CostCenter: "42" } },
    },
    request: {
      "POST /cckm/oci/keys": {
        vault: "v-1",
        name: "orders",
        algorithm: "ECDSA",
        length: 32,
        curve_id: "NIST_P256",
        protection_mode: "HSM",
        compartment_id: compartmentId,
        freeform_tags: { teamName: "a" },
        defined_tags: { Operations: { CostCenter: "42" } },
      },
    },
    response: {
      ...header,
      id: "1",
      vault_id: vaultOcid,
      cckm_vault_id: "v-1",
      tenancy: "acme",
      region: "eu-frankfurt-1",
      compartment_name: "security",
      key_material_origin: "native",
      auto_rotate: false,
      labels: {},
      gone: false,
      oci_params: {
        algorithm: "ECDSA",
        length: 32,
        curve_id: "NIST_P256",
        protection_mode: "HSM",
        compartment_id: compartmentId,
        current_key_version: "ocid1.keyversion.oc1..1",
        display_name: "orders",
        key_id: keyOcid,
        lifecycle_state: "ENABLED",
        vault_name: "shared",
        freeform_tags: { teamName: "a" },
        defined_tags: { Operations: { CostCenter: "42" }, "Oracle-Tags": { CreatedBy: "somebody" } },
      },
    },
    state: {
      vault: "v-1",
      name: "orders",
      algorithm: "ECDSA",
      length: 32,
      curveId: "NIST_P256",
      protectionMode: "HSM",
      compartmentId,
      freeformTags: { teamName: "a" },
      definedTags: { Operations: { CostCenter: "42" } },
      enabled: true,
      keyId: keyOcid,
      lifecycleState: "ENABLED",
      currentKeyVersion: "ocid1.keyversion.oc1..1",
      keyMaterialOrigin: "native",
      region: "eu-frankfurt-1",
      tenancy: "acme",
      compartmentName: "security",
    },
  },
  {
    // S: the record and the request.
    name: "key version",
    definition: ociKeyVersion,
    inputs: { key: "k-1", sourceKeyIdentifier: "s-1" },
    request: {
      "POST /cckm/oci/keys/k-1/versions": { is_native: false, source_key_identifier: "s-1", source_key_tier: "local" },
    },
    response: {
      ...header,
      id: "1",
      key: "k-1",
      gone: false,
      key_material_origin: "cckm",
      source_key_identifier: "s-1",
      source_key_name: "source",
      source_key_tier: "local",
      vault_id: vaultOcid,
      oci_key_version_params: {
        key_id: keyOcid,
        lifecycle_state: "ENABLED",
        origin: "EXTERNAL",
        version_id: "ocid1.keyversion.oc1..2",
      },
    },
    state: {
      key: "k-1",
      sourceKeyIdentifier: "s-1",
      sourceKeyTier: "local",
      versionId: "ocid1.keyversion.oc1..2",
      lifecycleState: "ENABLED",
      origin: "EXTERNAL",
    },
  },
  {
    // S: the request and the part of the record.
    name: "external key",
    definition: ociExternalKey,
    inputs: { vault: "v-1", name: "payroll", sourceKeyIdentifier: "s-1", policy: "package p" },
    request: {
      "POST /cckm/oci/create-external-key": {
        vault: "v-1",
        name: "payroll",
        source_key_identifier: "s-1",
        source_key_tier: "local",
        policy: "package p",
      },
    },
    response: {
      ...header,
      id: "1",
      cckm_vault_id: "v-1",
      gone: false,
      labels: null,
      hyok_key_params: { name: "payroll", linked_state: true, blocked: false, state: "ACTIVE", policy: "package p" },
    },
    state: {
      vault: "v-1",
      name: "payroll",
      policy: "package p",
      blocked: false,
      state: "ACTIVE",
      linkedState: true,
    },
  },
]);

test("native and external keys share a collection, and are told apart", () => {
  const native = { oci_params: { key_id: keyOcid }, hyok_key_params: { name: "", blocked: false } };
  const external = { hyok_key_params: { name: "payroll" } };
  expect([native, external].map((record) => ociKey.isOne!(record))).toEqual([true, false]);
  expect([native, external].map((record) => ociExternalKey.isOne!(record))).toEqual([false, true]);
});

const known = {
  "/cckm/oci/vaults/v-1": { id: "v-1", compartment_id: compartmentId },
  "/cckm/oci/keys/k-1": { id: "k-1", oci_params: { lifecycle_state: "ENABLED" } },
};

/** S, as the request bodies above. */
test.each<[string, Definition, Bag, Record<string, Wire>]>([
  [
    "a native key is described completely",
    ociKey,
    { vault: "v-1", name: "orders" },
    {
      "POST /cckm/oci/keys": {
        vault: "v-1",
        name: "orders",
        algorithm: "AES",
        length: 32,
        protection_mode: "HSM",
        compartment_id: compartmentId,
        freeform_tags: {},
      },
    },
  ],
  [
    "an uploaded key names the source of its material",
    ociKey,
    { vault: "v-1", name: "orders", sourceKeyIdentifier: "s-1" },
    {
      "POST /cckm/oci/upload-key": {
        vault: "v-1",
        name: "orders",
        protection_mode: "HSM",
        compartment_id: compartmentId,
        freeform_tags: {},
        source_key_identifier: "s-1",
        source_key_tier: "local",
      },
    },
  ],
  ["a native version", ociKeyVersion, { key: "k-1" }, { "POST /cckm/oci/keys/k-1/versions": { is_native: true } }],
  [
    "an uploaded version",
    ociKeyVersion,
    { key: "k-1", sourceKeyIdentifier: "s-1", sourceKeyTier: "dsm" },
    {
      "POST /cckm/oci/keys/k-1/versions": {
        is_native: false,
        source_key_identifier: "s-1",
        source_key_tier: "dsm",
      },
    },
  ],
])("%s", async (_name, definition, given, sent) => {
  const { inputs } = check(definition, {}, given);
  expect(await sentToMake(definition, inputs, known)).toEqual(sent);
});
