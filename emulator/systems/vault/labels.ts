import { list } from "../../core/lists";
import type { Call } from "../../core/scope";
import { isReadable } from "../../shared/keyRights";
import { vaultKeys } from "./record";

/**
 * The labels of all keys, each with one of its values: a pair occurs once, however many keys have
 * it.
 */
export function listKeyLabels(call: Call): object {
  const readable = call.all(vaultKeys).filter((key) => isReadable(call.caller, key));
  const pairs = readable.flatMap((key) => Object.entries(key.labels));
  const ids = [...new Set(pairs.map((pair) => JSON.stringify(pair)))];
  const rows = ids.map((id) => ({ id, domain: call.domain, pair: JSON.parse(id) as [string, string] }));
  return list(call, { kind: labelPairs, rows, view: ({ pair: [label, value] }) => ({ [label]: value }), filters: [] });
}

/** Pairs are never stored: each list makes them anew. */
const labelPairs = { name: "key-labels", indexes: {} };
