import * as z from "zod";
import { defineResource } from "../../lifecycle/define";
import { field, onDestroy, ref } from "../../lifecycle/field";
import { deleteInside } from "../keySources";
import { externalCmDomain } from "./domain";
import { algorithm, curveId, keyName, size, usageMask } from "../vault/keyFields";

export const externalCmKeys = "/cckm/external-cm/keys";

/** A key in a domain of another CipherTrust Manager, made and managed through the service. New versions, made there or here, are no change of the resource. Destroying it leaves the key there, unless `onDestroy` says otherwise. */
export const externalCmKey = defineResource({
  type: "ExternalCmKey",
  role: "key",
  path: externalCmKeys,
  spelling: "camel",
  inputs: {
    /** Id of the `ExternalCmDomain` that holds the key. */
    domainId: ref(externalCmDomain, { change: "replace" }),
    /** Name of the key, unique in its domain; none of `<`, `>`, `\`. */
    name: keyName,
    /** Algorithm: `aes`, `tdes`, `rsa`, `ec`, `hmac-sha1`, `hmac-sha256`, `hmac-sha384`, `hmac-sha512`, `seed` or `aria`. */
    algorithm,
    /** Size in bits: 128, 192 or 256 for `aes`; 1024 to 4096 for `rsa`. Default: the other manager's choice, 256 for `aes`. */
    size,
    /** Curve of an `ec` key: `secp224k1`, `secp224r1`, `secp256k1`, `secp384r1`, `secp521r1`, `prime256v1`, `brainpoolP224r1`, `brainpoolP224t1`, `brainpoolP256r1`, `brainpoolP256t1`, `brainpoolP384r1`, `brainpoolP384t1`, `brainpoolP512r1`, `brainpoolP512t1` or `curve25519`. Default: the other manager's choice. */
    curveId,
    /** Usage mask of the key, a sum of bits: sign 1, verify 2, encrypt 4, decrypt 8, wrap 16, unwrap 32, export 64, MAC generate 128, MAC verify 256, derive 512. Default: the other manager's choice. */
    usageMask,
    /** Free text. */
    description: z.string().optional(),
    /** Labels, a map of strings. */
    labels: field(z.record(z.string(), z.string()).default({}), { as: "merge" }),
    /** True to forbid deleting the key at the other manager, for everyone. */
    undeletable: field(z.boolean().default(false), { guards: true }),
    /** True to forbid exporting the key's material; it can then not be uploaded into a cloud. */
    unexportable: field(z.boolean().default(false), { guards: true }),
    /** What destroying the resource does: `retain` drops the service's record and leaves the key at the other manager, from where the next refresh brings the record back; `destroy` deletes the key there with all its versions, and what they encrypt is lost. */
    onDestroy: onDestroy({ retain: ["DELETE"], destroy: [deleteInside, "DELETE"] }),
  },
  outputs: {
    /** State of the newest version: Pre-Active, Active, Deactivated, Compromised or Destroyed. */
    state: z.string().optional(),
    /** Kind of object: Symmetric Key, Private Key, and so on. */
    objectType: z.string().optional(),
    /** Number of the newest version; the first is 0. Rotation raises it. */
    version: z.number().default(0),
    /** Id of the newest version at the other manager. Rotation changes it. The API's public sources do not show this field. */
    keyId: z.string().optional(),
  },
  staysIn: { retain: "the other manager" },
  unique: [["domainId", "name"]],
  mark: "meta",
  filters: ["id", "domainId", "name", "algorithm", "size", "state", "objectType", "gone"],
  rules: [
    { when: { algorithm: "rsa" }, requires: ["size"], because: "2048 to 4096" },
    { values: "size", by: "algorithm", allowed: { aes: [128, 192, 256] } },
    { unless: { algorithm: "ec" }, excludes: ["curveId"] },
  ],
  remembersGone: true,
});
