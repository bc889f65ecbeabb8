import { randomBytes } from "node:crypto";
import { shown } from "../../core/response";
import { notFound, ServiceError } from "../../core/errors";
import { given, type JsonObject, own } from "../../core/fields";
import type { Call, Header, Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { day, parseTime } from "../../core/time";
import { checkValue, fingerprint, type Material, type Shape } from "./material";

export interface Alias {
  readonly alias: string;
  readonly type: string;
  readonly index: number;
}

interface PairLink {
  readonly type: "publicKey" | "privateKey";
  readonly target: string;
}

export const states = [
  "Pre-Active",
  "Active",
  "Deactivated",
  "Compromised",
  "Destroyed",
  "Destroyed Compromised",
] as const;
export type KeyState = (typeof states)[number];

/**
 * One version of a key in the service's own vault. Versions share the name; each has an id of its
 * own.
 */
export interface VaultKey extends Header, Shape {
  readonly name: string;
  readonly version: number;
  readonly state: KeyState;
  readonly objectType: string;
  readonly usageMask: number;
  readonly description: string;
  /** Absent unless a request gave it. */
  readonly meta?: JsonObject;
  readonly labels: Readonly<Record<string, string>>;
  readonly aliases: readonly Alias[];
  /** Of the halves of a pair. */
  readonly links?: readonly PairLink[];
  readonly undeletable: boolean;
  readonly unexportable: boolean;
  /** Whole days; "" means never. */
  readonly rotationFrequencyDays: string;
  /** When a change set the frequency; absent while it is that of the creation. */
  readonly rotationSetAt?: string;
  readonly uuid: string;
  readonly muid: string;
  readonly keyId: string;
  readonly defaultIV: string;
  readonly neverExported: boolean;
  readonly neverExportable: boolean;
  readonly emptyMaterial: boolean;
  readonly sha1Fingerprint?: string;
  readonly sha256Fingerprint?: string;
  readonly activationDate?: string;
  readonly processStartDate?: string;
  readonly protectStopDate?: string;
  readonly deactivationDate?: string;
  readonly archiveDate?: string;
  readonly destroyDate?: string;
  readonly compromiseDate?: string;
  readonly compromiseOccurrenceDate?: string;
  readonly revocationReason?: string;
  readonly revocationMessage?: string;
  readonly hidden: { readonly material?: Material };
}

export const vaultKeys = defineKind<VaultKey>("vault-keys", {
  name: (key) => key.name,
  uri: (key) => [key.uri, key.uri.slice(key.uri.lastIndexOf(":") + 1)],
  alias: (key) => key.aliases.map(({ alias }) => alias),
});

/** A link that a client made between two keys, by their ids. */
export interface VaultLink extends Header {
  readonly type: string;
  readonly source: string;
  readonly target: string;
}

export const vaultLinks = defineKind<VaultLink>("vault-links", {
  source: ({ source }) => source,
  key: ({ source, target }) => [source, target],
});

/** A key id as the vault makes them. */
export const newKeyId = (): string => randomBytes(32).toString("hex");

/** Dates move a key on by themselves. */
export function stateOf(scope: Scope, key: VaultKey): KeyState {
  if (key.state !== "Active" && key.state !== "Pre-Active") return key.state;
  const past = (date: string | undefined): boolean => date !== undefined && (parseTime(date) ?? Infinity) <= scope.now;
  if (past(key.deactivationDate)) return "Deactivated";
  return past(key.activationDate) ? "Active" : key.activationDate === undefined ? key.state : "Pre-Active";
}

/** Says that the key is due; nothing rotates because of it. */
export function isRotationDateReached(scope: Scope, key: VaultKey): boolean {
  const { rotationFrequencyDays: days, createdAt, rotationSetAt = createdAt } = key;
  return days !== "" && scope.now >= (parseTime(rotationSetAt) ?? 0) + Number(days) * day;
}

export function vaultKeyView(scope: Scope, key: VaultKey): object {
  const { curveId: curveid, keyId, rotationFrequencyDays, aliases, labels, links: _pair, ...others } = shown(key);
  const { meta = null, rotationSetAt: _set, size, ...rest } = others;
  const links = allLinks(scope, key).map((link, index) => ({ ...linkView(scope, link), index }));
  const filled = { keyId, rotationFrequencyDays, aliases, labels, links };
  return {
    ...rest,
    meta,
    ...given({
      size: key.algorithm === "ML-DSA" ? undefined : size,
      curveid,
      publickey: key.hidden.material?.publicKey,
    }),
    // What is empty is left out.
    ...Object.fromEntries(Object.entries(filled).filter(([, value]) => Object.keys(value).length > 0)),
    usage: usage(key),
    format: key.objectType === "Symmetric Key" ? "raw" : "pkcs8",
    state: stateOf(scope, key),
    rotationDateReached: isRotationDateReached(scope, key),
  };
}

/** The links of a key: to the other half of its pair, then those that clients made. */
function allLinks(scope: Scope, { id: source, domain, uri, account, createdAt, links = [] }: VaultKey): VaultLink[] {
  const header = { domain, account, createdAt, updatedAt: createdAt, source };
  const pair = links.map((link, index) => ({
    ...header,
    id: `${source}-${index}`,
    uri: `${uri}-link-${index}`,
    ...link,
  }));
  return [...pair, ...scope.by(vaultLinks, "source", source)];
}

export const linkTypes = (scope: Scope, key: VaultKey): string[] => allLinks(scope, key).map(({ type }) => type);

export function linkView(scope: Scope, link: VaultLink): object {
  const { source: sourceID, target: targetID } = link;
  const uriOf = (id: string): string => scope.get(vaultKeys, id)?.uri ?? "";
  return { ...shown(link), source: uriOf(sourceID), sourceID, target: uriOf(targetID), targetID };
}

function usage({ usageMask }: VaultKey): string {
  return (usageMask & 1) !== 0 ? "sign" : (usageMask & 128) !== 0 ? "hash" : "blob";
}

/** All versions of a name, oldest first. */
export function versionsOf(scope: Scope, name: string): VaultKey[] {
  return [...scope.by(vaultKeys, "name", name)].sort((a, b) => a.version - b.version);
}

/**
 * The key of a reference. `type` says what the reference is: id, name, uri or alias; without it,
 * each is tried. A name stands for its newest version, or for the `version` asked for.
 */
export function findVaultKey(scope: Scope, reference: string, type?: string, version?: number): VaultKey | undefined {
  const ways: Readonly<Record<string, () => VaultKey | undefined>> = {
    id: () => scope.get(vaultKeys, reference),
    name: () =>
      versionsOf(scope, reference)
        .filter((key) => version === undefined || key.version === version)
        .at(-1),
    uri: () => scope.by(vaultKeys, "uri", reference)[0],
    alias: () => scope.by(vaultKeys, "alias", reference).at(-1),
  };
  if (type !== undefined) return own(ways, type)?.();
  return Object.values(ways).reduce<VaultKey | undefined>((found, way) => found ?? way(), undefined);
}

export function targetVaultKey(call: Call): VaultKey {
  const version = call.query("version");
  const wanted = version === undefined || version === "-1" ? undefined : Number(version);
  const key = findVaultKey(call, call.param(), call.query("type"), wanted);
  if (key === undefined) throw notFound();
  return key;
}

/** The material of a key that still has it and is not archived. */
export function needMaterial(key: VaultKey): Material {
  if (key.hidden.material === undefined) throw new ServiceError("cryptoFailed", `key ${key.name} has no material`);
  if (key.archiveDate !== undefined) throw new ServiceError("cryptoFailed", `key ${key.name} is archived`);
  return key.hidden.material;
}

export function fingerprints(material: Material | undefined): Pick<VaultKey, "sha1Fingerprint" | "sha256Fingerprint"> {
  if (material === undefined) return {};
  return { sha1Fingerprint: fingerprint(material, "sha1"), sha256Fingerprint: fingerprint(material, "sha256") };
}

export function keyCheckValue(key: VaultKey): string | undefined {
  return key.hidden.material === undefined ? undefined : checkValue(key.hidden.material, key.algorithm);
}
