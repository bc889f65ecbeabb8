import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { defineResource, namedAfterResource, type Bag } from "../../engine/definition";
import { markKey } from "../../engine/mark";
import { pick } from "../../engine/wire";
import { defaultLength, shapeProblems } from "./keyShape";
import {
  act,
  isEnabled,
  isExternal,
  keyRecord,
  lifecycleState,
  ociKeys,
  ownTags,
  passingStates,
  pathOf,
  recovered,
  settled,
  steadyStates,
  withReserved,
} from "./keyRecord";
import { definedTags, freeformTags, ocid } from "./ocid";
import { ociVault } from "./vault";

/** A key in a vault of Oracle Cloud, made there or uploaded, and managed through the service. Destroying it schedules its deletion in Oracle Cloud (see `onDestroy`). */
export const ociKey = defineResource({
  type: "OciKey",
  path: ociKeys,
  feature: "CCKM",
  inputs: {
    /** Id of the `OciVault` that holds the key. A change replaces the key. */
    vault: z.string().min(1),
    /** Name of the key in Oracle Cloud, where several may have the same. Default: the resource's name in the program. Changes in place. */
    name: namedAfterResource(z.string().min(1).max(100)),
    /** Kind of key: `AES`, `RSA` or `ECDSA`. Default: `AES`, or what an uploaded key is. A change replaces the key. */
    algorithm: z.enum(["AES", "RSA", "ECDSA"]).optional(),
    /** Length in bytes: 16, 24 or 32 for AES, 256, 384 or 512 for RSA, 32, 48 or 66 for ECDSA. Default: 32 for AES, 256 for RSA, for ECDSA what fits the curve, or what an uploaded key has. A change replaces the key. */
    length: z.number().int().optional(),
    /** Curve of an ECDSA key: `NIST_P256`, `NIST_P384` or `NIST_P521`. Default: what fits the length, else `NIST_P256`. A change replaces the key. */
    curveId: z.enum(["NIST_P256", "NIST_P384", "NIST_P521"]).optional(),
    /** Where the key does its work: `HSM`, which it never leaves, or `SOFTWARE`. Default `HSM`. A change replaces the key. */
    protectionMode: z.enum(["HSM", "SOFTWARE"]).default("HSM"),
    /** OCID of the compartment that holds the key. Default: the vault's. Changes in place. */
    compartmentId: z.union([ocid("compartment"), ocid("tenancy")]).optional(),
    /** Tags without a namespace, text by name. Changes in place. Default: none. */
    freeformTags: freeformTags.default({}),
    /** Tags by namespace, values by name in each; without the namespace `Oracle-Tags`, which Oracle Cloud fills in itself. Changes in place. Default: none. */
    definedTags: definedTags
      .refine((tags) => !("Oracle-Tags" in tags), 'must not hold the namespace "Oracle-Tags": Oracle Cloud fills it in')
      .default({}),
    /** False to disable the key: it can then neither encrypt nor decrypt. Default true. Changes in place; a key that is pending deletion is recovered first. */
    enabled: z.boolean().default(true),
    /** Id of the key whose material is uploaded. A later rotation may bring other material; that is no change of this. Default: Oracle Cloud makes the material. A change replaces the key. */
    sourceKeyIdentifier: z.string().min(1).optional(),
    /** Where that key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`. Default `local`. A change replaces the key. */
    sourceKeyTier: z.enum(["local", "dsm", "hsm-luna", "external-cm"]).default("local"),
    /** What destroying the resource does to the key: `scheduleDeletion` lets Oracle Cloud delete it after `deletionWindowDays`, until when it can be recovered; `retain` leaves it as it is. Default `scheduleDeletion`. Kept by the provider. */
    onDestroy: z.enum(["scheduleDeletion", "retain"]).default("scheduleDeletion"),
    /** Days between destroying the resource and the end of the key, 7 to 30. Default 30. Kept by the provider. */
    deletionWindowDays: z.number().int().min(7).max(30).default(30),
  },
  outputs: {
    /** OCID of the key. */
    keyId: z.string(),
    /** State of the key in Oracle Cloud: ENABLED, DISABLED, PENDING_DELETION, or one that passes by itself, such as CREATING. */
    lifecycleState: z.string(),
    /** OCID of the version that encrypts now. A rotation changes it. */
    currentKeyVersion: z.string(),
    /** Where its material came from: `native`, `cckm` for uploaded material, or `unknown`. */
    keyMaterialOrigin: z.string().optional(),
    /** OCI region of the key. */
    region: z.string().optional(),
    /** Name of the tenancy. */
    tenancy: z.string().optional(),
    /** Name of its compartment. */
    compartmentName: z.string().optional(),
  },
  // Names are no places here: a successor is made before its predecessor goes.
  unique: [],
  immutable: ["vault", "algorithm", "length", "curveId", "protectionMode", "sourceKeyIdentifier", "sourceKeyTier"],
  references: ["sourceKeyIdentifier"],
  // The versions name their sources; the key itself does not.
  writeOnly: ["sourceKeyIdentifier", "sourceKeyTier"],
  computed: ["algorithm", "length", "curveId", "compartmentId"],
  local: ["onDestroy", "deletionWindowDays"],
  needs: { vault: ociVault },
  isOne: (record) => !isExternal(record),
  mark: {
    write(body, mark) {
      const tags = (body.freeform_tags ?? {}) as Bag;
      return Object.keys(tags).length < mostTags ? { ...body, freeform_tags: { ...tags, [markKey]: mark } } : body;
    },
    read: (record) => pick(record, `oci_params.freeform_tags.${markKey}`),
  },
  filters: [
    "id",
    "keyName",
    "keyId",
    "algorithm",
    "length",
    "curveId",
    "protectionMode",
    "cckmVaultId",
    "vaultId",
    "vaultName",
    "compartmentName",
    "tenancy",
    "region",
    "lifecycleState",
    "keyMaterialOrigin",
    "jobConfigId",
    "gone",
  ],
  wire: {
    vault: { to: "vault", from: "cckm_vault_id" },
    name: { to: "name", from: "oci_params.display_name" },
    algorithm: { from: "oci_params.algorithm" },
    length: { from: "oci_params.length" },
    curveId: { from: (answer) => curveOf(answer) },
    protectionMode: { from: "oci_params.protection_mode" },
    compartmentId: { from: "oci_params.compartment_id" },
    freeformTags: { from: "oci_params.freeform_tags" },
    definedTags: { from: "oci_params.defined_tags", decode: ownTags },
    enabled: { to: false, from: isEnabled },
    keyId: "oci_params.key_id",
    lifecycleState: "oci_params.lifecycle_state",
    currentKeyVersion: "oci_params.current_key_version",
  },
  ready: {
    output: "lifecycleState",
    is: steadyStates,
    pending: passingStates,
    timeoutSeconds: 300,
    // Somebody scheduled its deletion: a declared key is recovered before its window ends.
    async test(api, id) {
      const record = await api.get(pathOf(id));
      if (lifecycleState(record) !== "PENDING_DELETION") return record;
      return api.post(`${pathOf(id)}/cancel-deletion`, undefined, { repeatable: true });
    },
  },
  actions: [
    {
      // First of all: a disabled key refuses the changes below.
      inputs: ["enabled"],
      async run(scope, { record }) {
        const now = await recovered(scope, record);
        return scope.inputs.enabled && !isEnabled(now) ? act(scope, now, "enable") : now;
      },
    },
    {
      inputs: ["name", "freeformTags", "definedTags"],
      async run(scope, { record }) {
        const { name, freeformTags: freeform_tags, definedTags: tags } = scope.inputs;
        const now = await settled(scope, record);
        const defined_tags = withReserved(tags, now);
        return scope.api.patch(pathOf(idIn(now)), { display_name: name, freeform_tags, defined_tags });
      },
    },
    {
      inputs: ["compartmentId"],
      run: (scope, { record }) =>
        act(scope, record, "change-compartment", { compartment_id: scope.inputs.compartmentId }),
    },
    {
      // Last of all, for the same reason.
      inputs: ["enabled"],
      run: async (scope, { record }) => (scope.inputs.enabled ? record : act(scope, record, "disable")),
    },
  ],
  hooks: {
    check: shapeProblems,
    create: ({ api, inputs }, body) => create(api, inputs, body),
    async find({ api, inputs }) {
      const found = await api.list(ociKeys, { cckm_vault_id: inputs.vault, key_name: inputs.name });
      const isIt = (key: Wire) => key.cckm_vault_id === inputs.vault && nameOf(key) === inputs.name;
      return found.filter((key) => isIt(key) && key.gone !== true && lifecycleState(key) !== "PENDING_DELETION");
    },
    read: (api, id) => keyRecord(api, id),
    async remove(scope, id) {
      if (scope.inputs.onDestroy === "retain") return;
      const key = await keyRecord(scope.api, id);
      const now = key && (await settled(scope, key));
      if (!now || lifecycleState(now) === "PENDING_DELETION") return;
      await act(scope, now, "schedule-deletion", { days: scope.inputs.deletionWindowDays });
    },
  },
});

/** So many tags without a namespace a resource may have in Oracle Cloud. */
const mostTags = 10;

const nameOf = (key: Wire) => pick(key, "oci_params.display_name");

/** Keys without a curve may be answered with `NONE`. */
function curveOf(answer: Wire): unknown {
  const curve = pick(answer, "oci_params.curve_id");
  return curve === "NONE" ? undefined : curve;
}

/** Native keys are described; uploaded ones are what their source is. */
async function create(api: Api, inputs: Bag, body: Wire): Promise<Wire> {
  const compartment_id = body.compartment_id ?? (await vaultCompartment(api, String(inputs.vault)));
  const { source_key_identifier, source_key_tier, ...rest } = body;
  if (source_key_identifier !== undefined) {
    return api.post("/cckm/oci/upload-key", { ...rest, compartment_id, source_key_identifier, source_key_tier });
  }
  return api.post(ociKeys, { ...rest, ...defaultLength(inputs), compartment_id });
}

async function vaultCompartment(api: Api, id: string): Promise<unknown> {
  return (await api.get(`${ociVault.path}/${segment(id)}`)).compartment_id;
}
