import { createPublicKey } from "node:crypto";
import { created } from "../../../core/response";
import { conflict, invalid } from "../../../core/errors";
import { type Fields, type JsonObject, own } from "../../../core/fields";
import type { Call, Scope, Operations } from "../../../core/scope";
import type { SourceKey } from "../../../core/sourceKey";
import { findSource } from "../../../shared/keySources";
import { addVersion, needRecovered, publicPart, type Version } from "../cloud/object";
import { azureError, hsmType } from "../cloud/vault";
import { namedVault, openVault, type Vault } from "../vaultRecord";
import { keepContent } from "./backupRecord";
import { keys, recordOfNewest, recordView, versionsOf, type AzureRecord, type Family } from "./record";
import { readAttributes, readKeyOps, readTags } from "./states";

const ktys = ["EC", "EC-HSM", "RSA", "RSA-HSM", "oct-HSM"] as const;
const crvs = ["P-256", "P-384", "P-521", "SECP256K1"] as const;
const sizes = [2048, 3072, 4096];
const symmetricSizes = [256, 128, 192];

/** The name a request gives a new object: letters, digits and dashes. */
export function newName(call: Call, family: Family, vault: Vault): string {
  const name = call.body.requiredText(family.nameField);
  if (!/^[0-9A-Za-z-]{1,127}$/.test(name))
    throw invalid(`${family.nameField} may hold letters, digits and dashes only`);
  if (versionsOf(call, family, vault.id, name).some((record) => record.deleted)) {
    throw conflict(
      `${family.type} ${name} was purged, and the service still keeps its backup: restore or delete that first`,
    );
  }
  return name;
}

/** Adds a version in Azure and records it. */
export function make(
  call: Call,
  family: Family,
  vault: Vault,
  name: string,
  version: Partial<Version> & Pick<Version, "details">,
  details: Partial<AzureRecord> = {},
): object {
  const by = call.caller.userId || call.caller.username;
  const cloud = openVault(call, vault);
  needRecovered(call, cloud, family.type, name);
  const object = addVersion(call, cloud, family.type, name, version);
  const record = recordOfNewest(call, family, vault, object, by);
  call.put(family.kind, { ...record, ...details });
  keepContent(call, family, vault, object);
  return created(recordView(call, family, call.need(family.kind, record.id)));
}

export interface KeyShape {
  readonly kty: string;
  readonly size?: number;
  readonly crv?: string;
}

/** HSM types need hardware behind the vault; a managed HSM has nothing else. */
export function checkHardware(vault: Vault, kty: string): void {
  const sku = (vault.properties["sku"] as JsonObject | undefined)?.["name"];
  const hsm = kty.endsWith("-HSM");
  if (kty === "oct-HSM" && vault.type !== hsmType)
    throw azureError("BadParameter", `The key type ${kty} needs a managed HSM`);
  if (hsm && vault.type !== hsmType && sku !== "premium") {
    throw azureError("BadParameter", `The key type ${kty} needs a vault of the premium tier`);
  }
  if (!hsm && vault.type === hsmType)
    throw azureError("BadParameter", `A managed HSM does not support the key type ${kty}`);
}

function readShape(param: Fields): KeyShape {
  const kty = param.choice("kty", ktys) ?? param.missing("kty");
  const size = param.integer("key_size", 1);
  const crv = param.choice("crv", crvs);
  if (kty.startsWith("EC")) {
    if (size !== undefined) throw invalid("azure_param.key_size is for RSA keys");
    return { kty, crv: crv ?? "P-256" };
  }
  if (crv !== undefined) throw invalid("azure_param.crv is for EC keys");
  const allowed = kty.startsWith("oct") ? symmetricSizes : sizes;
  if (size !== undefined && !allowed.includes(size))
    throw invalid(`azure_param.key_size must be one of ${allowed.join(", ")}`);
  return { kty, size: size ?? allowed[0] };
}

function defaultOps(kty: string): string[] {
  if (kty.startsWith("oct")) return ["encrypt", "decrypt", "wrapKey", "unwrapKey"];
  return kty.startsWith("EC") ? ["sign", "verify"] : ["encrypt", "decrypt", "sign", "verify", "wrapKey", "unwrapKey"];
}

/** What is the same for the same material, and the public key where that is real. */
export type Seed = Pick<SourceKey, "fingerprint" | "publicKey">;

/** What Azure keeps of a key version. */
export function keyDetails({ kty, size, crv }: KeyShape, seed: Seed, more: JsonObject = {}): JsonObject {
  const shape = { kty, ...(crv === undefined ? {} : { crv }), ...(size === undefined ? {} : { key_size: size }) };
  const { fingerprint, publicKey } = seed;
  const half = publicKey === undefined ? publicPart(kty, size ?? 2048, crv, fingerprint) : numbersOf(publicKey);
  return { ...shape, key_ops: defaultOps(kty), ...half, ...more };
}

/** The numbers of a public key, as Azure shows them. */
function numbersOf(publicKey: string): JsonObject {
  const { n, e, x, y } = createPublicKey(publicKey).export({ format: "jwk" });
  return n === undefined ? { x, y } : { n, e };
}

/** What creating and uploading a key have in common. */
function options(call: Call, param: Fields): { version: Partial<Version>; details: JsonObject } {
  const key_ops = readKeyOps(param);
  const exportable = call.body.flag("exportable");
  const release_policy = call.body.json("release_policy");
  if (exportable === true && release_policy === undefined) throw invalid("exportable needs a release_policy");
  const tags = readTags(param);
  return {
    version: { ...readAttributes(param), ...(tags === undefined ? {} : { tags }) },
    details: {
      ...(key_ops === undefined ? {} : { key_ops }),
      ...(exportable === undefined ? {} : { exportable }),
      ...(release_policy === undefined ? {} : { release_policy }),
    },
  };
}

function createKey(call: Call): object {
  const vault = namedVault(call);
  const name = newName(call, keys, vault);
  const param = call.body.object("azure_param") ?? call.body.missing("azure_param");
  const shape = readShape(param);
  checkHardware(vault, shape.kty);
  const { version, details } = options(call, param);
  const forKek = (details["key_ops"] as string[] | undefined)?.includes("import");
  if (forKek && shape.kty !== "RSA-HSM") throw invalid("azure_param.key_ops: import is for RSA-HSM keys");
  const seed = { fingerprint: `${vault.id}/${name}/${call.now}` };
  return make(call, keys, vault, name, { ...version, details: keyDetails(shape, seed, details) });
}

const identifiers: Readonly<Record<string, string>> = {
  local: "local_key_identifier",
  dsm: "dsm_key_identifier",
  "hsm-luna": "luna_key_identifier",
  "external-cm": "external_cm_key_identifier",
};
const curveNames: Readonly<Record<string, string>> = {
  PRIME256V1: "P-256",
  SECP256R1: "P-256",
  SECP384R1: "P-384",
  SECP521R1: "P-521",
  SECP256K1: "SECP256K1",
};

/** The Azure key that a source key's material fits. */
function shapeOfSource({ name, algorithm, size, curve = "" }: SourceKey, hsm: boolean): KeyShape {
  const suffix = hsm ? "-HSM" : "";
  if (algorithm === "RSA" && sizes.includes(size)) return { kty: `RSA${suffix}`, size };
  const crv = own(curveNames, curve.toUpperCase());
  if (algorithm === "EC" && crv !== undefined) return { kty: `EC${suffix}`, crv };
  throw invalid(`source key ${name} (${algorithm} ${size}) does not fit any Azure key`);
}

function pfxShape(body: Fields, hsm: boolean): KeyShape {
  body.requiredText("pfx");
  body.requiredText("password");
  return { kty: hsm ? "RSA-HSM" : "RSA", size: 2048 };
}

/** How a key record names the source of its material. */
export function provenance(tier: string, source: SourceKey | undefined): Partial<AzureRecord> {
  if (tier !== "local" || source === undefined) return { key_material_origin: tier };
  return { key_material_origin: "ciphertrust", local_key_id: source.id, local_key_name: source.name };
}

function uploadKey(call: Call): object {
  const vault = namedVault(call);
  const name = newName(call, keys, vault);
  const { body } = call;
  const param = body.block("azure_param");
  for (const field of ["kty", "crv", "key_size"]) {
    if (param.has(field)) throw invalid(`azure_param.${field} is what the source key is, and cannot be set`);
  }
  const tier = body.choice("source_key_tier", [...Object.keys(identifiers), "pfx"]) ?? "local";
  const hsm = param.flag("hsm") ?? false;
  const field = own(identifiers, tier);
  const source = field === undefined ? undefined : (findSource(call, body, field) ?? body.missing(field));
  const shape = source === undefined ? pfxShape(body, hsm) : shapeOfSource(source, hsm);
  checkHardware(vault, shape.kty);
  checkKek(call, body.text("kek_kid"));
  const { version, details } = options(call, param);
  const seed = source ?? { fingerprint: body.requiredText("pfx") };
  return make(
    call,
    keys,
    vault,
    name,
    { ...version, details: keyDetails(shape, seed, details) },
    provenance(tier, source),
  );
}

/** The key that wraps an upload: an RSA-HSM key that may do nothing but import. */
function checkKek(scope: Scope, reference: string | undefined): void {
  if (reference === undefined) return;
  const kek = scope.find(keys.kind, reference)?.azure_param["key"] as JsonObject | undefined;
  const fits = kek?.["kty"] === "RSA-HSM" && String(kek["key_ops"]) === "import";
  if (!fits) throw invalid("kek_kid must be the id of an RSA-HSM key whose only operation is import");
}

export const keyCreateOperations: Operations = {
  "POST /cckm/azure/keys": createKey,
  "POST /cckm/azure/upload-key": uploadKey,
};
