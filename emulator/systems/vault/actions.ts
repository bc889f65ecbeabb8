import { conflict, forbidden, invalid, ServiceError } from "../../core/errors";
import { mergeLabels, own, type Fields } from "../../core/fields";
import { list } from "../../core/lists";
import type { Call, Scope } from "../../core/scope";
import { isReadable } from "../../shared/keyRights";
import { readCommon } from "./create";
import { exported } from "./material";
import {
  keyCheckValue,
  linkTypes,
  needMaterial,
  stateOf,
  targetVaultKey,
  vaultKeys,
  vaultKeyView,
  vaultLinks,
  versionsOf,
  type Alias,
  type VaultKey,
} from "./record";

/**
 * PATCH: `meta` is merged, labels and aliases are deltas, everything else replaces; `allVersions`
 * goes for every version of the name.
 */
export function changeVaultKey(call: Call): object {
  const key = targetVaultKey(call);
  const versions = call.body.flag("allVersions") === true ? versionsOf(call, key.name) : [key];
  // The days count from when they are set, even to the same number.
  const isSet = call.body.emptiable("rotationFrequencyDays") !== undefined;
  for (const one of versions) {
    call.change(vaultKeys, one, {
      ...readCommon(call.body, one),
      ...(isSet && { rotationSetAt: call.service.clock.stamp() }),
      labels: mergeLabels(one.labels, call.body.labels("labels")) ?? {},
      aliases: one.id === key.id ? changedAliases(call, call.body, key) : one.aliases,
    });
  }
  return vaultKeyView(call, call.need(vaultKeys, key.id));
}

/** Without an index an alias is added; an index alone deletes; alias, index (and type) change. */
function changedAliases(scope: Scope, body: Fields, key: VaultKey): readonly Alias[] {
  return (body.objects("aliases") ?? []).reduce<readonly Alias[]>((aliases, entry) => {
    const alias = entry.text("alias");
    const index = entry.integer("index", 0);
    const existing = aliases.find((one) => one.index === index);
    if (index !== undefined && existing === undefined)
      throw invalid(`key ${key.name} has no alias with index ${index}`);
    if (alias === undefined)
      return existing === undefined ? entry.missing("alias") : aliases.filter((one) => one !== existing);
    if (scope.by(vaultKeys, "alias", alias).length > 0 || aliases.some((one) => one.alias === alias))
      throw conflict(`the alias ${alias} is in use`);
    const type = entry.text("type") ?? existing?.type ?? "string";
    if (existing !== undefined)
      return aliases.map((one) => (one === existing ? { alias, type, index: existing.index } : one));
    const next = 1 + Math.max(-1, ...aliases.map((one) => one.index));
    return [...aliases, { alias, type, index: next }];
  }, key.aliases);
}

export function deleteVaultKey(call: Call): void {
  const key = targetVaultKey(call);
  if (key.undeletable) throw forbidden("key is not deletable");
  for (const link of call.by(vaultLinks, "key", key.id)) call.remove(vaultLinks, link);
  call.remove(vaultKeys, key);
}

const compromising = ["KeyCompromise", "CACompromise"];
const reasons = [
  "Unspecified",
  "KeyCompromise",
  "CACompromise",
  "AffiliationChanged",
  "Superseded",
  "CessationOfOperation",
  "PrivilegeWithdrawn",
];

export function revoke(call: Call): object {
  const key = targetVaultKey(call);
  const { body } = call;
  const reason = body.choice("reason", reasons) ?? body.missing("reason");
  needState(call, key, ["Pre-Active", "Active", "Deactivated"]);
  const now = call.service.clock.stamp();
  const compromised = compromising.includes(reason);
  const compromiseOccurrenceDate = body.time("compromiseOccurrenceDate");
  if (compromiseOccurrenceDate !== undefined && !compromised)
    throw invalid(`compromiseOccurrenceDate needs one of the reasons ${compromising.join(", ")}`);
  const changes: Partial<VaultKey> = compromised
    ? { state: "Compromised", compromiseDate: now, compromiseOccurrenceDate }
    : { state: "Deactivated", deactivationDate: now };
  const revocationMessage = body.text("message");
  return vaultKeyView(call, call.change(vaultKeys, key, { ...changes, revocationReason: reason, revocationMessage }));
}

function needState(scope: Scope, key: VaultKey, allowed: readonly string[]): void {
  const state = stateOf(scope, key);
  if (!allowed.includes(state)) throw conflict(`key ${key.name} is ${state}; this needs ${allowed.join(" or ")}`);
}

export function reactivate(call: Call): object {
  const key = targetVaultKey(call);
  const { body } = call;
  const choices = ["DeactivatedToActive", "ActiveProtectStopToActive", "DeactivatedToActiveProtectStop"] as const;
  const reason = body.choice("reason", choices) ?? body.missing("reason");
  needState(call, key, reason === "ActiveProtectStopToActive" ? ["Active"] : ["Deactivated"]);
  const protectStopDate = reason === "DeactivatedToActiveProtectStop" ? call.service.clock.stamp() : undefined;
  const cleared = { deactivationDate: undefined, revocationReason: undefined, revocationMessage: undefined };
  return vaultKeyView(call, call.change(vaultKeys, key, { state: "Active", protectStopDate, ...cleared }));
}

/** The material goes, what is known about the key stays. */
export function destroy(call: Call): object {
  const key = targetVaultKey(call);
  if (key.undeletable) throw forbidden("key is not deletable");
  const state = stateOf(call, key) === "Compromised" ? "Destroyed Compromised" : "Destroyed";
  const destroyDate = call.service.clock.stamp();
  return vaultKeyView(call, call.change(vaultKeys, key, { state, destroyDate, emptyMaterial: true, hidden: {} }));
}

export function archive(call: Call): object {
  const key = targetVaultKey(call);
  if (key.archiveDate !== undefined) throw conflict(`key ${key.name} is archived already`);
  return vaultKeyView(call, call.change(vaultKeys, key, { archiveDate: call.service.clock.stamp() }));
}

export function recover(call: Call): object {
  const key = targetVaultKey(call);
  if (key.archiveDate === undefined) throw conflict(`key ${key.name} is not archived`);
  return vaultKeyView(call, call.change(vaultKeys, key, { archiveDate: undefined }));
}

/** The key with its material in clear; wrapped exports are not available. */
export function exportKey(call: Call): object {
  const key = targetVaultKey(call);
  if (key.unexportable) throw forbidden("key is not exportable");
  if (["wrapKeyName", "wrapPublicKey", "wrapPBE", "wrapJWE"].some((name) => call.body.has(name))) {
    throw new ServiceError("notImplemented", "the emulator exports keys in clear only");
  }
  const material = exported(needMaterial(key), call.body.text("encoding"));
  return { ...vaultKeyView(call, call.put(vaultKeys, { ...key, neverExported: false })), material };
}

export function generateCheckValue(call: Call): object {
  const key = targetVaultKey(call);
  needMaterial(key);
  const value = keyCheckValue(key);
  if (value === undefined)
    throw invalid(`key ${key.name} is ${key.algorithm}: only AES and TDES keys have a check value`);
  return { id: key.id, keyCheckValue: value };
}

/** A label selector: `a=b`, `a!=b`, `a`, `!a`, joined by commas, all of which must hold. */
function selects(selector: string, labels: Readonly<Record<string, string>>): boolean {
  return selector.split(",").every((part) => {
    const [, name = "", not, value] = /^([^!=]+)(!?)=(.*)$/.exec(part) ?? [];
    if (value !== undefined) return (own(labels, name) === value) !== (not === "!");
    return part.startsWith("!") ? own(labels, part.slice(1)) === undefined : own(labels, part) !== undefined;
  });
}

export function listVaultKeys(call: Call, rows?: readonly VaultKey[]): object {
  const newest = call.query("version") === "-1";
  const selector = call.query("labels");
  return list(call, {
    kind: vaultKeys,
    rows,
    view: (key) => vaultKeyView(call, key),
    filters: [
      "id",
      "name",
      "state",
      "objectType",
      "usageMask",
      "algorithm",
      "size",
      "uri",
      "sha1Fingerprint",
      "sha256Fingerprint",
      "uuid",
      "muid",
      "keyId",
      "unexportable",
    ],
    computed: {
      alias: (key) => key.aliases.map(({ alias }) => alias),
      curveid: (key) => key.curveId,
      keyCheckValue,
      linkType: (key) => linkTypes(call, key),
      ...(newest ? {} : { version: (key: VaultKey) => key.version }),
    },
    only: (key) =>
      isReadable(call.caller, key) &&
      (selector === undefined || selects(selector, key.labels)) &&
      JSON.stringify(key.meta ?? {}).includes(call.query("metaContains") ?? "") &&
      (!newest || versionsOf(call, key.name).at(-1)?.id === key.id),
    handled: ["labels", "metaContains", "compareIDWithUUID", ...(newest ? ["version"] : [])],
  });
}
