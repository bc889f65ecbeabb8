import * as z from "zod";
import { segment, type Wire } from "../../api/client";
import { defineResource, namedAfterResource, type Bag, type Failure, type Scope } from "../../engine/definition";
import { hasMaterial } from "../keySources";
import { sapGroup } from "./group";
import { isDeleted, keyPath, presentKey, sapKeys } from "./keyRecord";

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

const operation = z.enum(["ENCRYPT", "DECRYPT", "SIGN", "VERIFY", "WRAP", "UNWRAP"]);

/** A key in a group of SAP Data Custodian, made by SAP, or uploaded from a key of one's own when `sourceKeyIdentifier` is given. Destroying it leaves the key in SAP (see `onDestroy`). */
export const sapKey = defineResource({
  type: "SapKey",
  path: sapKeys,
  feature: "CCKM",
  inputs: {
    /** Id of the `SapGroup` that holds the key. A change replaces the key. */
    group: z.string().min(1),
    /** Name of the key, unique in its group. Default: the resource's name in the program. Changes in place. */
    name: namedAfterResource(z.string().min(1)),
    /** Free text. Changes in place. Default: none. */
    description: z.string().optional(),
    /** Kind of key: `AES`, `RSA` or `EC`. A change replaces the key. */
    type: z.enum(["AES", "RSA", "EC"]),
    /** What the key may do: ENCRYPT, DECRYPT, SIGN, VERIFY, WRAP, UNWRAP; at least one. Order has no meaning. Changes in place. */
    operations: z.array(operation).min(1, "needs at least one operation"),
    /** Bits of an AES or RSA key, such as 256 or 3072; required for those unless the key is uploaded. A change replaces the key. */
    size: z.int().min(1).optional(),
    /** Curve of an EC key: NistP192, NistP224, NistP256, NistP384, NistP521, SecP192K1, SecP224K1 or SecP256K1; required for those unless the key is uploaded. A change replaces the key. */
    curve: z.enum(curves).optional(),
    /** What the key is for, in SAP's words. Default `MASTER_KEY`. A change replaces the key. */
    role: z.string().min(1).default("MASTER_KEY"),
    /** True to let the key's material leave SAP. Default false. Changes in place. */
    exportable: z.boolean().default(false),
    /** False to disable the key: what it protects cannot be used meanwhile. Default true. Changes in place. */
    enabled: z.boolean().default(true),
    /** Id or name of the key whose material is uploaded (BYOK); it must be of the same type. A change adds a version with the new material and enables it; leaving it out, a version with material of SAP's own. Not compared with the service: a rotation may have brought other material. Default: SAP makes the material. */
    sourceKeyIdentifier: z.string().min(1).optional(),
    /** Where that key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`. Default `local`. Changes in place, as `sourceKeyIdentifier` does. */
    sourceKeyTier: z.enum(["local", "dsm", "hsm-luna", "external-cm"]).default("local"),
    /** What destroying the resource does: `retain` leaves the key in SAP and in the service; `destroy` deletes it in SAP, and what it protects can then no longer be read. Default `retain`. Kept by the provider. */
    onDestroy: z.enum(["retain", "destroy"]).default("retain"),
  },
  outputs: {
    /** Id of the key in SAP Data Custodian. */
    sapKeyId: z.string().optional(),
    /** Tenant of SAP Data Custodian. */
    tenant: z.string().optional(),
    /** Where the material came from, such as `native` or `cckm`. */
    keyMaterialOrigin: z.string().optional(),
    /** How many versions the key has. Rotation adds one. */
    versionCount: z.number().optional(),
    /** The key's versions, as far as the service shows them with the key. Rotation adds one. */
    versions: z
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
  },
  keepsPlace: { retain: "every" },
  unique: [["group", "name"]],
  immutable: ["group", "type", "size", "curve", "role"],
  writeOnly: ["sourceKeyIdentifier", "sourceKeyTier"],
  unordered: ["operations"],
  computed: ["size", "curve"],
  local: ["onDestroy"],
  needs: { group: sapGroup },
  filters: ["id", "name", "group", "type", "enabled", "tenant", "status", "keyMaterialOrigin", "gone", "jobConfigId"],
  wire: {
    name: { to: "name", from: "sap_param.name" },
    description: { to: "description", from: "sap_param.description" },
    type: { to: "type", from: "sap_param.type" },
    operations: { to: "operations", from: "sap_param.operations" },
    size: { to: "size", from: "sap_param.size" },
    curve: { to: "curve", from: "sap_param.curve" },
    role: { to: "role", from: "sap_param.role" },
    exportable: { to: "exportable", from: "sap_param.exportable" },
    enabled: { to: "enabled", from: "sap_param.enabled" },
    sapKeyId: { from: "sap_param.sap_key_id" },
    versions: { from: "sap_param.versions" },
  },
  actions: [{ inputs: ["sourceKeyIdentifier", "sourceKeyTier"], run: addVersion }],
  hooks: {
    check({ type, size, curve, sourceKeyIdentifier, sourceKeyTier }): Failure[] {
      const failures: Failure[] = [];
      const uploaded = sourceKeyIdentifier !== undefined;
      if (!uploaded && sourceKeyTier !== undefined && sourceKeyTier !== "local") {
        failures.push({ property: "sourceKeyTier", reason: "has no meaning without sourceKeyIdentifier" });
      }
      if (type === undefined) return failures;
      const [own, other] = type === "EC" ? (["curve", "size"] as const) : (["size", "curve"] as const);
      const given = { size, curve };
      if (!uploaded && given[own] === undefined) {
        failures.push({ property: own, reason: `is required for ${type} keys` });
      }
      if (uploaded && given[own] !== undefined) {
        failures.push({ property: own, reason: "comes from the key named by sourceKeyIdentifier: leave it out" });
      }
      if (given[other] !== undefined) failures.push({ property: other, reason: `is not for ${type} keys` });
      return failures;
    },
    create({ api, inputs }, body) {
      const { enabled: _enabled, source_key_tier, ...rest } = body;
      if (inputs.sourceKeyIdentifier === undefined) return api.post(sapKeys, rest);
      // An upload takes its size, curve and role from its source and the service.
      const { size: _size, curve: _curve, role: _role, ...upload } = rest;
      return api.post("/cckm/sap/upload-key", { ...upload, source_key_tier });
    },
    async find({ api, inputs }) {
      const found = await api.list(sapKeys, { group: inputs.group, name: inputs.name });
      const nameOf = (one: Wire) => (one.sap_param as Wire | undefined)?.name;
      return found.filter((one) => one.group === inputs.group && nameOf(one) === inputs.name && !isDeleted(one));
    },
    read: (api, id) => presentKey(api, id),
    async remove({ api, inputs }, id) {
      if (inputs.onDestroy !== "destroy") return;
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
