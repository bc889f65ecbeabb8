import * as z from "zod";
import { segment, type Wire } from "../../api/client";
import { defineResource, type Bag, type Scope } from "../../lifecycle/vocabulary/definition";
import { field, named, onDestroy, open, ref } from "../../lifecycle/vocabulary/field";
import { hasMaterial } from "../keySources";
import { groupIdOf, groupOf, isInGroup, sapGroup } from "./group";
import { isDeleted, keyPath, presentKey, sapKeys } from "./keyRecord";
import { sourceTier } from "../sourceTier";
import { olderSource } from "../vault/olderSource";

const curves = [
  "NistP192",
  "NistP224",
  "NistP256",
  "NistP384",
  "NistP521",
  "SecP192K1",
  "SecP224K1",
  "SecP256K1",
] as const;

const operation = open(["ENCRYPT", "DECRYPT", "SIGN", "VERIFY", "WRAP", "UNWRAP"]);

/**
 * A key in a group of SAP Data Custodian, made by SAP, or uploaded from a key of one's own when
 * `sourceKeyIdentifier` is given. Destroying it leaves the key in SAP (see `onDestroy`).
 */
export const sapKey = defineResource({
  type: "SapKey",
  role: "key",
  path: sapKeys,
  createPath: ({ sourceKeyIdentifier }) => (sourceKeyIdentifier === undefined ? sapKeys : "/cckm/sap/upload-key"),
  inputs: {
    /** Id of the `SapGroup` that holds the key. */
    group: ref(sapGroup, { change: "replace" }),
    /** Name of the key, unique in its group. */
    name: named(z.string().min(1), { wire: { to: "name", from: "sap_param.name" } }),
    /** Free text. */
    description: field(z.string().optional(), { wire: { to: "description", from: "sap_param.description" } }),
    /** Kind of key: `AES`, `RSA` or `EC`. */
    type: field(open(["AES", "RSA", "EC"]), { change: "replace", wire: { to: "type", from: "sap_param.type" } }),
    /** What the key may do: ENCRYPT, DECRYPT, SIGN, VERIFY, WRAP, UNWRAP; at least one. */
    operations: field(z.array(operation).min(1, "needs at least one operation"), {
      as: "set",
      wire: { to: "operations", from: "sap_param.operations" },
      guards: true,
    }),
    /**
     * Bits of an AES or RSA key, such as 256 or 3072; required for those unless the key is
     * uploaded.
     */
    size: field(z.int().min(1).optional(), {
      change: "replace",
      absent: "theirs",
      wire: { to: "size", from: "sap_param.size" },
    }),
    /** Curve of an EC key: {@known}. Required for those unless the key is uploaded. */
    curve: field(open(curves).optional(), {
      change: "replace",
      absent: "theirs",
      wire: { to: "curve", from: "sap_param.curve" },
    }),
    /** What the key is for, in SAP's words. */
    role: field(z.string().min(1).default("MASTER_KEY"), {
      change: "replace",
      wire: { to: "role", from: "sap_param.role" },
    }),
    /** True to let the key's material leave SAP. */
    exportable: field(z.boolean().default(false), {
      wire: { to: "exportable", from: "sap_param.exportable" },
      guards: true,
    }),
    /** False to disable the key: what it protects cannot be used meanwhile. */
    enabled: field(z.boolean().default(true), { wire: { to: "enabled", from: "sap_param.enabled" }, guards: true }),
    /**
     * Id or name of the key whose material is uploaded (BYOK); it must be of the same type.
     * Changing it adds a version with the new material and enables it; leaving it out, a version
     * with material of SAP's own. Not compared with the service: a rotation may have brought other
     * material. Default: SAP makes the material.
     */
    sourceKeyIdentifier: field(z.string().min(1).optional(), { seen: "never" }),
    /**
     * Where that key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`.
     * Updated in place, as `sourceKeyIdentifier` does.
     */
    sourceKeyTier: field(sourceTier.default("local"), { seen: "never" }),
    /**
     * On destroy, `retain` leaves the key in SAP and in the service. `destroy` deletes it in SAP,
     * and what it protects can no longer be read.
     */
    onDestroy: onDestroy({ retain: [], destroy: "hook" }),
  },
  outputs: {
    /** Id of the key in SAP Data Custodian. */
    sapKeyId: field(z.string().optional(), { wire: { from: "sap_param.sap_key_id" } }),
    /** Tenant of SAP Data Custodian. */
    tenant: z.string().optional(),
    /** Where the material came from, such as `native` or `cckm`. */
    keyMaterialOrigin: z.string().optional(),
    /** How many versions the key has. Rotation adds one. */
    versionCount: z.number().optional(),
    /** The key's versions, as far as the service shows them with the key. Rotation adds one. */
    versions: field(
      z
        .array(
          z.object({
            /** Id of the version in SAP Data Custodian. */
            id: z.string(),
            /** Number of the version; the first is 1. */
            version: z.number().optional(),
            /** Whether the version may be used; new ones start disabled unless a rotation made them. */
            enabled: z.boolean().optional(),
          }),
        )
        .optional(),
      { wire: { from: "sap_param.versions" } },
    ),
  },
  unique: [["group", "name"]],
  filters: [
    "id",
    "name",
    "group",
    "cloudName",
    "origin",
    "type",
    "size",
    "enabled",
    "exportable",
    "gone",
    "tenant",
    "creatorName",
    "creatorId",
    "sapApplication",
    "sapGroupName",
    "status",
    "keyMaterialOrigin",
    "jobConfigId",
  ],
  actions: [{ inputs: ["sourceKeyIdentifier", "sourceKeyTier"], run: addVersion }],
  rules: [
    { unless: "sourceKeyIdentifier", excludes: ["sourceKeyTier"] },
    { when: { type: "EC" }, unless: "sourceKeyIdentifier", requires: ["curve"] },
    { when: { type: ["AES", "RSA"] }, unless: "sourceKeyIdentifier", requires: ["size"] },
    { when: { type: "EC" }, excludes: ["size"] },
    { when: { type: ["AES", "RSA"] }, excludes: ["curve"] },
    { when: "sourceKeyIdentifier", excludes: ["size", "curve"], because: "the source key determines it" },
  ],
  hooks: {
    forewarns: olderSource("sourceKeyIdentifier"),
    body({ sourceKeyIdentifier }, { enabled: _enabled, source_key_tier, ...rest }) {
      if (sourceKeyIdentifier === undefined) return rest;
      // An upload takes its size, curve and role from its source and the service.
      const { size: _size, curve: _curve, role: _role, ...upload } = rest;
      return { ...upload, source_key_tier };
    },
    async find({ api, inputs }) {
      const group = { id: inputs.group, group_id: await groupIdOf(api, inputs.group) };
      const found = await api.list(sapKeys, { name: inputs.name });
      const nameOf = (one: Wire) => (one.sap_param as Wire | undefined)?.name;
      return found.filter((one) => isInGroup(one, group) && nameOf(one) === inputs.name && !isDeleted(one));
    },
    read: (api, id) => presentKey(api, id),
    enrich: async (api, record, { group }) => ({
      ...record,
      group: await groupOf(api, record, group as string | undefined),
    }),
    async remove({ api }, id) {
      if (await presentKey(api, id)) await api.post(`${keyPath(id)}/delete`, undefined, { repeatable: true });
    },
  },
});

interface Changing {
  id: string;
  record: Wire;
  state: Bag;
}

/** New material is a new version; versions start disabled, and count only once they are enabled. */
async function addVersion({ api, inputs }: Scope, { id, record, state }: Changing): Promise<Wire> {
  const { sourceKeyIdentifier, sourceKeyTier } = inputs as Bag as {
    sourceKeyIdentifier?: string;
    sourceKeyTier?: string;
  };
  if (hasMaterial(record, state, sourceKeyIdentifier)) return record;
  const versions = `${keyPath(id)}/versions`;
  const wanted =
    sourceKeyIdentifier === undefined
      ? { is_native: true }
      : { is_native: false, source_key_identifier: sourceKeyIdentifier, source_key_tier: sourceKeyTier };
  const added = await api.post(versions, wanted);
  await api.patch(`${versions}/${segment(String(added.id ?? added.version_id))}`, { enabled: true });
  return (await presentKey(api, id)) ?? record;
}
