import { randomBytes, randomUUID } from "node:crypto";
import { body, choice, emptiable, flag, integer, labels, mergedJson, text } from "../../core/body";
import { created } from "../../core/response";
import { conflict, invalid, ServiceError } from "../../core/errors";
import { given, mergeLabels, type Fields } from "../../core/fields";
import type { Call, Scope } from "../../core/scope";
import { formatTime, second } from "../../core/time";
import { importedShape, needShape, readMaterial } from "./imported";
import { exported, generate, readShape, shapeOf, type Material, type Shape } from "./material";
import {
  fingerprints,
  newKeyId,
  stateOf,
  states,
  targetVaultKey,
  vaultKeys,
  vaultKeyView,
  versionsOf,
  type Alias,
  type KeyState,
  type VaultKey,
} from "./record";
import { moreAlgorithms } from "./world";

const objectTypes = ["Symmetric Key", "Public Key", "Private Key", "Secret Data", "Opaque Object", "Certificate"];
const dates = [
  "activationDate",
  "processStartDate",
  "protectStopDate",
  "deactivationDate",
  "archiveDate",
  "compromiseOccurrenceDate",
] as const;

function readDates(body: Fields): Partial<VaultKey> {
  return Object.fromEntries(dates.filter((name) => body.sent(name)).map((name) => [name, body.time(name)]));
}

/** A number of days as text; "0" and "" both mean never. */
function days(text: string, name: string): string {
  if (!/^\d*$/.test(text)) throw invalid(`${name} must be a string of a whole number of days, not "${text}"`);
  return Number(text) === 0 ? "" : text;
}

/** The fields that both a new key and a change take. */
const common = body({
  usageMask: integer(0, 4_194_303),
  undeletable: flag,
  unexportable: flag,
  description: emptiable,
  meta: mergedJson,
  rotationFrequencyDays: emptiable.as(days),
  revocationReason: text,
  revocationMessage: text,
  keyId: text,
  muid: text,
});

export const readCommon = (sent: Fields, before?: VaultKey): Partial<VaultKey> => ({
  ...given(common(sent, before)),
  ...readDates(sent),
});

function objectType({ algorithm }: Shape, material: Material | undefined): string {
  if (algorithm === "OPAQUE") return "Opaque Object";
  if (!["RSA", "EC", "ML-DSA"].includes(algorithm)) return "Symmetric Key";
  return material?.publicKey === undefined ? "Public Key" : "Private Key";
}

const plain = {
  description: "",
  labels: {},
  aliases: [],
  undeletable: false,
  unexportable: false,
  rotationFrequencyDays: "",
};

/** Puts together a key version; dates and state follow from what is given. */
export function buildKey(
  scope: Scope,
  name: string,
  version: number,
  shape: Shape,
  material: Material | undefined,
  details: Partial<VaultKey>,
): VaultKey {
  const header = scope.header("vault:keys", "", newKeyId());
  const slug = name.toLowerCase().replace(/\s+/g, "-");
  const uri = `${header.uri.slice(0, header.uri.lastIndexOf(":") + 1)}${slug}-v${version}`;
  const activationDate = details.state === "Pre-Active" ? undefined : header.createdAt;
  return {
    ...header,
    uri,
    name,
    version,
    ...shape,
    state: "Active",
    objectType: objectType(shape, material),
    usageMask: shape.algorithm === "ML-DSA" ? 3 : 12,
    ...plain,
    uuid: randomUUID(),
    muid: randomBytes(32).toString("hex"),
    keyId: "",
    defaultIV: randomBytes(16).toString("hex"),
    neverExported: true,
    neverExportable: details.unexportable ?? false,
    emptyMaterial: material === undefined,
    ...fingerprints(material),
    activationDate,
    processStartDate: activationDate,
    ...details,
    hidden: { material },
  };
}

const aliasBody = body({ alias: text.required, type: text.or("string"), index: integer(0) });

/** Aliases must be unique; the index tells them apart within one key. */
function readAliases(scope: Scope, sent: Fields): Alias[] {
  return (sent.objects("aliases") ?? []).map((entry, position) => {
    const { alias, type, index = position } = aliasBody(entry);
    if (scope.by(vaultKeys, "alias", alias).length > 0) throw conflict(`the alias ${alias} is in use`);
    return { alias, type, index };
  });
}

const newKey = body({
  name: text,
  emptyMaterial: flag.or(false),
  state: choice(states),
  assignSelfAsOwner: flag.or(false),
  objectType: choice(objectTypes),
  labels: labels.or({}),
});

/** POST /vault/keys2/. RSA and EC keys get a second record for the public half. */
export function createVaultKey(call: Call): object {
  const { body: sent } = call;
  const { name = newKeyId(), emptyMaterial, assignSelfAsOwner, labels: own, ...named } = newKey(sent);
  if (/[<>\\]/.test(name)) throw invalid("name must not contain any of < > \\");
  if (versionsOf(call, name).length > 0) throw new ServiceError("keyExists", `a key called ${name} exists already`);
  const asked = readShape(sent, moreAlgorithms(call));
  const imported = emptyMaterial ? undefined : readMaterial(call, sent, asked);
  const shape = importedShape(sent, asked, imported);
  const material = emptyMaterial ? undefined : (imported ?? generate(shape));
  const owner = assignSelfAsOwner ? { ownerId: call.caller.userId } : {};
  const settings = readCommon(sent);
  const details: Partial<VaultKey> = {
    ...settings,
    ...given(named),
    ...(assignSelfAsOwner || settings.meta !== undefined ? { meta: { ...owner, ...settings.meta } } : {}),
    labels: own,
    aliases: readAliases(call, sent),
  };
  return created(withMaterial(call, storeWithPublic(call, buildKey(call, name, 0, shape, material, details))));
}

/** The record with its material when the query asks for it. */
function withMaterial(call: Call, key: VaultKey): object {
  const material = call.query("includeMaterial") === "true" ? key.hidden.material : undefined;
  const view = vaultKeyView(call, key);
  return material === undefined ? view : { ...view, material: exported(material, call.body.text("encoding")) };
}

/** Stores a key version and, for a pair, the record of its public half, each linked to the other. */
export function storeWithPublic(scope: Scope, key: VaultKey): VaultKey {
  const publicKey = key.hidden.material?.publicKey;
  if (publicKey === undefined) return scope.put(vaultKeys, key);
  const { meta, labels, state, unexportable, undeletable } = key;
  const common = { meta, labels, state, unexportable, undeletable, objectType: "Public Key", usageMask: 2 };
  const links = [{ type: "privateKey", target: key.id }] as const;
  const half = buildKey(
    scope,
    `${key.name}_public`,
    key.version,
    shapeOf(key),
    { encoding: "pem", value: publicKey },
    { ...common, links },
  );
  scope.put(vaultKeys, half);
  return scope.put(vaultKeys, { ...key, links: [{ type: "publicKey", target: half.id }] });
}

const ended: readonly KeyState[] = ["Compromised", "Destroyed", "Destroyed Compromised"];

/** The newest version's successor: the same key with new material, one version on. */
export function nextVersion(scope: Scope, newest: VaultKey, changes: Partial<VaultKey>, sent?: Material): VaultKey {
  const { name, version } = newest;
  const state = newest.archiveDate === undefined ? stateOf(scope, newest) : "archived";
  if (state === "archived" || ended.includes(state)) throw conflict(`key ${name} is ${state}: it cannot be rotated`);
  const { usageMask, meta, undeletable, unexportable, description, rotationFrequencyDays, labels: kept } = newest;
  const inherited = { usageMask, meta, undeletable, unexportable, description, rotationFrequencyDays, labels: kept };
  const shape = shapeOf(newest);
  const material = sent ?? freshMaterial(newest);
  return storeWithPublic(scope, buildKey(scope, name, version + 1, shape, material, { ...inherited, ...changes }));
}

/** The public half of a pair gets its material with the private half. */
function freshMaterial(key: VaultKey): Material {
  if (key.objectType === "Public Key") throw invalid("material is required for a public key");
  return generate(shapeOf(key));
}

/** Seconds to wait: up to a century, which every date can hold. */
export const wait = integer(0, 100 * 366 * 86_400);

/** The dates of a key that is not active before so many seconds have passed. */
export function startAfter(scope: Scope, seconds: number | undefined): Partial<VaultKey> {
  if (seconds === undefined) return {};
  const activationDate = formatTime(scope.now + seconds * second);
  return { activationDate, processStartDate: activationDate };
}

const versionBody = body({ offset: wait });

/** POST /vault/keys2/{id}/versions/. */
export function createVersion(call: Call): object {
  const newest = versionsOf(call, targetVaultKey(call).name).at(-1) as VaultKey;
  const { body: sent } = call;
  const changes = {
    ...startAfter(call, versionBody(sent).offset),
    ...readCommon(sent),
    labels: mergeLabels(newest.labels, sent.labels("labels")) ?? {},
    aliases: readAliases(call, sent),
  };
  const material = readMaterial(call, sent, newest);
  needShape(newest, importedShape(undefined, newest, material));
  return created(withMaterial(call, nextVersion(call, newest, changes, material)));
}

/** POST /vault/keys2/{id}/clone: another name for a copy of the material. */
export function cloneKey(call: Call): object {
  const key = targetVaultKey(call);
  const name = call.body.text("newKeyName") ?? call.body.requiredText("name");
  if (versionsOf(call, name).length > 0) throw new ServiceError("keyExists", `a key called ${name} exists already`);
  const { usageMask, objectType: type, labels, description, meta } = key;
  const details = { usageMask, objectType: type, labels, description, meta: call.body.json("meta") ?? meta };
  return created(
    withMaterial(call, call.put(vaultKeys, buildKey(call, name, 0, shapeOf(key), key.hidden.material, details))),
  );
}
