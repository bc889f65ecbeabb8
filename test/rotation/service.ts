import { createApi } from "../../provider/api/client";
import { readSettings } from "../../provider/api/settings";
import type { Send } from "../../provider/api/transport";
import { rotationStatus, type RotationQuery } from "../../provider/lookups/rotation/query";

export const asOf = "2026-06-15T12:00:00Z";

/** By the service's clock it is `asOf` now. */
const jwt = `h.${Buffer.from(JSON.stringify({ iat: Date.parse(asOf) / 1000 })).toString("base64url")}.s`;

function serviceOf(lists: Record<string, object[]>) {
  const settings = readSettings((name) => ({ address: "https://a", username: "u", password: "p" })[name as string], {});
  const send: Send = async ({ path, query }) => {
    if (path === "/auth/tokens/") return { status: 200, body: { jwt, duration: 300 } };
    const all = lists[path] ?? [];
    const [skip, limit] = [Number(query?.skip), Number(query?.limit)];
    return { status: 200, body: { skip, limit, total: all.length, resources: all.slice(skip, skip + limit) } };
  };
  return createApi(settings, { send });
}
/** Asks a service that has these lists. */
export const ask = (lists: Record<string, object[]>, query: RotationQuery) =>
  rotationStatus(serviceOf(lists), { asOf, ...query });

/** A version of the vault key "orders". */
export const version = (number: number, createdAt: string, more: object = {}) => ({
  id: `orders-v${number}`,
  name: "orders",
  version: number,
  algorithm: "AES",
  size: 256,
  state: "Active",
  objectType: "Symmetric Key",
  createdAt,
  ...more,
});
export const vaultList = "/vault/keys2/";
export const daily = { id: "j-9", name: "vault-daily", run_at: "0 3 * * *" };
export const due = { key_query: { names: ["orders"], rotationDateReached: true } };
