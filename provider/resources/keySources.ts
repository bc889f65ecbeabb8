import * as z from "zod";
import { type Api, type Wire } from "../api/client";
import { ApiError, ifFound } from "../api/errors";
import type { Bag, Scope } from "../lifecycle/vocabulary/definition";
import { endFirst } from "../lifecycle/reconciler/ending";
import { certificates } from "./pem";

/**
 * What the keys of HSMs and other key managers have in common: places that key material can be
 * uploaded from.
 */

/**
 * Actions that users and groups can be permitted in such a container. The API's public sources do
 * not list them; these are the names that other containers use.
 */
export const sourceActions = [
  "view",
  "keycreate",
  "keyupdate",
  "keydelete",
  "keyremove",
  "keyrotate",
  "keyupload",
  "keysynchronize",
] as const;

/**
 * True when an object that was just adopted needs no material: it has what the program names, or
 * the program names none.
 */
export function hasMaterial(record: Wire, state: Bag, sourceKeyIdentifier: string | undefined): boolean {
  if (state.sourceKeyIdentifier !== undefined) return false;
  return sourceKeyIdentifier === undefined || record.source_key_identifier === sourceKeyIdentifier;
}

/** Objects of a list that still exist. */
export async function presentIn(api: Api, path: string, query: Record<string, string>): Promise<Wire[]> {
  return (await api.list(path, query)).filter((record) => record.gone !== true);
}

/** The call that destroys a key where it lives; the service's record of it stays. */
export const deleteInside = { verb: "delete", unless: (record: Wire) => record.gone === true };

/**
 * Destroys a key where it lives, when `source` is given, then drops the service's record. A missing
 * key is no error.
 */
export async function removeKey(scope: Scope, record: string, source?: string): Promise<void> {
  const { api, label } = scope;
  const { unless } = deleteInside;
  const found = await ifFound(api.get(record));
  // An earlier attempt may have done this already.
  if (!found) return;
  if (source !== undefined && !unless(found))
    await endFirst(scope, api.post(source), { tried: `deleting ${label}`, item: record, unless });
  await ifFound(api.delete(record));
}

/** The refusal to create a second object that could not be distinguished from an existing one. */
export function taken(what: string, call: string): ApiError {
  return new ApiError(what, { kind: "conflict", call });
}

/** Each node has calls of its own. */
export const nodeCalls = { items: "nodes", key: "hostname" } as const;

/** Host name or address of a node, and the certificate it presents. */
export const nodeSchema = z.object({
  /** Host name or address of the node. */
  hostname: z.string().min(1),
  /** Certificate that the node presents, PEM text. */
  serverCertificate: certificates(),
});
