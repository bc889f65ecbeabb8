import { body, flag, integer, labels, text, texts } from "../../core/body";
import { isObject } from "../../core/fields";
import { Call } from "../../core/scope";
import { parsePoint, parseTime } from "../../core/time";
import { listVaultKeys } from "./actions";
import { stateOf, vaultKeys, type VaultKey } from "./record";

/** POST /vault/query-keys/: a list whose conditions are in the body, all of which must hold. */

const query = body({
  id: text,
  uri: text,
  name: text,
  names: texts,
  version: integer(-1),
  algorithm: text,
  algorithms: texts,
  size: integer(0),
  curveIDs: texts,
  objectTypes: texts,
  usageMask: integer(0),
  linkTypes: texts,
  states: texts,
  revocationReason: text,
  revocationReasons: texts,
  sha1Fingerprint: text,
  sha256Fingerprint: text,
  neverExportable: flag,
  neverExported: flag,
  unexportable: flag,
  labels,
  returnOnlyIDs: flag,
  skip: integer(0),
  limit: integer(-1),
});
type Query = ReturnType<typeof query>;

/** By which dates it may ask, each as `…After` and `…Before`. */
const dates: Readonly<Record<string, (key: VaultKey) => string | undefined>> = {
  created: (key) => key.createdAt,
  updated: (key) => key.updatedAt,
  activation: (key) => key.activationDate,
  deactivation: (key) => key.deactivationDate,
  destroy: (key) => key.destroyDate,
  compromise: (key) => key.compromiseDate,
  processStart: (key) => key.processStartDate,
  protectStop: (key) => key.protectStopDate,
};

function isInTime(call: Call, key: VaultKey): boolean {
  return Object.entries(dates).every(([name, dateOf]) => {
    const at = parseTime(dateOf(key) ?? "");
    const point = (side: string) => parsePoint(call.body.text(`${name}${side}`) ?? "none", call.now);
    const [after, before] = [point("After"), point("Before")];
    return (after === undefined || (at ?? -1) > after) && (before === undefined || (at !== undefined && at < before));
  });
}

const among = (wanted: readonly unknown[] | undefined, value: unknown): boolean =>
  wanted === undefined || wanted.length === 0 || wanted.includes(value);
const same = (wanted: unknown, value: unknown): boolean => wanted === undefined || wanted === value;

function matches(call: Call, wanted: Query, key: VaultKey): boolean {
  const { algorithm = [], algorithms = [], linkTypes, labels = {} } = wanted;
  const lists: readonly [readonly unknown[] | undefined, unknown][] = [
    [[algorithm, algorithms].flat(2).map((one) => one.toUpperCase()), key.algorithm],
    [wanted.curveIDs, key.curveId],
    [wanted.objectTypes, key.objectType],
    [wanted.states, stateOf(call, key)],
    [wanted.revocationReasons, key.revocationReason],
  ];
  const values = ["revocationReason", "neverExportable", "neverExported", "unexportable"] as const;
  return (
    lists.every(([list, value]) => among(list, value)) &&
    values.every((name) => same(wanted[name], key[name])) &&
    Object.entries(labels).every(([name, value]) => key.labels[name] === value) &&
    (linkTypes === undefined || key.links?.some(({ type }) => linkTypes.includes(type)) === true) &&
    holdsMeta(call, key) &&
    isInTime(call, key)
  );
}

/** JSON, as an object or as text. */
function holdsMeta({ body: sent }: Call, { meta = {} }: VaultKey): boolean {
  const raw = sent.raw("metaContains");
  if (!isObject(raw)) return JSON.stringify(meta).includes(sent.text("metaContains") ?? "");
  return Object.entries(sent.json("metaContains") ?? {}).every(
    ([name, value]) => JSON.stringify(meta[name]) === JSON.stringify(value),
  );
}

export function queryKeys(call: Call): object {
  const wanted = query(call.body);
  const named = { ...wanted, name: [wanted.name, wanted.names].flat() };
  const simple = [
    "id",
    "uri",
    "name",
    "version",
    "size",
    "usageMask",
    "sha1Fingerprint",
    "sha256Fingerprint",
    "skip",
    "limit",
  ];
  const filters = simple.flatMap((name) => {
    const values = [named[name as keyof typeof named]].flat().filter((value) => value !== undefined);
    return values.length === 0 ? [] : [[name, values.map(String)] as const];
  });
  const asked = new Call(call.service, call.domain, call.caller, {
    ...call.request,
    query: Object.fromEntries(filters),
  });
  const rows = call.all(vaultKeys).filter((key) => matches(call, wanted, key));
  const found = listVaultKeys(asked, rows) as { resources: { id: string }[] };
  if (wanted.returnOnlyIDs !== true) return found;
  return { ...found, resources: found.resources.map(({ id }) => ({ id })) };
}
