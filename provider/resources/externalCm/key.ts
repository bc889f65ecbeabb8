import * as z from "zod";
import type { Wire } from "../../api/client";
import { type Bag, defineResource } from "../../lifecycle/vocabulary/definition";
import { field, onDestroy, ref } from "../../lifecycle/vocabulary/field";
import { markKey } from "../../lifecycle/values/wire";
import { deleteInside } from "../keySources";
import { externalCmDomain } from "./domain";
import { anyCase } from "../names";
import { algorithmElsewhere, curveFailures, curveId, keyLabels, keyName, size, usageMask } from "../vault/keyFields";

/** Where a record shows what requests call otherwise. */
const shown = (to: string, name: string) => ({ to, from: `cm_key_params.${name}` });

export const externalCmKeys = "/cckm/external-cm/keys";

/**
 * A key in a domain of another CipherTrust Manager, made and managed through the service. New
 * versions, made there or here, are no change of the resource. Destroying it leaves the key there,
 * unless `onDestroy` says otherwise.
 */
export const externalCmKey = defineResource({
  type: "ExternalCmKey",
  role: "key",
  path: externalCmKeys,
  inputs: {
    /** Id of the `ExternalCmDomain` that holds the key. */
    domainId: ref(externalCmDomain, { change: "replace", wire: { to: "domainId", from: "domain_id" } }),
    /** Name of the key, unique in its domain; none of `<`, `>`, `\`. */
    name: field(keyName, { wire: shown("name", "key_name") }),
    /** Algorithm: {@known}. */
    algorithm: field(algorithmElsewhere, {
      change: "replace",
      as: anyCase,
      wire: { ...shown("algorithm", "algorithm"), decode: anyCase },
    }),
    /**
     * Size in bits: 128, 192 or 256 for `aes`; 1024 to 4096 for `rsa`. Default: the other manager's
     * choice, 256 for `aes`.
     */
    size: field(size, { wire: shown("size", "key_size") }),
    /**
     * Curve of an `ec` key: {@known}. Default: the other manager's choice. The API's public sources
     * do not show it in responses.
     */
    curveId: field(curveId, { wire: { to: "curveid", from: curveOf } }),
    /**
     * Usage mask of the key, a sum of bits. Sign is 1, verify 2, encrypt 4, decrypt 8, wrap 16,
     * unwrap 32. Export is 64, MAC generate 128, MAC verify 256, derive 512. Default: the other
     * manager's choice.
     */
    usageMask: field(usageMask, { wire: shown("usageMask", "key_usage_mask") }),
    /** Free text. The API's public sources do not show it in responses. */
    description: field(z.string().optional(), { seen: "perhaps", wire: shown("description", "description") }),
    /** Labels, a map of strings. The API's public sources do not show them in responses. */
    labels: field(keyLabels, { seen: "perhaps", wire: shown("labels", "labels") }),
    /** True to forbid deleting the key at the other manager, for everyone. */
    undeletable: field(z.boolean().default(false), { guards: true, wire: shown("undeletable", "undeletable") }),
    /** True to forbid exporting the key's material; it can then not be uploaded into a cloud. */
    unexportable: field(z.boolean().default(false), { guards: true, wire: shown("unexportable", "unexportable") }),
    /**
     * On destroy, `retain` drops the service's record and leaves the key at the other manager. The
     * next refresh brings the record back. `destroy` deletes the key there with all its versions,
     * and what they encrypt is lost.
     */
    onDestroy: onDestroy({
      retain: { calls: ["DELETE"], staysIn: "the other manager" },
      destroy: [deleteInside, "DELETE"],
    }),
  },
  outputs: {
    /**
     * State of the newest version: Pre-Active, Active, Deactivated, Compromised or Destroyed. The
     * API's public sources show a filter by it, not the field.
     */
    state: field(z.string().optional(), { wire: "cm_key_params.key_state" }),
    /** Kind of object: Symmetric Key, Private Key, and so on. */
    objectType: field(z.string().optional(), { wire: "cm_key_params.object_type" }),
    /** Number of the newest version; the first is 0. Rotation raises it. */
    version: field(z.number().default(0), { wire: "cm_key_params.version" }),
    /** Id of the newest version at the other manager. Rotation changes it. */
    keyId: field(z.string().optional(), { wire: "cm_key_params.key_id" }),
  },
  unique: [["domainId", "name"]],
  mark: {
    write: (body, mark) => ({ ...body, meta: { ...(body.meta as Bag | undefined), [markKey]: mark } }),
    read: ({ cm_key_params: key }) => (key as { meta?: Bag } | undefined)?.meta?.[markKey],
  },
  filters: [
    "id",
    "domainId",
    "keyId",
    "keyName",
    "algorithm",
    "keyState",
    "keyUsageMask",
    "keySize",
    "version",
    "unexportable",
    "undeletable",
  ],
  rules: [
    { when: { algorithm: "rsa" }, requires: ["size"], because: "2048 to 4096" },
    { values: "size", by: "algorithm", allowed: { aes: [128, 192, 256] } },
    { unless: { algorithm: "ec" }, excludes: ["curveId"] },
  ],
  hooks: { check: curveFailures },
  remembersGone: true,
});

/** In a request it is `curveid`, while other fields of responses have underscores. */
function curveOf({ cm_key_params: key }: Wire): unknown {
  const { curve_id: id, curveid = id } = (key ?? {}) as Bag;
  return curveid;
}
