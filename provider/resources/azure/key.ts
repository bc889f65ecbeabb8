import * as z from "zod";
import type { Wire } from "../../api/client";
import { pfxFile } from "../pem";
import { defineResource, type Bag, type Failure } from "../../lifecycle/vocabulary/definition";
import { field, named, open, ref } from "../../lifecycle/vocabulary/field";
import { encodeAll, pick } from "../../lifecycle/values/wire";
import { tooLong } from "../length";
import {
  currentIdOf,
  azureKeys,
  date,
  isEnabled,
  objectHooks,
  objectReady,
  ofSettled,
  ownerOf,
  patchNewest,
  recovered,
  renewed,
  refuseIfTaken,
  settled,
  settledOf,
  vaultEnds,
} from "./objectRecord";
import { anyCase } from "../names";
import { olderSource } from "../vault/olderSource";
import { azureVault } from "./vault";
import { azureCurve, azureKeyType, azureKtys, keySizes, sizesOf } from "./keyShape";

const inSeconds = "must be a date and time in whole seconds such as 2027-01-31T00:00:00Z";
export const moment = z.iso
  .datetime({ offset: true, error: inSeconds })
  .refine((text) => Date.parse(text) % 1000 === 0, inSeconds);
export const objectName = z
  .string()
  .regex(/^[0-9A-Za-z-]+$/, "may hold letters, digits and dashes only")
  .max(127, tooLong("Azure allows 127"));
export const azureTags = z.record(z.string(), z.string().regex(/^[^:%]*$/, 'values may not hold ":" or "%"'));

/**
 * A key in an Azure vault, made or uploaded and managed through the service; all versions of its
 * name together. Destroying it soft-deletes it in Azure (see `onDestroy`).
 */
export const azureKey = defineResource({
  type: "AzureKey",
  role: "key",
  path: azureKeys.path,
  inputs: {
    /** Name of the key, unique in its vault: letters, digits and dashes. */
    keyName: named(objectName, { change: "replace", as: anyCase }),
    /** Id of the `AzureVault` that holds the key. */
    keyVault: ref(azureVault, { change: "replace", wire: { to: "key_vault", from: "key_vault_id" } }),
    /**
     * Type of the key: {@known}. The HSM types need a premium vault or a managed HSM, and `oct-HSM`
     * a managed HSM. Default `RSA`; for an uploaded key, what its source is. Changing it makes a
     * new version of that type, in place. Rotation may change the type of the key in use, see
     * `currentKty`.
     */
    kty: field(azureKeyType.optional(), {
      seen: "never",
      absent: "theirs",
      wire: { to: "azure_param.kty" },
    }),
    /**
     * Size in bits: 2048, 3072 or 4096 for RSA types, 128, 192 or 256 for `oct-HSM`. Default: the
     * service's choice, 2048 for RSA. Changing it makes a new version, in place.
     */
    keySize: field(z.literal(keySizes).optional(), {
      seen: "never",
      absent: "theirs",
      wire: { to: "azure_param.key_size" },
    }),
    /**
     * Curve of an EC key: {@known}. Default: the service's choice, `P-256`. Changing it makes a new
     * version, in place.
     */
    crv: field(azureCurve.optional(), {
      seen: "never",
      absent: "theirs",
      wire: { to: "azure_param.crv" },
    }),
    /**
     * What the key may do: {@known}. Only an RSA-HSM key that wraps uploads has `import`, and
     * nothing else. Default: what fits the type.
     */
    keyOps: field(
      z.array(open(["encrypt", "decrypt", "sign", "verify", "wrapKey", "unwrapKey", "import"])).optional(),
      {
        absent: "theirs",
        as: "set",
        wire: { to: "azure_param.key_ops", from: ofSettled("azure_param.key.key_ops") },
        guards: true,
      },
    ),
    /** Azure tags, a map of strings; values without `:` and `%`. */
    tags: field(azureTags.default({}), { wire: { to: "azure_param.tags", from: ofSettled("azure_param.tags") } }),
    /** False to disable the key. Updated in place, for the newest version. */
    enabled: field(z.boolean().default(true), {
      wire: { to: "azure_param.attributes.enabled", from: isEnabled },
      guards: true,
    }),
    /** When the key begins to be usable, RFC 3339 in whole seconds. Default: at once. */
    nbf: field(moment.optional(), { absent: "keep", wire: date("nbf") }),
    /**
     * When the key ceases to be usable, RFC 3339 in whole seconds. Rotation gives newer versions
     * dates of their own. Default: never.
     */
    exp: field(moment.optional(), { absent: "keep", wire: date("exp") }),
    /**
     * True for a key whose material may be released from Azure under `releasePolicy`. Not shown by
     * the service.
     */
    exportable: field(z.boolean().default(false), {
      change: "replace",
      seen: "never",
      wire: { encode: (exportable: boolean) => exportable || undefined },
      guards: true,
    }),
    /**
     * Policy under which the material may be released, a JSON object. Not compared with the
     * service.
     */
    releasePolicy: field(z.record(z.string(), z.unknown()).optional(), { change: "replace", seen: "never" }),
    /**
     * Uploads a key instead of letting Azure make one: where the source is, `local` (the service's
     * own vault), `pfx`, `dsm`, `hsm-luna` or `external-cm`. Default: `local` when
     * `localKeyIdentifier` is given, else Azure makes the key. Changing it forces replacement of
     * the key.
     */
    sourceKeyTier: field(z.enum(["local", "pfx", "dsm", "hsm-luna", "external-cm"]).optional(), { seen: "never" }),
    /**
     * Id or name of the source key in the service's own vault, for the tier `local`. Changing it
     * uploads it as a new version, in place.
     */
    localKeyIdentifier: field(z.string().min(1).optional(), { seen: "never" }),
    /** Id of the source key in a DSM domain, for the tier `dsm`. */
    dsmKeyIdentifier: field(z.string().min(1).optional(), { ref: "any", change: "replace", seen: "never" }),
    /** Id of the source key in a Luna HSM partition, for the tier `hsm-luna`. */
    lunaKeyIdentifier: field(z.string().min(1).optional(), { ref: "any", change: "replace", seen: "never" }),
    /** Id of the source key in an external CipherTrust domain, for the tier `external-cm`. */
    externalCmKeyIdentifier: field(z.string().min(1).optional(), { ref: "any", change: "replace", seen: "never" }),
    /** The source as a PFX file, base64, for the tier `pfx`. */
    pfx: field(pfxFile().optional(), { change: "replace", seen: "never", secret: true }),
    /** Password of the PFX file. */
    password: field(z.string().min(1).optional(), { change: "replace", seen: "never", secret: true }),
    /** Uploads: true for an HSM-protected key. */
    hsm: field(z.boolean().default(false), {
      change: "replace",
      seen: "never",
      wire: { to: "azure_param.hsm", encode: (hsm: boolean) => hsm || undefined },
    }),
    /**
     * Uploads: id of the RSA-HSM key, with `import` as its only operation, that wraps the material
     * on its way.
     */
    kekKid: field(z.string().min(1).optional(), { change: "replace", seen: "never" }),
    /**
     * On destroy, `softDelete` deletes the key; it can be recovered until the vault's retention
     * ends. `purge` deletes it permanently, with the service's backups. `retain` leaves it as it
     * is. Default `softDelete`, which is refused where the vault has no soft delete.
     */
    onDestroy: vaultEnds(),
  },
  outputs: {
    /**
     * AVAILABLE or SOFT-DELETED. A declared key that was soft-deleted is recovered by the next
     * update.
     */
    status: z.string(),
    /** Address of the newest version in Azure. */
    kid: field(z.string(), { wire: { from: "azure_param.key.kid" } }),
    /** Azure's id of the newest version. Rotation changes it. */
    version: z.string(),
    /** How many versions the key has. */
    versionCount: z.number().optional(),
    /**
     * The version whose dates, tags and operations this program last set. Rotation adds newer ones
     * and does not change it.
     */
    managedVersion: field(z.string(), { wire: { from: (response) => settledOf(response).version } }),
    /** The service's id of the newest version. Rotation changes it; the resource's own id stays. */
    currentId: field(z.string(), { wire: { from: currentIdOf } }),
    /** Type of the newest version. */
    currentKty: field(z.string(), { wire: { from: "azure_param.key.kty" } }),
    /** Size of the newest version in bits, for RSA keys. */
    currentKeySize: field(z.number().optional(), { wire: { from: "key_size" } }),
    /** Curve of the newest version, for EC keys. */
    currentCrv: field(z.string().optional(), { wire: { from: "azure_param.key.crv" } }),
    /** Where the newest version's material comes from, such as `native` or `ciphertrust`. */
    keyMaterialOrigin: z.string().optional(),
    /** What Azure allows once the key is deleted, such as `Recoverable+Purgeable`. */
    recoveryLevel: field(z.string().optional(), { wire: { from: "azure_param.attributes.recoveryLevel" } }),
  },
  unique: [["keyVault", "keyName"]],
  filters: [
    "id",
    "keyVault",
    "keyVaultId",
    "keyName",
    "cloudName",
    "region",
    "crv",
    "status",
    "enabled",
    "keySize",
    "algorithm",
    "kid",
    "gone",
    "version",
    "tags",
    "keyMaterialOrigin",
    "rotationJobEnabled",
    "jobConfigId",
    "backupJobConfigId",
    "deletedInAzure",
    "managed",
    "externalKeyId",
  ],
  ready: objectReady(azureKeys),
  actions: [
    {
      inputs: ["kty", "keySize", "crv", "sourceKeyTier", "localKeyIdentifier"],
      async run(scope, { record }) {
        if (isMadeSo(record, scope.inputs)) return record;
        await recovered(scope, azureKeys, record);
        return renewed(azureKeys, record, await scope.api.post(pathFor(scope.inputs), bodyOf(scope.inputs)));
      },
    },
    {
      inputs: ["enabled", "nbf", "exp", "keyOps", "tags"],
      run: (scope, { record, changed }) => patchNewest(scope, azureKeys, record, changed),
    },
  ],
  existing: { owner: ownerOf },
  hooks: {
    forewarns: olderSource("localKeyIdentifier"),
    check: (inputs) => [
      ...sourceProblems(inputs),
      ...shapeProblems(inputs),
      ...sizeProblems(inputs),
      ...operationProblems(inputs),
    ],
    // Writing the default tier explicitly is not a change.
    replaces: (state, inputs) => (tierOf(state) === tierOf(inputs) ? [] : ["sourceKeyTier"]),
    async create(scope) {
      await refuseIfTaken(scope, azureKeys);
      return settled(await scope.api.post(pathFor(scope.inputs), bodyOf(scope.inputs)));
    },
    ...objectHooks(azureKeys),
  },
});

type Inputs = Partial<Record<string, unknown>>;

/** The input that names the source, by tier. */
const sources: Readonly<Record<string, string>> = {
  local: "localKeyIdentifier",
  dsm: "dsmKeyIdentifier",
  "hsm-luna": "lunaKeyIdentifier",
  "external-cm": "externalCmKeyIdentifier",
  pfx: "pfx",
};

function tierOf(inputs: Inputs): string | undefined {
  return (inputs.sourceKeyTier as string | undefined) ?? (inputs.localKeyIdentifier ? "local" : undefined);
}

function pathFor(inputs: Bag): string {
  return tierOf(inputs) === undefined ? azureKeys.path : "/cckm/azure/upload-key";
}

function bodyOf(inputs: Bag): Wire {
  const tier = tierOf(inputs);
  const kty = inputs.kty ?? (inputs.crv === undefined ? "RSA" : "EC");
  return encodeAll(azureKey, tier ? { ...inputs, sourceKeyTier: tier } : { ...inputs, kty });
}

/** True when the newest version is of the wanted kind: then no other one is needed. */
function isMadeSo(record: Wire, inputs: Inputs): boolean {
  const source = inputs.localKeyIdentifier;
  if (source !== undefined) return record.local_key_id === source || record.local_key_name === source;
  const held: Bag = { kty: pick(record, "azure_param.key.kty"), keySize: record.key_size };
  held.crv = pick(record, "azure_param.key.crv");
  return ["kty", "keySize", "crv"].every((key) => inputs[key] === undefined || inputs[key] === held[key]);
}

function sourceProblems(inputs: Inputs): Failure[] {
  const tier = tierOf(inputs);
  const { kty, keySize, crv, kekKid, pfx, password } = inputs;
  const given = (values: Inputs) => Object.keys(values).filter((property) => values[property] !== undefined);
  const failures = tier
    ? given({ kty, keySize, crv }).map((property) => ({
        property,
        reason: "is determined by the source of an uploaded key: leave it out",
      }))
    : given({ hsm: inputs.hsm || undefined, kekKid }).map((property) => ({
        property,
        reason: "is only valid for uploaded keys: name their source",
      }));
  for (const [of, property] of Object.entries(sources)) {
    if (of === tier && inputs[property] === undefined) {
      failures.push({ property, reason: `is required with sourceKeyTier "${of}"` });
    }
    if (of !== tier && inputs[property] !== undefined) {
      failures.push({ property, reason: `is only valid with sourceKeyTier "${of}"` });
    }
  }
  if (tier === "pfx" && password === undefined) failures.push({ property: "password", reason: "is required with pfx" });
  if (pfx === undefined && password !== undefined)
    failures.push({ property: "password", reason: "is only valid together with pfx" });
  return failures;
}

/** Only a key that wraps uploads on their way takes imports. */
function operationProblems({ kty, keyOps }: Inputs): Failure[] {
  const isOther = azureKtys.some((one) => one === kty) && kty !== "RSA-HSM";
  if (!isOther || !Array.isArray(keyOps) || !keyOps.includes("import")) return [];
  return [{ property: "keyOps", reason: "may hold import for a key of the type RSA-HSM only" }];
}

function sizeProblems({ kty = "RSA", keySize, crv }: Inputs): Failure[] {
  const fitting = sizesOf(kty);
  if (typeof keySize !== "number" || crv !== undefined || fitting === undefined || fitting.includes(keySize)) return [];
  return [{ property: "keySize", reason: `must be ${fitting.join(", ")} for keys of the type ${kty as string}` }];
}

function shapeProblems({ kty, keySize, crv, exportable, releasePolicy, nbf, exp }: Inputs): Failure[] {
  const failures: Failure[] = [];
  if (keySize !== undefined && typeof kty === "string" && kty.startsWith("EC")) {
    failures.push({ property: "keySize", reason: "is only valid for RSA keys" });
  }
  if (crv !== undefined && typeof kty === "string" && /^(RSA|oct)/.test(kty)) {
    failures.push({ property: "crv", reason: "is only valid for EC keys" });
  }
  if (exportable && releasePolicy === undefined) {
    failures.push({ property: "releasePolicy", reason: "is required for an exportable key" });
  }
  if (typeof nbf === "string" && typeof exp === "string" && Date.parse(exp) <= Date.parse(nbf)) {
    failures.push({ property: "exp", reason: "must be later than nbf" });
  }
  return failures;
}
