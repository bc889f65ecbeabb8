import { created, shown } from "../core/response";
import type { JsonObject } from "../core/fields";
import { list } from "../core/lists";
import { addresses, type Call, type Header, type Operations } from "../core/scope";
import type { Kind } from "../core/record";
import { defineKind } from "../core/store";

/** An object of which no public source shows the fields: it is kept and returned as it came. */
export interface KeptJson extends Header {
  readonly hidden: { readonly json: JsonObject };
}

export interface KeptCollection {
  readonly kind: Kind<KeptJson>;
  /** What a response shows: the JSON as it came, below the header. */
  readonly view: (record: KeptJson) => object;
  /** Merges JSON into the object; null takes a field away. */
  readonly merge: (call: Call, record: KeptJson, json: JsonObject) => KeptJson;
  /** The four or five operations of the collection; `PATCH` only where the service has it. */
  readonly operations: Operations;
}

/**
 * A collection of such objects below `root`.
 *
 * @param uri the middle of their URIs, such as "cckm:sap-dkr"
 */
export function keptCollection(root: string, uri: string, patchable = true): KeptCollection {
  const kind = defineKind<KeptJson>(`kept:${root}`, { address: addresses });
  const view = (record: KeptJson): object => ({ ...record.hidden.json, ...shown(record) });
  const merge = (call: Call, record: KeptJson, json: JsonObject): KeptJson => {
    const merged = Object.entries({ ...record.hidden.json, ...json }).filter(([, value]) => value !== null);
    return call.change(kind, record, { hidden: { json: Object.fromEntries(merged) } });
  };
  const operations: Operations = {
    [`GET ${root}`]: (call) => list(call, { kind, view, filters: ["id", "name", "status"] }),
    [`POST ${root}`]: (call) =>
      created(view(call.put(kind, { ...call.header(uri), hidden: { json: call.body.whole() } }))),
    [`GET ${root}/{id}`]: (call) => view(call.target(kind)),
    [`DELETE ${root}/{id}`]: (call) => call.remove(kind, call.target(kind)),
  };
  const change: Operations = {
    [`PATCH ${root}/{id}`]: (call) => view(merge(call, call.target(kind), call.body.whole())),
  };
  return { kind, view, merge, operations: patchable ? { ...operations, ...change } : operations };
}
