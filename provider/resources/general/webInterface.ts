import { ApiError } from "../../api/errors";
import type { Work } from "../../api/exclusion";
import type { Verbs } from "../../api/verbs";
import type { Wire } from "../../api/transport";
import { restart } from "./webInterfaceRestart";

/** The interface that serves the API. It trusts CAs by their URIs, and knows a changed list only after a restart. */

export const path = "/configs/interfaces/web";

export const kinds = ["local", "external"] as const;
export type Kind = (typeof kinds)[number];

/** A CA, and whether the interface is to trust it. */
export interface Change {
  kind: Kind;
  uri: string;
  trusted: boolean;
}

/** The CAs that an interface trusts. That they are named by their URIs is known from one public script. */
export function trustedBy(web: Wire, kind: Kind): string[] {
  const lists = web.trusted_cas as Partial<Record<Kind, string[] | null>> | null | undefined;
  return lists?.[kind] ?? [];
}

/** A URI ends with the id of its CA. */
export const isFor = (entry: string, ca: string): boolean => entry === ca || entry.endsWith(`:${ca}`);

/**
 * Changes what the interface trusts, and restarts it; other CAs stay. Always restarts: an interrupted run may have left a
 * changed list without one, which no response shows. One restart serves everything that is wanted at the time.
 */
export const changeTrust: Work<Change> = async (alone, changes) => {
  for (let attempt = 1; ; attempt++) {
    await write(alone.api, changes);
    await restart(alone, listed(changes));
    // Somebody else may have written the list at the same time.
    const web = await alone.api.get(path);
    if (changes.every((change) => isDone(web, change))) return;
    if (attempt === attempts) throw overwritten();
  }
};

const attempts = 3;

const isDone = (web: Wire, { kind, uri, trusted }: Change) => trustedBy(web, kind).includes(uri) === trusted;

/** What the list is to be, for messages. */
const listed = (changes: readonly Change[]): string =>
  changes.map(({ uri, trusted }) => `${uri} is ${trusted ? "trusted" : "no longer trusted"}`).join(", ");

async function write(api: Verbs, changes: readonly Change[]): Promise<void> {
  const web = await api.get(path);
  const open = changes.filter((change) => !isDone(web, change));
  if (open.length === 0) return;
  const lists = kinds
    .filter((kind) => open.some((change) => change.kind === kind))
    .map((kind) => {
      const mine = open.filter((change) => change.kind === kind);
      const others = trustedBy(web, kind).filter((uri) => !mine.some((change) => change.uri === uri));
      return [kind, [...others, ...mine.filter(({ trusted }) => trusted).map(({ uri }) => uri)]] as const;
    });
  await api.patch(path, { trusted_cas: Object.fromEntries(lists) });
}

function overwritten(): ApiError {
  const advice = "Make sure that nobody else changes the interface at the same time, and try again.";
  const facts = { kind: "conflict", call: `PATCH ${path}`, advice } as const;
  return new ApiError("the CAs that the web interface trusts were overwritten by another client", facts);
}
