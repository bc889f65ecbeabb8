import { ApiError, isAway } from "../../api/errors";
import type { Alone, Work } from "../../api/exclusion";
import type { Verbs } from "../../api/verbs";
import type { Wire } from "../../api/transport";
import { restart } from "./webInterfaceRestart";

/**
 * The interface that serves the API. It trusts CAs by their URIs, and knows a changed list only
 * after a restart.
 */

export const path = "/configs/interfaces/web";

export const kinds = ["local", "external"] as const;
export type Kind = (typeof kinds)[number];

/** A CA, and whether the interface is to trust it. */
export interface Change {
  kind: Kind;
  uri: string;
  trusted: boolean;
}

/**
 * The CAs that an interface trusts. That they are named by their URIs is known from one public
 * script.
 */
export function trustedBy(web: Wire, kind: Kind): string[] {
  const lists = web.trusted_cas as Partial<Record<Kind, string[] | null>> | null | undefined;
  return lists?.[kind] ?? [];
}

/** A URI ends with the id of its CA. */
export const isFor = (entry: string, ca: string): boolean => entry === ca || entry.endsWith(`:${ca}`);

/** What uses a CA that the interface trusts, for the error on deleting it. */
export async function trustOf(api: Verbs, ca: string): Promise<string | undefined> {
  const web = await api.get(path);
  if (!kinds.some((kind) => trustedBy(web, kind).some((entry) => isFor(entry, ca)))) return undefined;
  return "the web interface, which trusts it (if a WebInterfaceTrust was interrupted, run `pulumi up` before `pulumi destroy`)";
}

/**
 * Changes what the interface trusts, and restarts it; other CAs stay. Always restarts: an
 * interrupted run may have left a changed list without one, which no response shows. One restart
 * serves everything that is wanted at the time.
 *
 * The service replaces a whole list, whatever it contains by then; no conditional update is known.
 * So the lists are read right before each write, after it, and after the restart.
 */
export const changeTrust: Work<Change> = async (alone, changes) => {
  let expected: Lists = { local: [], external: [] };
  let restarted = false;
  let doubt: ApiError | undefined;
  for (let writes = 0; ;) {
    const web = await readPatiently(alone, (cause) => (writes > 0 ? unfinished(listed(changes), cause) : cause));
    const open = kinds.filter((kind) => changes.some((change) => change.kind === kind && !isDone(web, change)));
    const before = expected;
    expected = expectedOf(web, before, open, changes);
    if (open.length > 0) {
      if (writes === attempts || (writes > 0 && alone.left() <= 0))
        throw doubt ? unfinished(listed(changes), doubt) : overwritten(web, expected);
      doubt = await write(alone, Object.fromEntries(open.map((kind) => [kind, expected[kind]])));
      writes++;
      restarted = false;
      // The list may be another one by now: what others removed from it must not come back.
      if (doubt) expected = before;
      // Time for a write of somebody else who has read the same list.
      await alone.pause(moment);
    } else {
      if (restarted) return;
      await restart(alone, listed(changes));
      restarted = true;
    }
  }
};

/**
 * Returns the failure if the outcome is not known, as while somebody else restarts the interface:
 * the list is then read again.
 */
async function write(alone: Alone, lists: Partial<Lists>): Promise<ApiError | undefined> {
  try {
    await alone.api.patch(path, { trusted_cas: lists });
  } catch (error) {
    if (isAway(error)) return error;
    throw error;
  }
}

/** Milliseconds for which an interface that somebody else restarts may be away. */
const patience = 60_000;

/** Throws what `late` makes of the failure if the interface does not come back in time. */
async function readPatiently(alone: Alone, late: (cause: ApiError) => ApiError): Promise<Wire> {
  const end = Math.max(0, alone.left() - patience);
  for (;;) {
    try {
      return await alone.api.get(path);
    } catch (error) {
      if (!isAway(error)) throw error;
      if (alone.left() <= end) throw late(error);
      await alone.pause(moment);
    }
  }
}

/**
 * Not of a kind that is in doubt: the lookup that follows would find the list changed, and take
 * that for success.
 */
function unfinished(changes: string, cause: ApiError): ApiError {
  const advice =
    "Run `pulumi up` again: what is in the list stays there, and the restart that puts it into effect is ordered again.";
  const message =
    `the list of CAs that the web interface trusts was or may have been written (${changes}), but the interface did ` +
    `not respond after that, and was not restarted: ${cause.message}`;
  return new ApiError(message, { ...cause.facts, kind: "unreachable", advice }, { cause });
}

type Lists = Readonly<Record<Kind, readonly string[]>>;

const attempts = 3;
/** Milliseconds. */
const moment = 250;

const isDone = (web: Wire, { kind, uri, trusted }: Change) => trustedBy(web, kind).includes(uri) === trusted;

/**
 * What the lists are to contain. One without our change was written by somebody who had not read
 * it: what an earlier read showed, and this one lost, belongs to it again. One with our change was
 * written by somebody who knew it: what it lost was removed on purpose, and an ended trust must not
 * come back.
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
