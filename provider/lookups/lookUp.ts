import type { Api, Wire } from "../api/client";

/** The list that a lookup, a POST that only reads, responds with: a bare one, or what stands under one of these names or `resources`. */
export async function lookUp<T = Wire>(api: Api, path: string, body: Wire, ...names: string[]): Promise<T[]> {
  const response = await api.post(path, body, { repeatable: true, expect: "items" });
  if (Array.isArray(response)) return response as T[];
  const lists = [...names, "resources"].map((name) => response[name] as T[] | null | undefined);
  return lists.find((list) => list !== undefined && list !== null) ?? [];
}
