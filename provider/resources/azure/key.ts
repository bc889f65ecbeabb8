import * as z from "zod";
import type { Wire } from "../../api/client";
import { defineResource, namedAfterResource, type Bag, type Failure } from "../../engine/definition";
import { encodeAll, pick } from "../../engine/wire";
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
  refuseIfTaken,
  settled,
  settledOf,
} from "./objectRecord";
import { azureVault } from "./vault";

export const moment = z.iso.datetime({
  offset: true,
  precision: 0,
  error: "must be a date and time in whole seconds such as 2027-01-31T00:00:00Z",
});
export const objectName = z.string().regex(/^[0-9A-Za-z-]{1,127}$/, "may hold letters, digits and dashes only");
export const azureTags = z.record(z.string(), z.string().regex(/^[^:%]*$/, 'values may not hold ":" or "%"'));

/** A key in an Azure vault, made or uploaded and managed through the service; all versions of its name together. Destroying it soft-deletes it in Azure (see `onDestroy`). */
export const azureKey = defineResource({
  type: "AzureKey",
  path: azureKeys.path,
  feature: "CCKM",
  inputs: {
    /** Name of the key, unique in its vault: letters, digits and dashes. Default: the resource's name in the program. A change replaces the key. */
    keyName: namedAfterResource(objectName),
    /** Id of the `AzureVault` that holds the key. A change replaces the key. */
    keyVault: z.string().min(1),
    /** Type of the key: `RSA`, `RSA-HSM`, `EC` or `EC-HSM`; the HSM types need a premium vault or a managed HSM. Default `RSA`; for an uploaded key, what its source is. A change makes a new version of that type, in place. Rotation may change the type of the key in use, see `currentKty`. */
    kty: z.enum(["RSA", "RSA-HSM", "EC", "EC-HSM"]).optional(),
    /** Size of an RSA key in bits: 2048, 3072 or 4096. Default: the service's choice, 2048. A change makes a new version, in place. */
    keySize: z.union([z.literal(2048), z.literal(3072), z.literal(4096)]).optional(),
    /** Curve of an EC key: `P-256`, `P-384`, `P-521` or `SECP256K1`. Default: the service's choice, `P-256`. A change makes a new version, in place. */
    crv: z.enum(["P-256", "P-384", "P-521", "SECP256K1"]).optional(),
    /** What the key may do: encrypt, decrypt, sign, verify, wrapKey, unwrapKey; or only import, for an RSA-HSM key that wraps uploads. Order has no meaning. Default: what fits the type. Changes in place. */
    keyOps: z.array(z.enum(["encrypt", "decrypt", "sign", "verify", "wrapKey", "unwrapKey", "import"])).optional(),
    /** Azure tags, text by key; values without `:` and `%`. Changes in place. Default: none. */
    tags: azureTags.default({}),
    /** False to disable the key. Default true. Changes in place, for the newest version. */
    enabled: z.boolean().default(true),
    /** When the key begins to be usable, RFC 3339 in whole seconds. Changes in place; cannot be removed once set. Default: at once. */
    nbf: moment.optional(),
    /** When the key ceases to be usable, RFC 3339 in whole seconds. Changes in place; cannot be removed once set. Rotation gives newer versions dates of their own. Default: never. */
    exp: moment.optional(),
    /** True for a key whose material may be released from Azure under `releasePolicy`. Default false. Not shown by the service. A change replaces the key. */
    exportable: z.boolean().default(false),
    /** Policy under which the material may be released, a JSON object. Not compared with the service. A change replaces the key. */
    releasePolicy: z.record(z.string(), z.unknown()).optional(),
    /** Uploads a key instead of letting Azure make one: where the source is, `local` (the service's own vault), `pfx`, `dsm`, `hsm-luna` or `external-cm`. Default: `local` when `localKeyIdentifier` is given, else Azure makes the key. A change replaces the key. */
    sourceKeyTier: z.enum(["local", "pfx", "dsm", "hsm-luna", "external-cm"]).optional(),
    /** Id or name of the source key in the service's own vault, for the tier `local`. A change uploads it as a new version, in place. */
    localKeyIdentifier: z.string().min(1).optional(),
    /** Id of the source key in a DSM domain, for the tier `dsm`. A change replaces the key. */
    dsmKeyIdentifier: z.string().min(1).optional(),
    /** Id of the source key in a Luna HSM partition, for the tier `hsm-luna`. A change replaces the key. */
    lunaKeyIdentifier: z.string().min(1).optional(),
    /** Id of the source key in an external CipherTrust domain, for the tier `external-cm`. A change replaces the key. */
    externalCmKeyIdentifier: z.string().min(1).optional(),
    /** The source as a PFX file, base64, for the tier `pfx`. Secret; never returned. A change replaces the key. */
    pfx: z.string().min(1).optional(),
    /** Password of the PFX file. Secret; never returned. A change replaces the key. */
    password: z.string().min(1).optional(),
    /** Uploads: true for an HSM-protected key. Default false. A change replaces the key. */
    hsm: z.boolean().default(false),
    /** Uploads: id of the RSA-HSM key, with `import` as its only operation, that wraps the material on its way. A change replaces the key. */
    kekKid: z.string().min(1).optional(),
    /** What destroying the resource does to the key: `softDelete` deletes it so that it can be recovered until the vault's retention ends; `purge` deletes it for ever, with the service's backups; `retain` leaves it as it is. Default `softDelete`, which is refused where the vault has no soft delete. Kept by the provider. */
    onDestroy: z.enum(["softDelete", "purge", "retain"]).default("softDelete"),
  },
  outputs: {
    /** AVAILABLE or SOFT-DELETED. A declared key that was soft-deleted is recovered by the next update. */
    status: z.string(),
    /** Address of the newest version in Azure. */
    kid: z.string(),
    /** Azure's id of the newest version. Rotation changes it. */
    version: z.string(),
    /** How many versions the key has. */
    versionCount: z.number().optional(),
    /** The version whose dates, tags and operations this program last set. Rotation adds newer ones and does not change it. */
    managedVersion: z.string(),
    /** The service's id of the newest version. Rotation changes it; the resource's own id stays. */
    currentId: z.string(),
    /** Type of the newest version. */
    currentKty: z.string(),
    /** Size of the newest version in bits, for RSA keys. */
    currentKeySize: z.number().optional(),
    /** Curve of the newest version, for EC keys. */
    currentCrv: z.string().optional(),
    /** Where the newest version's material comes from, such as `native` or `ciphertrust`. */
    keyMaterialOrigin: z.string().optional(),
    /** What Azure allows once the key is deleted, such as `Recoverable+Purgeable`. */
    recoveryLevel: z.string().optional(),
  },
  keepsPlace: { softDelete: "every", retain: "every" },
  unique: [["keyVault", "keyName"]],
  immutable: [
    "keyName",
    "keyVault",
    "exportable",
    "releasePolicy",
    "dsmKeyIdentifier",
    "lunaKeyIdentifier",
    "externalCmKeyIdentifier",
    "pfx",
    "password",
    "hsm",
    "kekKid",
  ],
  references: ["dsmKeyIdentifier", "lunaKeyIdentifier", "externalCmKeyIdentifier"],
  secret: ["pfx", "password"],
  // What a version was made from is not compared with the newest version: rotation may choose otherwise.
  writeOnly: [
    "kty",
    "keySize",
    "crv",
    "exportable",
    "releasePolicy",
    "sourceKeyTier",
    "localKeyIdentifier",
    "dsmKeyIdentifier",
    "lunaKeyIdentifier",
    "externalCmKeyIdentifier",
    "pfx",
    "password",
    "hsm",
    "kekKid",
  ],
  unordered: ["keyOps"],
  computed: ["kty", "keySize", "crv", "keyOps"],
  sticky: ["nbf", "exp"],
  local: ["onDestroy"],
  needs: { keyVault: azureVault },
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
  ],
  wire: {
    keyVault: { to: "key_vault", from: "key_vault_id" },
    kty: { to: "azure_param.kty" },
    keySize: { to: "azure_param.key_size" },
    crv: { to: "azure_param.crv" },
    hsm: { to: "azure_param.hsm", encode: (hsm: boolean) => hsm || undefined },
    exportable: { encode: (exportable: boolean) => exportable || undefined },
    keyOps: { to: "azure_param.key_ops", from: ofSettled("azure_param.key.key_ops") },
    tags: { to: "azure_param.tags", from: ofSettled("azure_param.tags") },
    enabled: { to: "azure_param.attributes.enabled", from: isEnabled },
    nbf: date("nbf"),
    exp: date("exp"),
    kid: { from: "azure_param.key.kid" },
    managedVersion: { from: (answer) => settledOf(answer).version },
    currentId: { from: currentIdOf },
    currentKty: { from: "azure_param.key.kty" },
    currentKeySize: { from: "key_size" },
    currentCrv: { from: "azure_param.key.crv" },
    recoveryLevel: { from: "azure_param.attributes.recoveryLevel" },
  },
  ready: objectReady(azureKeys),
  actions: [
    {
      inputs: ["kty", "keySize", "crv", "sourceKeyTier", "localKeyIdentifier"],
      async run(scope, { record }) {
        if (isMadeSo(record, scope.inputs)) return record;
        await recovered(scope, azureKeys, record);
        return settled(await scope.api.post(pathFor(scope.inputs), bodyOf(scope.inputs)));
      },
    },
    {
      inputs: ["enabled", "nbf", "exp", "keyOps", "tags"],
      run: (scope, { record, changed }) => patchNewest(scope, azureKeys, record, changed),
    },
  ],
  existing: { owner: ownerOf },
  hooks: {
    check: (inputs) => [...sourceProblems(inputs), ...shapeProblems(inputs)],
    // To write down the tier that was meant all along is no change.
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
        reason: "is what the source of an uploaded key is: leave it out",
      }))
    : given({ hsm: inputs.hsm || undefined, kekKid }).map((property) => ({
        property,
        reason: "is for uploaded keys: name their source",
      }));
  for (const [of, property] of Object.entries(sources)) {
    if (of === tier && inputs[property] === undefined) {
      failures.push({ property, reason: `is required with sourceKeyTier "${of}"` });
    }
    if (of !== tier && inputs[property] !== undefined) {
      failures.push({ property, reason: `is for sourceKeyTier "${of}"` });
    }
  }
  if (tier === "pfx" && password === undefined) failures.push({ property: "password", reason: "is required with pfx" });
  if (pfx === undefined && password !== undefined) failures.push({ property: "password", reason: "is for pfx" });
  return failures;
}

function shapeProblems({ kty, keySize, crv, exportable, releasePolicy, nbf, exp }: Inputs): Failure[] {
  const failures: Failure[] = [];
  if (keySize !== undefined && typeof kty === "string" && kty.startsWith("EC")) {
    failures.push({ property: "keySize", reason: "is for RSA keys only" });
  }
  if (crv !== undefined && typeof kty === "string" && kty.startsWith("RSA")) {
    failures.push({ property: "crv", reason: "is for EC keys only" });
  }
  if (exportable && releasePolicy === undefined) {
    failures.push({ property: "releasePolicy", reason: "is required for an exportable key" });
  }
  if (typeof nbf === "string" && typeof exp === "string" && Date.parse(exp) <= Date.parse(nbf)) {
    failures.push({ property: "exp", reason: "must be later than nbf" });
  }
  return failures;
}
