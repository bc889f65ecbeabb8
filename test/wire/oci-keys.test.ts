import type { Wire } from "../../provider/api/client";
import { check } from "../../provider/engine/check";
import type { Bag, Definition } from "../../provider/engine/definition";
import { encodeAll } from "../../provider/engine/wire";
import { ociExternalKey } from "../../provider/resources/oci/externalKey";
import { ociKey } from "../../provider/resources/oci/key";
import { ociKeyVersion } from "../../provider/resources/oci/keyVersion";
import { header, compartmentId, vaultOcid, keyOcid, testWire } from "./oci";

/** Keys of Oracle Cloud and their versions. */

testWire([
  {
    // S: both. The defined tags of Oracle Cloud itself are none of the program's.
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
      vault: "v-1",
      name: "orders",
      algorithm: "ECDSA",
      length: 32,
      curve_id: "NIST_P256",
      protection_mode: "HSM",
      compartment_id: compartmentId,
      freeform_tags: { teamName: "a" },
      defined_tags: { Operations: { CostCenter: "42" } },
      source_key_tier: "local",
    },
    answer: {
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
    // S: the record; the request is made by hand, with `is_native`.
    name: "key version",
    definition: ociKeyVersion,
    inputs: { key: "k-1", sourceKeyIdentifier: "s-1" },
    request: { source_key_identifier: "s-1", source_key_tier: "local" },
    answer: {
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
      vault: "v-1",
      name: "payroll",
      source_key_identifier: "s-1",
      source_key_tier: "local",
      policy: "package p",
    },
    answer: {
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

/** What the makers of these resources send: S. */
test.each<[string, Definition, Bag, string, Wire]>([
  [
    "a native key says all of its shape",
    ociKey,
    { vault: "v-1", name: "orders" },
    "/cckm/oci/keys",
    { algorithm: "AES", length: 32, protection_mode: "HSM", compartment_id: compartmentId },
  ],
  [
    "an uploaded key says where its material is",
    ociKey,
    { vault: "v-1", name: "orders", sourceKeyIdentifier: "s-1" },
    "/cckm/oci/upload-key",
    { protection_mode: "HSM", compartment_id: compartmentId, source_key_identifier: "s-1", source_key_tier: "local" },
  ],
  ["a native version", ociKeyVersion, { key: "k-1" }, "/cckm/oci/keys/k-1/versions", { is_native: true }],
  [
    "an uploaded version",
    ociKeyVersion,
    { key: "k-1", sourceKeyIdentifier: "s-1", sourceKeyTier: "dsm" },
    "/cckm/oci/keys/k-1/versions",
    { is_native: false, source_key_identifier: "s-1", source_key_tier: "dsm" },
  ],
])("%s", async (_name, definition, given, path, body) => {
  const sent: [string, unknown][] = [];
  const api = {
    list: async () => [],
    get: async () => ({ id: "k-1", compartment_id: compartmentId, oci_params: { lifecycle_state: "ENABLED" } }),
    post: async (at: string, content: unknown) => {
      sent.push([at, content]);
      return { id: "1" };
    },
  };
  const { inputs } = check(definition, {}, given);
  const poll = (look: () => Promise<unknown>) => look();
  await definition.hooks!.create!({ api, inputs, poll } as never, encodeAll(definition, inputs));
  expect(sent).toEqual([[path, expect.objectContaining(body)]]);
});
