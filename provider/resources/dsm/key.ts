import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, named, onDestroy, open, ref } from "../../lifecycle/vocabulary/field";
import { deleteInside } from "../keySources";
import { dsmDomain } from "./domain";

const dsmKeys = "/cckm/dsm/keys";

const algorithms = {
  symmetric: ["AES128", "AES256", "ARIA128", "ARIA256"],
  asymmetric: ["RSA1024", "RSA2048", "RSA3072", "RSA4096"],
} as const;

/**
 * A key in a DSM domain, made through the service, which cannot change one: every change of an
 * argument forces replacement. Destroying it leaves the key in the DSM, unless `onDestroy` says
 * otherwise.
 */
export const dsmKey = defineResource({
  type: "DsmKey",
  role: "key",
  path: dsmKeys,
  inputs: {
    /** Id of the `DsmDomain` that holds the key. */
    domain: ref(dsmDomain, { change: "replace", wire: { to: "domain", from: "domain_id" } }),
    /** Name of the key, unique in its domain. */
    name: named(z.string().min(1), { change: "replace", wire: "dsm_params.name" }),
    /** `symmetric` or `asymmetric`. */
    objectType: field(open(["symmetric", "asymmetric"]).default("symmetric"), { change: "replace" }),
    /**
     * Algorithm with its size: {@known}. RSA is for asymmetric keys, the others are for symmetric
     * ones.
     */
    algorithm: field(open([...algorithms.symmetric, ...algorithms.asymmetric]), {
      change: "replace",
      wire: "dsm_params.algorithm",
    }),
    /** True to let the material leave the DSM; only such a key can be uploaded into a cloud. */
    extractable: field(z.boolean().optional(), { change: "replace", absent: "theirs", guards: true }),
    /** Free text. */
    description: field(z.string().optional(), { change: "replace", wire: "dsm_params.description" }),
    /** Mode of a symmetric key: `CBC`, `CBC_CS1`, or `XTS` for AES. */
    encryptionMode: field(open(["CBC", "CBC_CS1", "XTS"]).optional(), {
      change: "replace",
      absent: "theirs",
      wire: "dsm_params.encryptionMode",
    }),
    /** When the key expires, RFC 3339. Default: never. */
    expirationTime: field(
      z.iso.datetime({ offset: true, error: "must be a date and time such as 2031-12-31T00:00:00Z" }).optional(),
      { change: "replace", wire: "dsm_params.expirationTime" },
    ),
    /**
     * Days that a version of the key lives, 0 to 3650; the DSM then makes the next one. Default:
     * unlimited. The API's public sources do not show the unit.
     */
    keyVersionLifeSpan: field(z.number().int().min(0).max(3650).optional(), {
      change: "replace",
      wire: "dsm_params.keyVersionLifeSpan",
    }),
    /**
     * On destroy, `retain` drops the service's record and leaves the key in the DSM. The next
     * refresh brings the record back. `destroy` deletes the key in the DSM, and what it encrypts is
     * lost.
     */
    onDestroy: onDestroy({ retain: { calls: ["DELETE"], staysIn: "the DSM" }, destroy: [deleteInside, "DELETE"] }),
  },
  outputs: {
    /** Id of the key in the DSM. The API's public sources do not show this field. */
    keyId: field(z.string().optional(), { wire: "dsm_params.id" }),
    /**
     * State of the key in the service, such as `AVAILABLE`. The API's public sources do not show
     * its values.
     */
    status: z.string().optional(),
  },
  unique: [["domain", "name"]],
  filters: ["id", "domain", "domainId", "name", "algorithm", "objectType", "extractable", "gone"],
  rules: [
    { values: "algorithm", by: "objectType", allowed: algorithms },
    { values: "algorithm", by: "encryptionMode", allowed: { XTS: ["AES128", "AES256"] } },
    { when: { objectType: "asymmetric" }, excludes: ["encryptionMode"] },
  ],
  remembersGone: true,
});
