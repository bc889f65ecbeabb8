import * as z from "zod";
import { segment, type Api, type Wire } from "../api/client";
import { ApiError, ifFound, isKind } from "../api/errors";
import type { Bag, Scope } from "../engine/definition";
import { ResourceError } from "../engine/failure";

/** What the keys of HSMs and other key managers have in common: places that clouds can take key material from. */

/** What users and groups may be permitted in such a container. The API's public sources do not list them; these are the names that other containers use. */
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

/** An object's answer, or `undefined` when the service, or what is behind it, no longer has it. */
export async function present(api: Api, path: string): Promise<Wire | undefined> {
  const record = await api.get(path);
  return record.gone === true ? undefined : record;
}

/** True when an object that was just adopted needs no material: it has what the program names, or the program names none. */
export function hasMaterial(record: Wire, state: Bag, sourceKeyIdentifier: string | undefined): boolean {
  if (state.sourceKeyIdentifier !== undefined) return false;
  return sourceKeyIdentifier === undefined || record.source_key_identifier === sourceKeyIdentifier;
}

/** Objects of a list that still exist. */
export async function presentIn(api: Api, path: string, query: Record<string, string>): Promise<Wire[]> {
  return (await api.list(path, query)).filter((record) => record.gone !== true);
}

/** Destroys a key where it lives, when `source` is given, then drops the service's record. What is gone already is no error. */
export async function removeKey(api: Api, record: string, source?: string): Promise<void> {
  if (source !== undefined && (await known(api, record))?.gone === false) await ifFound(api.post(source));
  // An earlier try may have come this far.
  await ifFound(api.delete(record));
}

async function known(api: Api, path: string): Promise<Wire | undefined> {
  const record = await ifFound(api.get(path));
  return record && { ...record, gone: record.gone === true };
}

/** A name that is taken by a key of which the service has no record yet: only a refresh can show it. */
export async function createdOrUnknown(
  scope: Scope,
  make: () => Promise<Wire>,
  occupants: () => Promise<Wire[]>,
): Promise<Wire> {
  try {
    return await make();
  } catch (error) {
    if (!isKind(error, "conflict") || (await occupants()).length > 0) throw error;
    throw new ResourceError(
      `creating ${scope.label} failed: ${error.message}. The service has no record of that key: refresh its domain ` +
        `with a Refresh resource, then take the key over by adding the argument  adopt: true  to ${scope.label}; ` +
        `or choose another name.`,
      { cause: error },
    );
  }
}

/** The refusal to make a second object that could not be told from an existing one. */
export function taken(what: string, call: string): ApiError {
  return new ApiError(what, { kind: "conflict", call });
}

/** A node as the service keeps it: with an id of its own. */
interface HeldNode {
  id: string;
  hostname: string;
  server_certificate?: string;
}

/** Brings the nodes below `path` to the wanted ones: first those that are new or changed, then those that go, as one must always stay. */
export async function settleNodes(api: Api, path: string, record: Wire, wanted: readonly Bag[]): Promise<void> {
  const held = (record.nodes ?? []) as HeldNode[];
  for (const { hostname, serverCertificate } of wanted) {
    const node = held.find((one) => one.hostname === hostname);
    const body = { hostname, server_certificate: serverCertificate };
    if (!node) await api.post(path, body);
    else if (node.server_certificate !== serverCertificate) await api.patch(`${path}/${segment(node.id)}`, body);
  }
  const gone = held.filter(({ hostname }) => !wanted.some((one) => one.hostname === hostname));
  for (const { id } of gone) await removeKey(api, `${path}/${segment(id)}`);
}

/** Host name or address of a node, and the certificate it presents. */
export const nodeSchema = z.object({
  /** Host name or address of the node. */
  hostname: z.string().min(1),
  /** Certificate that the node presents, PEM text. */
  serverCertificate: z.string().min(1),
});

/** Problems of a list of nodes as a whole. */
export function nodeProblems(nodes: readonly { hostname: string }[] | undefined) {
  const names = (nodes ?? []).map(({ hostname }) => hostname);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? [] : [{ property: "nodes", reason: `names the host "${twice}" twice` }];
}
