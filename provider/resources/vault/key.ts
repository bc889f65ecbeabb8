import * as z from "zod";
import { moment } from "../moment";
import type { Api, Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { isEmpty } from "../../api/shown";
import { defineResource, type Failure } from "../../lifecycle/vocabulary/definition";
import { field, onDestroy } from "../../lifecycle/vocabulary/field";
import { algorithm, curveFailures, curveId, keyLabels, keyName, parameterSet, size, usageMask } from "./keyFields";
import {
  checkValue,
  material,
  materialFormat,
  materialPassword,
  materialProof,
  publicKeyFingerprint,
  wrapKey,
  wrapping,
} from "./material/fields";
import { materialFailures } from "./material/given";
import { applyMaterial, createKey, foreignMaterial, isUncompared } from "./material/imports";
import { materialInputs } from "./material/written";
import { ownerId, permissions, withMeta } from "./meta";
import { ended } from "./revocation";
import { keyStrength } from "./strength";
import { keyVersions } from "./versions";

const { item } = keyVersions;

/**
 * A key in the service's own vault. Destroying the resource leaves the key there, unless
 * `onDestroy` says otherwise.
 */
export const vaultKey = defineResource({
  type: "VaultKey",
  role: "key",
  path: keyVersions.path,
  item,
  spelling: "camel",
  inputs: {
    /** Name of the key, unique in its domain; none of `<`, `>`, `\`. */
    name: keyName,
    /** Algorithm: {@known}. */
    algorithm,
    /**
     * Size in bits: 128, 192 or 256 for `aes` and `aria`, 128 or 192 for `tdes`, 128 for `seed`,
     * 2048, 3072 or 4096 for `rsa`. Default: the size of `material` that is not wrapped. Without
     * such, the service's choice: the largest of these, and for HMAC the size of the hash. For
     * `rsa` it is then required, because the service would choose 1024.
     */
    size,
    /** Curve of an `ec` key: {@known}. */
    curveId,
    /**
     * Parameter set of an `ml-dsa` key: {@known}. Required for those. Needs a service with
     * post-quantum support; the field's name in the API is inferred.
     */
    parameterSet,
    /**
     * Usage mask of the key, a sum of bits. Sign is 1, verify 2, encrypt 4, decrypt 8, wrap 16,
     * unwrap 32. Export is 64, MAC generate 128, MAC verify 256, derive 512. Default: the service's
     * choice for the algorithm.
     */
    usageMask,
    /**
     * The key's own bytes, to import instead of letting the service make them. Of a symmetric key
     * in hex or base64, of a pair its private key as PEM or in a PKCS#12 file. With `wrapKey`, the
     * wrapped bytes in base64. A change of it imports a new version, in place; older versions stay.
     * If removed, the key stays as it is, and the state forgets the material.
     */
    material,
    /**
     * Form of `material`: `hex`, `base64`, `pem` or `pkcs12` (base64 of the file, for `rsa`).
     * Default: `hex`; for pairs `pem`; with `wrapKey` `base64`. Used when `material` is imported.
     */
    materialFormat,
    /**
     * Password of a PKCS#12 file, or of an encrypted private key, which is decrypted on this
     * machine. Used when `material` is imported.
     */
    materialPassword,
    /**
     * Name or id of the vault key that has wrapped `material`: an AES key, or an RSA key whose
     * public half did. Requires `wrapping`. Used when `material` is imported.
     */
    wrapKey,
    /**
     * How `material` is wrapped: `aesKeyWrap` (RFC 3394), `aesKeyWrapPadding` (RFC 5649), or by RSA
     * with `rsaPkcs1`, `rsaOaep` (SHA-1), `rsaOaep256`, `rsaOaep384`, `rsaOaep512`. Private keys
     * take `aesKeyWrapPadding` or `rsaAesKeyWrap` (RSA-OAEP and RFC 5649). Used when `material` is
     * imported.
     */
    wrapping,
    /** Free text. */
    description: z.string().optional(),
    /** Labels, a map of strings. */
    labels: keyLabels,
    /**
     * Aliases of the key. That a rotation leaves them with the older version is inferred: they
     * count as the key's, whichever version has them.
     */
    aliases: field(z.array(z.string().min(1)).default([]), {
      as: "set",
      wire: { encode: (aliases: string[]) => aliases.map((alias) => ({ alias, type: "string" })), from: aliasNames },
    }),
    /** Id of the user that owns the key, `local|<uuid>`. Default: the service's choice, who made it. */
    ownerId,
    /**
     * Permissions on the key: group names by permission (`ReadKey`, `UseKey`, `ExportKey`,
     * `EncryptWithKey`, `DecryptWithKey`, `SignWithKey`, `SignVerifyWithKey`, `MACWithKey`,
     * `MACVerifyWithKey`).
     */
    permissions,
    /** True to forbid deleting the key, for everyone. */
    undeletable: field(z.boolean().default(false), { guards: true, forbidsDelete: true }),
    /** True to forbid exporting the key's material. */
    unexportable: field(z.boolean().default(false), { guards: true }),
    /** When the key becomes active, RFC 3339. Default: at once. */
    activationDate: field(moment.optional(), { absent: "theirs" }),
    /**
     * When the key stops being active, RFC 3339. Default: never. Not compared while the newest
     * version is revoked, which sets it.
     */
    deactivationDate: moment.optional(),
    /**
     * Days after which the key is due for rotation, counted from when this is set; 0 for never. By
     * itself it rotates nothing: a `VaultRotationSchedule` with `rotationDateReached` does. A
     * rotation passes it on to the new version. Not for keys of a `KeyRotationPolicy`, which sets
     * it itself.
     */
    rotationFrequencyDays: field(z.number().int().min(0).optional(), {
      absent: "theirs",
      wire: { encode: String, from: frequencyOf },
    }),
    /**
     * On destroy, `retain` leaves the key in the vault. `destroy` deletes it with all its versions,
     * and what they encrypt is lost. The public key of a pair, `<name>_public`, is another object,
     * which stays.
     */
    onDestroy: onDestroy({ retain: [], destroy: "hook" }),
  },
  outputs: {
    /** Pre-Active, Active, Deactivated, Compromised, Destroyed or Destroyed Compromised. */
    state: z.string(),
    /** Kind of object: Symmetric Key, Private Key, and so on. */
    objectType: z.string(),
    /**
     * Bits of security, by NIST SP 800-57 Part 1: 80, 112, 128, 192 or 256, and 0 for fewer. Absent
     * if the key's kind is not known.
     */
    strength: field(z.number().optional(), { wire: { from: (key) => keyStrength(key)?.bits } }),
    /**
     * True if no quantum computer is known to break the key: `ml-dsa`, and symmetric keys of at
     * least 128 bits of security. Absent if the key's kind is not known.
     */
    postQuantum: field(z.boolean().optional(), { wire: { from: (key) => keyStrength(key)?.postQuantum } }),
    /** Number of the newest version; the first is 0. Rotation raises it. */
    version: z.number().default(0),
    /** Id of the newest version. Rotation changes it; the resource's own id stays. */
    currentId: field(z.string(), { wire: { from: "id" } }),
    /**
     * Check value of the imported `material` of an `aes` or `tdes` key: the first three bytes of an
     * encrypted block of zeros, in hex. Computed on this machine before the import, and not
     * compared later.
     */
    checkValue,
    /**
     * Fingerprint of the public key of the imported `material` of a pair: SHA-256 of its
     * SubjectPublicKeyInfo, in hex. Computed on this machine before the import; of material that
     * only the service can open, from the public key that it returned then.
     */
    publicKeyFingerprint,
    /**
     * By what the key was compared with the imported `material`: `publicKey`, `checkValue`, or
     * `none` where the service returned neither.
     */
    materialProof,
  },
  unique: [["name"], ["aliases"]],
  filters: [
    "name",
    "alias",
    "state",
    "objectType",
    "usageMask",
    "labels",
    "algorithm",
    "size",
    "curveid",
    "keyCheckValue",
    "linkType",
    "sha1Fingerprint",
    "sha256Fingerprint",
    "version",
  ],
  mark: "meta",
  lost: {
    output: "state",
    states: ended,
    inputs: [],
    says:
      "its material is destroyed and lost, with what it encrypted, and nothing restores it. Declare a key under another name, or " +
      "delete this one first",
  },
  actions: [
    {
      // First: what follows is then set on the new version. That the service takes material for one is inferred: it is compared afterwards.
      inputs: materialInputs,
      due: (state, inputs) =>
        isUncompared(state, inputs) ? { from: 0, why: "the key has not been compared with material yet" } : undefined,
      run: async (scope, at) => completed(scope, await applyMaterial(scope, at)),
    },
    {
      // What protects a key protects its material, of which older versions have their own.
      inputs: ["undeletable", "unexportable"],
      run(scope, { record, changed }) {
        const { undeletable, unexportable } = scope.inputs;
        const flags = Object.entries({ undeletable, unexportable }).filter(([key]) => changed.includes(key));
        return patch(scope, record, { ...Object.fromEntries(flags), allVersions: true });
      },
    },
    {
      inputs: ["ownerId", "permissions"],
      run: (scope, { record, changed }) => patch(scope, record, withMeta(record, scope.inputs, changed)),
    },
    {
      // Aliases are patched as a delta: an entry without an index is added, one with only an index is removed.
      inputs: ["aliases"],
      async run(scope, { record }) {
        const { api } = scope;
        const { aliases } = scope.inputs;
        const versions = await versionsOf(api, record);
        const held = versions.flatMap(aliasesOf).map(({ alias }) => alias);
        const added = aliases.filter((alias) => !held.includes(alias)).map((alias) => ({ alias, type: "string" }));
        const goneFrom = (version: Wire) =>
          aliasesOf(version).flatMap(({ alias, index }) => (aliases.includes(alias) ? [] : [{ index }]));
        for (const older of versions.filter(({ id }) => id !== record.id)) {
          const gone = goneFrom(older);
          if (gone.length > 0) await patch(scope, older, { aliases: gone });
        }
        const delta = [...added, ...goneFrom(record)];
        return delta.length > 0 ? patch(scope, record, { aliases: delta }) : record;
      },
    },
  ],
  existing: {
    // The service uses such names for the keys of its own endpoints.
    owner: ({ name }) => (/^ks-[0-9a-f]{32,}$/.test(String(name)) ? "an endpoint, which made it" : undefined),
    differs: foreignMaterial,
    recall: (record) => ({
      ...(isAtOnce(record.activationDate, record.createdAt) ? { activationDate: undefined } : {}),
      ...(frequencyOf(record) === 0 ? { rotationFrequencyDays: undefined } : {}),
      ...(wasRevoked(record) ? { deactivationDate: undefined } : {}),
    }),
  },
  rules: [
    {
      when: { algorithm: "rsa" },
      unless: "material",
      requires: ["size"],
      because: "2048, 3072 or 4096; the service would choose 1024",
    },
    { when: { algorithm: "ml-dsa" }, requires: ["parameterSet"], excludes: ["size", "material"] },
    { unless: { algorithm: "ml-dsa" }, excludes: ["parameterSet"] },
    { values: "size", by: "algorithm", allowed: { aes: [128, 192, 256] } },
    { unless: { algorithm: "ec" }, excludes: ["curveId"] },
    { unless: "material", excludes: ["materialFormat", "materialPassword", "wrapKey"] },
    { pair: ["wrapKey", "wrapping"] },
  ],
  hooks: {
    check(inputs): Failure[] {
      const { name, aliases } = inputs;
      const isNamed = name !== undefined && aliases?.includes(name);
      const reason = "must not hold the key's own name: the service adds that itself";
      return [
        ...(isNamed ? [{ property: "aliases", reason }] : []),
        ...curveFailures(inputs),
        ...materialFailures(inputs),
      ];
    },
    create: createKey,
    read: keyVersions.newest,
    enrich: (api, record, inputs) => completed({ api, inputs }, record),
    remove: keyVersions.remove,
  },
});

/** Somebody revoked that version, and did not reactivate it. */
const wasRevoked = ({ revocationReason: reason }: Wire): boolean => !isEmpty(reason);

/** Days until a version is due; switched off, the service returns an empty text or nothing. */
export function frequencyOf({ rotationFrequencyDays: days }: Wire): number {
  return Number(days) || 0;
}

/** Unless told otherwise, the service activates a key when it makes it. */
function isAtOnce(activated: unknown, made: unknown): boolean {
  return Math.abs(Date.parse(String(activated)) - Date.parse(String(made))) < 1000;
}

interface Steps {
  readonly api: Api;
  readonly inputs: { readonly deactivationDate?: unknown; readonly aliases?: unknown };
}

const patch = async (steps: Steps, record: Wire, body: Wire): Promise<Wire> =>
  completed(steps, await steps.api.patch(item(idIn(record)), body));

/** With what other versions, and the program, say of the newest one. */
async function completed({ api, inputs: { deactivationDate, aliases } }: Steps, record: Wire): Promise<Wire> {
  const olderAliases = await aliasesOfOlder(api, record, (aliases ?? []) as string[]);
  // A revocation sets the date: it is none of the program's, and no update must take it back.
  return { ...record, olderAliases, ...(wasRevoked(record) ? { deactivationDate } : {}) };
}

interface Alias {
  alias: string;
  index?: number;
}

/** The service may add an alias that equals the name, which is not an input. */
function aliasesOf(response: Wire): Alias[] {
  const all = Array.isArray(response.aliases) ? (response.aliases as Alias[]) : [];
  return all.filter(({ alias }) => alias !== response.name);
}

function aliasNames(response: Wire): string[] {
  return [...aliasesOf(response).map(({ alias }) => alias), ...((response.olderAliases ?? []) as string[])];
}

/** Those of the wanted aliases that an older version has. */
async function aliasesOfOlder(api: Api, newest: Wire, wanted: readonly string[]): Promise<string[]> {
  const held = aliasNames(newest);
  const missing = wanted.filter((alias) => !held.includes(alias));
  if (missing.length === 0) return [];
  const others = (await versionsOf(api, newest)).flatMap(aliasesOf).map(({ alias }) => alias);
  return missing.filter((alias) => others.includes(alias));
}

/** All versions; of a key that was never rotated, without a request. */
const versionsOf = async (api: Api, newest: Wire): Promise<Wire[]> =>
  Number(newest.version) > 0 ? keyVersions.all(api, newest) : [newest];
