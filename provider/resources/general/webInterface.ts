import { ApiError } from "../../api/errors";
import type { Work } from "../../api/exclusion";
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
 *
 * The service replaces a whole list, whatever it contains by then; no conditional update is known. So the lists are read right
 * before each write, after it, and after the restart.
 */
export const changeTrust: Work<Change> = async (alone, changes) => {
  let expected: Lists = { local: [], external: [] };
  let restarted = false;
  for (let writes = 0; ;) {
    const web = await alone.api.get(path);
    const open = kinds.filter((kind) => changes.some((change) => change.kind === kind && !isDone(web, change)));
    expected = expectedOf(web, expected, open, changes);
    if (open.length > 0) {
      if (writes === attempts || (writes > 0 && alone.left() <= 0)) throw overwritten(web, expected);
      await alone.api.patch(path, { trusted_cas: Object.fromEntries(open.map((kind) => [kind, expected[kind]])) });
      writes++;
      restarted = false;
      // Time for a write of somebody else who has read the same list.
      await alone.pause(moment);
    } else {
      if (restarted) return;
      await restart(alone, listed(changes));
      restarted = true;
    }
  }
};

type Lists = Readonly<Record<Kind, readonly string[]>>;

const attempts = 3;
/** Milliseconds. */
const moment = 250;

const isDone = (web: Wire, { kind, uri, trusted }: Change) => trustedBy(web, kind).includes(uri) === trusted;

/**
 * What the lists are to contain. One without our change was written by somebody who had not read it: what an earlier read
 * showed, and this one lost, belongs to it again. One with our change was written by somebody who knew it: what it lost was removed on purpose,
 * and an ended trust must not come back.
 */
function expectedOf(web: Wire, before: Lists, open: readonly Kind[], changes: readonly Change[]): Lists {
  const of = (kind: Kind): string[] => {
    const now = trustedBy(web, kind);
    if (!open.includes(kind)) return now;
    const ours = changes.filter((change) => change.kind === kind);
    const added = ours.filter(({ trusted }) => trusted).map(({ uri }) => uri);
    const all = new Set([...before[kind], ...now, ...added]);
    return [...all].filter((uri) => !ours.some((change) => change.uri === uri && !change.trusted));
  };
  return { local: of("local"), external: of("external") };
}

/** What is to change, for messages. */
const listed = (changes: readonly Change[]): string =>
  changes.map(({ uri, trusted }) => `${uri} is ${trusted ? "trusted" : "no longer trusted"}`).join(", ");

function overwritten(web: Wire, expected: Lists): ApiError {
  const without = (some: readonly string[], others: readonly string[]) => some.filter((uri) => !others.includes(uri));
  const missing = kinds.flatMap((kind) => without(expected[kind], trustedBy(web, kind)));
  const left = kinds.flatMap((kind) => without(trustedBy(web, kind), expected[kind]));
  const differences = [
    ...(missing.length > 0 ? [`missing: ${missing.join(", ")}`] : []),
    ...(left.length > 0 ? [`still trusted: ${left.join(", ")}`] : []),
  ];
  const advice =
    "Make sure that nobody else changes the interface at the same time, and run the same command again. " +
    "It changes the trust in its own CAs only: of those named here, add others to the interface again if they are to be trusted.";
  const facts = { kind: "conflict", call: `PATCH ${path}`, advice } as const;
  const message = "the CAs that the web interface trusts were overwritten by another client";
  return new ApiError(`${message}; ${differences.join("; ")}`, facts);
}
