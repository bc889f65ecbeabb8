import { body, Field, flag, integer, labels, text, texts } from "../../core/body";
import { invalid } from "../../core/errors";
import { isObject, own, type Fields, type JsonObject } from "../../core/fields";
import { parseJson } from "../../core/json";
import { Call, type Scope } from "../../core/scope";
import { parsePoint, parseTime } from "../../core/time";
import { fitsWildcards } from "../../shared/wildcards";
import { listVaultKeys } from "./actions";
import { isRotationDateReached, linkTypes, stateOf, vaultKeys, versionsOf, type VaultKey } from "./record";

/** Conditions on vault keys, all of which must hold: of POST /vault/query-keys/ and of schedules. */

const integers = new Field<readonly number[]>((sent, name) => {
  sent.tell(name, { type: "array", items: { type: "integer" } });
  const list = sent.raw(name) ?? undefined;
  if (list === undefined || (Array.isArray(list) && list.every(Number.isSafeInteger))) return list;
  throw invalid(`${name} must be a list of integers`);
});
const upper = (value: string): string => value.toUpperCase();

const conditions = body({
  id: text,
  uri: text,
  name: text,
  names: texts,
  version: integer(-1),
  versions: integers,
  algorithm: text.as(upper),
  algorithms: texts.as((list) => list.map(upper)),
  size: integer(0),
  sizes: integers,
  curveIDs: texts,
  objectTypes: texts,
  usageMask: integer(0),
  usageMasks: integers,
  linkTypes: texts,
  states: texts,
  revocationReason: text,
  revocationReasons: texts,
  sha1Fingerprint: text,
  sha1Fingerprints: texts,
  sha256Fingerprint: text,
  sha256Fingerprints: texts,
  rotationDateReached: flag,
  neverExportable: flag,
  neverExported: flag,
  unexportable: flag,
  labels,
});
type Conditions = ReturnType<typeof conditions>;

/** One condition under its names, of which the list is the newer one, and what it looks at. */
type Comparison = readonly [names: readonly (keyof Conditions)[], valueOf: (key: VaultKey, scope: Scope) => unknown];
const comparisons: readonly Comparison[] = [
  [["id"], ({ id }) => id],
  [["uri"], ({ uri }) => uri],
  [["version", "versions"], (key, scope) => [key.version, ...(isNewest(scope, key) ? [-1] : [])]],
  [["algorithm", "algorithms"], ({ algorithm }) => algorithm],
  [["size", "sizes"], ({ size }) => size],
  [["curveIDs"], ({ curveId }) => curveId],
  [["objectTypes"], ({ objectType }) => objectType],
  [["usageMask", "usageMasks"], ({ usageMask }) => usageMask],
  [["linkTypes"], (key, scope) => linkTypes(scope, key)],
  [["states"], (key, scope) => stateOf(scope, key)],
  [["revocationReason", "revocationReasons"], ({ revocationReason }) => revocationReason],
  [["sha1Fingerprint", "sha1Fingerprints"], ({ sha1Fingerprint }) => sha1Fingerprint],
  [["sha256Fingerprint", "sha256Fingerprints"], ({ sha256Fingerprint }) => sha256Fingerprint],
  [["rotationDateReached"], (key, scope) => isRotationDateReached(scope, key)],
  [["neverExportable"], ({ neverExportable }) => neverExportable],
  [["neverExported"], ({ neverExported }) => neverExported],
  [["unexportable"], ({ unexportable }) => unexportable],
];

const isNewest = (scope: Scope, { id, name }: VaultKey): boolean => versionsOf(scope, name).at(-1)?.id === id;

/** By which dates it may ask, each as `…After`, `…At` and `…Before`. */
const dates: Readonly<Record<string, (key: VaultKey) => string | undefined>> = {
  created: (key) => key.createdAt,
  updated: (key) => key.updatedAt,
  activation: (key) => key.activationDate,
  deactivation: (key) => key.deactivationDate,
  archive: (key) => key.archiveDate,
  destroy: (key) => key.destroyDate,
  compromise: (key) => key.compromiseDate,
  compromiseOccurrance: (key) => key.compromiseOccurrenceDate,
  processStart: (key) => key.processStartDate,
  protectStop: (key) => key.protectStopDate,
};
const sides: Readonly<Record<string, (at: number, point: number) => boolean>> = {
  After: (at, point) => at > point,
  At: (at, point) => at === point,
  Before: (at, point) => at < point,
};

type Test = (key: VaultKey) => boolean;

/** Whether a key fits. Refuses a body with a condition that cannot be read. */
export function keyQuery(scope: Scope, sent: Fields): Test {
  const wanted = conditions(sent);
  const { name = [], names = [], labels: labelled = {} } = wanted;
  const patterns = [name, names].flat();
  const tests: readonly Test[] = [
    ...comparisons.flatMap((comparison) => compared(scope, wanted, comparison)),
    ...Object.keys(dates).flatMap((date) => dated(scope, sent, date)),
    (key) => patterns.length === 0 || patterns.some((pattern) => fitsWildcards(key.name, pattern)),
    (key) => Object.entries(labelled).every(([label, value]) => key.labels[label] === value),
    holdsMeta(sent),
  ];
  return (key) => tests.every((test) => test(key));
}

/** An empty list asks for nothing. */
function compared(scope: Scope, wanted: Conditions, [names, valueOf]: Comparison): Test[] {
  const values: readonly unknown[] = names.flatMap<unknown>((name) => wanted[name] ?? []);
  if (values.length === 0) return [];
  return [(key) => [valueOf(key, scope)].flat().some((value) => values.includes(value))];
}

function dated(scope: Scope, sent: Fields, date: string): Test[] {
  return Object.entries(sides).flatMap(([side, holds]) => {
    const asked = sent.text(`${date}${side}`);
    if (asked === undefined) return [];
    const point = parsePoint(asked, scope.now);
    if (point === undefined) throw invalid(`${date}${side} must be a time or relative like -1Y-2M-5D, not "${asked}"`);
    return [
      (key: VaultKey) => {
        const at = parseTime(dates[date]?.(key) ?? "");
        return at !== undefined && holds(at, point);
      },
    ];
  });
}

/** JSON, as an object or as text; other text is looked for anywhere. */
function holdsMeta(sent: Fields): Test {
  const raw = sent.raw("metaContains");
  const wanted = isObject(raw) ? "" : (sent.text("metaContains") ?? "");
  const members = isObject(raw) ? raw : objectIn(wanted);
  if (members === undefined) return ({ meta = {} }) => JSON.stringify(meta).includes(wanted);
  const all = Object.entries(members).map(([name, value]) => [name, JSON.stringify(value)] as const);
  return ({ meta = {} }) => all.every(([name, value]) => JSON.stringify(own(meta, name)) === value);
}

function objectIn(json: string): JsonObject | undefined {
  try {
    const value = parseJson(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const page = body({ returnOnlyIDs: flag, skip: integer(0), limit: integer(-1) });

export function queryKeys(call: Call): object {
  const { returnOnlyIDs, ...paging } = page(call.body);
  const query = Object.fromEntries(
    Object.entries(paging).flatMap(([name, value]) => (value === undefined ? [] : [[name, [String(value)]]])),
  );
  const asked = new Call(call.service, call.domain, call.caller, { ...call.request, query, witness: undefined });
  const found = listVaultKeys(asked, call.all(vaultKeys).filter(keyQuery(call, call.body)));
  if (returnOnlyIDs !== true) return found;
  const { resources } = found as { resources: { id: string }[] };
  return { ...found, resources: resources.map(({ id }) => ({ id })) };
}
