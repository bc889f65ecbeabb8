import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { defineResource, type Bag } from "../../lifecycle/vocabulary/definition";
import { field, named, onDestroy, open, ref } from "../../lifecycle/vocabulary/field";
import { pick } from "../../lifecycle/values/wire";
import { warnIfUnrefreshed, type Unrefreshed } from "../unrefreshed";
import { defaultLength, shapeProblems } from "./keyShape";
import {
  act,
  deletionTime,
  isEnabled,
  isExternal,
  keyRecord,
  isPendingDeletion,
  lifecycleState,
  ociKeys,
  ociMark,
  passingStates,
  pathOf,
  pendingStates,
  recovered,
  settled,
  steadyStates,
  withOthersTags,
} from "./keyRecord";
import { definedTags, freeformTags, ocid, reservedTags } from "./ocid";
import { ociVault } from "./vault";
import { sourceTier } from "../sourceTier";
import { olderSource } from "../vault/olderSource";

const unrefreshed: Unrefreshed = {
  container: ociVault,
  jobs: "/cckm/oci/synchronization-jobs",
  list: "vaults",
  cloud: "oci",
  words: { name: "name", place: "the vault in Oracle Cloud" },
};

/**
 * A key in a vault of Oracle Cloud, made there or uploaded, and managed through the service.
 * Destroying it schedules its deletion in Oracle Cloud (see `onDestroy`).
 */
export const ociKey = defineResource({
  type: "OciKey",
  role: "key",
  path: ociKeys,
  inputs: {
    /** Id of the `OciVault` that holds the key. */
    vault: ref(ociVault, { change: "replace", wire: { to: "vault", from: "cckm_vault_id" } }),
    /** Name of the key in Oracle Cloud, where several may have the same. */
    name: named(z.string().min(1).max(100), { wire: { to: "name", from: "oci_params.display_name" } }),
    // Oracle's reference: https://docs.oracle.com/en-us/iaas/api/#/en/key/latest/datatypes/KeyShape. Keys of the protection
    // mode EXTERNAL are `OciExternalKey`s.
    /** Kind of key: `AES`, `RSA` or `ECDSA`. Default: `AES`, or what an uploaded key is. */
    algorithm: field(open(["AES", "RSA", "ECDSA"]).optional(), {
      change: "replace",
      absent: "theirs",
      wire: { from: "oci_params.algorithm" },
    }),
    /**
     * Length in bytes: 16, 24 or 32 for AES, 256, 384 or 512 for RSA, 32, 48 or 66 for ECDSA.
     * Default: 32 for AES, 256 for RSA, for ECDSA what fits the curve, or what an uploaded key
     * has.
     */
    length: field(z.number().int().optional(), {
      change: "replace",
      absent: "theirs",
      wire: { from: "oci_params.length" },
    }),
    /**
     * Curve of an ECDSA key: `NIST_P256`, `NIST_P384` or `NIST_P521`. Default: what fits the
     * length, else `NIST_P256`.
     */
    curveId: field(open(["NIST_P256", "NIST_P384", "NIST_P521"]).optional(), {
      change: "replace",
      absent: "theirs",
      wire: { from: (response) => curveOf(response) },
    }),
    /** Where the key does its work: `HSM`, which it never leaves, or `SOFTWARE`. */
    protectionMode: field(open(["HSM", "SOFTWARE"]).default("HSM"), {
      change: "replace",
      wire: { from: "oci_params.protection_mode" },
      guards: true,
    }),
    /** OCID of the compartment that holds the key. Default: the vault's. */
    compartmentId: field(z.union([ocid("compartment"), ocid("tenancy")]).optional(), {
      absent: "theirs",
      wire: { from: "oci_params.compartment_id" },
    }),
    /** Tags without a namespace, a map of strings. */
    freeformTags: field(freeformTags.default({}), { wire: { from: "oci_params.freeform_tags" } }),
    /**
     * Tags by namespace, values by name in each; without the namespace `Oracle-Tags`, which Oracle
     * Cloud fills in itself. Default: the tag defaults of the compartment, which are left alone;
     * `{}` removes them.
     */
    definedTags: field(definedTags.optional(), {
      absent: "theirs",
      reserved: reservedTags,
      wire: { from: "oci_params.defined_tags" },
    }),
    /**
     * False to disable the key: it can then neither encrypt nor decrypt. Updated in place; a key
     * that is pending deletion is recovered first.
     */
    enabled: field(z.boolean().default(true), { wire: { to: false, from: isEnabled }, guards: true }),
    /**
     * Id of the key whose material is uploaded. A later rotation may bring other material; that is
     * no change of this. Default: Oracle Cloud makes the material.
     */
    sourceKeyIdentifier: field(z.string().min(1).optional(), { ref: "any", change: "replace", seen: "never" }),
    /** Where that key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`. */
    sourceKeyTier: field(sourceTier.default("local"), {
      change: "replace",
      seen: "never",
    }),
    /**
     * On destroy, `scheduleDeletion` lets Oracle Cloud delete the key after `deletionWindowDays`;
     * it can be recovered until then. `retain` leaves it as it is.
     */
    onDestroy: onDestroy({
      scheduleDeletion: { calls: "hook", recoverable: "until its `deletionWindowDays` end" },
      retain: [],
    }),
    /** Days between destroying the resource and the end of the key, 7 to 30. */
    deletionWindowDays: field(z.number().int().min(7).max(30).default(30), { seen: "local" }),
  },
  outputs: {
    /** OCID of the key. */
    keyId: field(z.string(), { wire: "oci_params.key_id" }),
    /**
     * State of the key in Oracle Cloud: ENABLED, DISABLED, PENDING_DELETION, or a transitional one,
     * such as CREATING.
     */
    lifecycleState: field(z.string(), { wire: "oci_params.lifecycle_state" }),
    /** OCID of the version that encrypts now. A rotation changes it. */
    currentKeyVersion: field(z.string(), { wire: "oci_params.current_key_version" }),
    /** Where its material came from: `native`, `cckm` for uploaded material, or `unknown`. */
    keyMaterialOrigin: z.string().optional(),
    /** OCI region of the key. */
    region: z.string().optional(),
    /** Name of the tenancy. */
    tenancy: z.string().optional(),
    /** Name of its compartment. */
    compartmentName: z.string().optional(),
  },
  // Names are not unique here: a replacement is created before the old object is deleted.
  unique: [],
  scheduled: {
    endsAt: (key) => (isPendingDeletion(key) ? deletionTime(key) : undefined),
    among: ({ vault }) => ({ cckm_vault_id: vault, lifecycle_state: [...pendingStates] }),
  },
  isOne: (record) => !isExternal(record),
  mark: ociMark,
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
      // First: a disabled key refuses the changes below.
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
        const defined = tags && { defined_tags: withOthersTags(tags, now) };
        const body = { display_name: name, freeform_tags, ...defined };
        const mark = ociMark.read(now);
        return scope.api.patch(pathOf(idIn(now)), typeof mark === "string" ? ociMark.write(body, mark) : body);
      },
    },
    {
      inputs: ["compartmentId"],
      run: (scope, { record }) =>
        act(scope, record, "change-compartment", { compartment_id: scope.inputs.compartmentId }),
    },
    {
      // Last, for the same reason.
      inputs: ["enabled"],
      run: async (scope, { record }) => (scope.inputs.enabled ? record : act(scope, record, "disable")),
    },
  ],
  hooks: {
    forewarns: olderSource("sourceKeyIdentifier"),
    check: shapeProblems,
    async create(scope, body) {
      await warnIfUnrefreshed(scope, scope.inputs.vault, unrefreshed);
      return create(scope.api, scope.inputs, body);
    },
    async find({ api, inputs }) {
      const found = await api.list(ociKeys, { cckm_vault_id: inputs.vault, key_name: inputs.name });
      const isIt = (key: Wire) => key.cckm_vault_id === inputs.vault && nameOf(key) === inputs.name;
      return found.filter((key) => isIt(key) && key.gone !== true && lifecycleState(key) !== "PENDING_DELETION");
    },
    read: (api, id) => keyRecord(api, id),
    async remove(scope, id) {
      const key = await keyRecord(scope.api, id);
      const now = key && (await settled(scope, key));
      if (!now || lifecycleState(now) === "PENDING_DELETION") return;
      await act(scope, now, "schedule-deletion", { days: scope.inputs.deletionWindowDays });
    },
  },
});

const nameOf = (key: Wire) => pick(key, "oci_params.display_name");

/** For keys without a curve, the service may return `NONE`. */
function curveOf(response: Wire): unknown {
  const curve = pick(response, "oci_params.curve_id");
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
