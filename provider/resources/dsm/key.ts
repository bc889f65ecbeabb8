import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { defineResource, namedAfterResource, type Failure } from "../../engine/definition";
import { pick } from "../../engine/wire";
import { createdOrUnknown, present, presentIn, removeKey } from "../keySources";
import { dsmDomain } from "./domain";

export const dsmKeys = "/cckm/dsm/keys";

/** A key in a DSM domain, made through the service, which cannot change one: every change of an argument means another key. Destroying it leaves the key in the DSM, unless `onDestroy` says otherwise. */
export const dsmKey = defineResource({
  type: "DsmKey",
  path: dsmKeys,
  feature: "CCKM",
  inputs: {
    /** Id of the `DsmDomain` that holds the key. A change replaces the key. */
    domain: z.string().min(1),
    /** Name of the key, unique in its domain. Default: the resource's name in the program. A change replaces the key. */
    name: namedAfterResource(z.string().min(1)),
    /** `symmetric` or `asymmetric`. Default `symmetric`. A change replaces the key. */
    objectType: z.enum(["symmetric", "asymmetric"]).default("symmetric"),
    /** Algorithm with its size: AES128, AES256, ARIA128 or ARIA256 for symmetric keys; RSA1024, RSA2048, RSA3072 or RSA4096 for asymmetric ones. A change replaces the key. */
    algorithm: z.enum(["AES128", "AES256", "ARIA128", "ARIA256", "RSA1024", "RSA2048", "RSA3072", "RSA4096"]),
    /** True to let the material leave the DSM; only such a key can be uploaded into a cloud. Default: the service's choice. A change replaces the key. */
    extractable: z.boolean().optional(),
    /** Free text. A change replaces the key. Default: none. */
    description: z.string().optional(),
    /** Mode of a symmetric key: `CBC`, `CBC_CS1`, or `XTS` for AES. Default: the service's choice. A change replaces the key. */
    encryptionMode: z.enum(["CBC", "CBC_CS1", "XTS"]).optional(),
    /** When the key expires, RFC 3339. Default: never. A change replaces the key. */
    expirationTime: z.iso
      .datetime({ offset: true, error: "must be a date and time such as 2031-12-31T00:00:00Z" })
      .optional(),
    /** Days that a version of the key lives, 0 to 3650; the DSM then makes the next one. Default: for ever. A change replaces the key. The API's public sources do not show the unit. */
    keyVersionLifeSpan: z.number().int().min(0).max(3650).optional(),
    /** What destroying the resource does: `retain` drops the service's record and leaves the key in the DSM, from where the next refresh brings the record back; `destroy` deletes the key in the DSM, and what it encrypts is lost. Default `retain`. Kept by the provider. */
    onDestroy: z.enum(["retain", "destroy"]).default("retain"),
  },
  outputs: {
    /** Id of the key in the DSM. The API's public sources do not show this field. */
    keyId: z.string().optional(),
    /** State of the key in the service, such as `AVAILABLE`. The API's public sources do not show its values. */
    status: z.string().optional(),
  },
  keepsPlace: { retain: "every" },
  unique: [["domain", "name"]],
  immutable: [
    "domain",
    "name",
    "objectType",
    "algorithm",
    "extractable",
    "description",
    "encryptionMode",
    "expirationTime",
    "keyVersionLifeSpan",
  ],
  computed: ["extractable", "encryptionMode"],
  local: ["onDestroy"],
  needs: { domain: dsmDomain },
  filters: ["id", "domain", "domainId", "name", "algorithm", "objectType", "extractable", "gone"],
  wire: {
    domain: { to: "domain", from: "domain_id" },
    name: "dsm_params.name",
    algorithm: "dsm_params.algorithm",
    description: "dsm_params.description",
    encryptionMode: "dsm_params.encryptionMode",
    expirationTime: "dsm_params.expirationTime",
    keyVersionLifeSpan: "dsm_params.keyVersionLifeSpan",
    keyId: "dsm_params.id",
  },
  hooks: {
    check({ objectType, algorithm, encryptionMode }): Failure[] {
      const failures: Failure[] = [];
      const fitting = algorithm?.startsWith("RSA") ? "asymmetric" : "symmetric";
      if (algorithm !== undefined && objectType !== undefined && objectType !== fitting) {
        failures.push({ property: "objectType", reason: `must be "${fitting}" for ${algorithm}` });
      }
      if (encryptionMode !== undefined && fitting === "asymmetric") {
        failures.push({ property: "encryptionMode", reason: "is for symmetric keys" });
      }
      if (encryptionMode === "XTS" && algorithm?.startsWith("ARIA")) {
        failures.push({ property: "encryptionMode", reason: "XTS is for AES keys" });
      }
      return failures;
    },
    create: (scope, body) =>
      createdOrUnknown(
        scope,
        () => scope.api.post(dsmKeys, body),
        () => occupants(scope.api, scope.inputs),
      ),
    find: ({ api, inputs }) => occupants(api, inputs),
    read: (api, id) => present(api, `${dsmKeys}/${segment(id)}`),
    remove({ api, inputs }, id) {
      const record = `${dsmKeys}/${segment(id)}`;
      return removeKey(api, record, inputs.onDestroy === "destroy" ? `${record}/delete` : undefined);
    },
  },
});

async function occupants(api: Api, { domain, name }: { domain: string; name: string }): Promise<Wire[]> {
  const found = await presentIn(api, dsmKeys, { domain_id: domain, name });
  return found.filter((key) => key.domain_id === domain && pick(key, "dsm_params.name") === name);
}
