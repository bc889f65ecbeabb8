import type { Api, Wire } from "../api/client";
import { itemsIn } from "../lifecycle/reconciler/create";

/**
 * The list that a lookup, a POST that only reads, responds with: a bare one, or what stands under
 * one of these names or `resources`.
 */
export async function lookUp<T = Wire>(api: Api, path: string, body: Wire, ...names: string[]): Promise<T[]> {
  return itemsIn(await api.post(path, body, { repeatable: true, expect: "items" }), ...names);
}
