import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { defineResource, namedAfterResource, type Failure } from "../../engine/definition";
import { createdOrUnknown, present, presentIn, removeKey } from "../keySources";
import { externalCmDomain } from "./domain";
import { curve } from "../vault/curves";

export const externalCmKeys = "/cckm/external-cm/keys";

/** A key in a domain of another CipherTrust Manager, made and managed through the service. New versions, made there or here, are no change of the resource. Destroying it leaves the key there, unless `onDestroy` says otherwise. */
export const externalCmKey = defineResource({
  type: "ExternalCmKey",
  path: externalCmKeys,
  feature: "CCKM",
  spelling: "camel",
  inputs: {
    /** Id of the `ExternalCmDomain` that holds the key. A change replaces the key. */
    domainId: z.string().min(1),
    /** Name of the key, unique in its domain; none of `<`, `>`, `\`. Default: the resource's name in the program. A change replaces the key. */
    name: namedAfterResource(
      z
        .string()
        .min(1)
        .regex(/^[^<>\\]+$/, "must not hold < > or \\"),
    ),
    /** Algorithm: `aes`, `rsa`, `ec`, `hmac-sha1`, `hmac-sha256`, `hmac-sha384` or `hmac-sha512`. Default `aes`. A change replaces the key. */
    algorithm: z.enum(["aes", "rsa", "ec", "hmac-sha1", "hmac-sha256", "hmac-sha384", "hmac-sha512"]).default("aes"),
    /** Size in bits: 128, 192 or 256 for `aes`; 1024 to 4096 for `rsa`. Default: the other manager's choice, 256 for `aes`. A change replaces the key. */
    size: z.number().int().positive().optional(),
    /** Curve of an `ec` key: `secp224k1`, `secp224r1`, `secp256k1`, `secp384r1`, `secp521r1`, `prime256v1`, `brainpoolP224r1`, `brainpoolP224t1`, `brainpoolP256r1`, `brainpoolP256t1`, `brainpoolP384r1`, `brainpoolP384t1`, `brainpoolP512r1`, `brainpoolP512t1` or `curve25519`. Default: the other manager's choice. A change replaces the key. */
    curveId: curve.optional(),
    /** What the key may do, a sum of bits: sign 1, verify 2, encrypt 4, decrypt 8, wrap 16, unwrap 32, export 64, MAC generate 128, MAC verify 256, derive 512. Default: the other manager's choice. Changes in place. */
    usageMask: z.number().int().min(0).max(4194303).optional(),
    /** Free text. Changes in place. Default: none. */
    description: z.string().optional(),
    /** Labels, text by key. Changes in place. Default: none. */
    labels: z.record(z.string(), z.string()).default({}),
    /** True to forbid deleting the key at the other manager, for everyone. Default false. Changes in place. */
    undeletable: z.boolean().default(false),
    /** True to forbid exporting the key's material; it can then not be uploaded into a cloud. Default false. Changes in place. */
    unexportable: z.boolean().default(false),
    /** What destroying the resource does: `retain` drops the service's record and leaves the key at the other manager, from where the next refresh brings the record back; `destroy` deletes the key there with all its versions, and what they encrypt is lost. Default `retain`. Kept by the provider. */
    onDestroy: z.enum(["retain", "destroy"]).default("retain"),
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
  keepsPlace: { retain: "every" },
  unique: [["domainId", "name"]],
  immutable: ["domainId", "name", "algorithm", "size", "curveId"],
  merged: ["labels"],
  computed: ["size", "curveId", "usageMask"],
  local: ["onDestroy"],
  mark: "meta",
  needs: { domainId: externalCmDomain },
  filters: ["id", "domainId", "name", "algorithm", "size", "state", "objectType", "gone"],
  wire: {
    algorithm: { decode: (algorithm: string) => algorithm.toLowerCase() },
    curveId: { to: "curveid", from: (answer) => answer.curveid ?? answer.curveId },
  },
  hooks: {
    check({ algorithm, size, curveId }): Failure[] {
      const failures: Failure[] = [];
      if (algorithm === "rsa" && size === undefined) {
        failures.push({ property: "size", reason: "is required for rsa keys, 2048 to 4096" });
      }
      if (algorithm === "aes" && size !== undefined && ![128, 192, 256].includes(size)) {
        failures.push({ property: "size", reason: "must be 128, 192 or 256 for aes keys" });
      }
      if (algorithm !== undefined && algorithm !== "ec" && curveId !== undefined) {
        failures.push({ property: "curveId", reason: "is for ec keys only" });
      }
      return failures;
    },
    create: (scope, body) =>
      createdOrUnknown(
        scope,
        () => scope.api.post(externalCmKeys, body),
        () => occupants(scope.api, scope.inputs),
      ),
    find: ({ api, inputs }) => occupants(api, inputs),
    read: (api, id) => present(api, `${externalCmKeys}/${segment(id)}`),
    remove({ api, inputs }, id) {
      const record = `${externalCmKeys}/${segment(id)}`;
      return removeKey(api, record, inputs.onDestroy === "destroy" ? `${record}/delete` : undefined);
    },
  },
});

async function occupants(api: Api, { domainId, name }: { domainId: string; name: string }): Promise<Wire[]> {
  const found = await presentIn(api, externalCmKeys, { domainId, name });
  return found.filter((key) => key.domainId === domainId && key.name === name);
}
