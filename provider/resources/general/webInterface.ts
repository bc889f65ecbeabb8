import { isAway, isKind, ApiError } from "../../api/errors";
import type { Alone, Work } from "../../api/exclusion";
import type { Verbs } from "../../api/verbs";
import type { Wire } from "../../api/transport";

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
    await restart(alone);
    // Somebody else may have written the list at the same time.
    const web = await alone.api.get(path);
    if (changes.every((change) => isDone(web, change))) return;
    if (attempt === attempts) throw overwritten();
  }
};

const attempts = 3;

const isDone = (web: Wire, { kind, uri, trusted }: Change) => trustedBy(web, kind).includes(uri) === trusted;

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

const restartPath = "/system/services/restart";
const statusPath = "/system/services/status";
const service = "web";

const step = 250;
/** Behind a proxy, no connection of ours ends when the service's do. */
const unnoticed = 20_000;

/** Restarts the interface, and returns when it responds again. */
async function restart(alone: Alone): Promise<void> {
  const before = alone.lost();
  while (!(await ordered(alone.api))) await responds(alone);
  // The response to the order comes before the restart, and the ends of all connections a moment after the first.
  let waited = 0;
  do {
    await alone.pause(step);
    waited += step;
  } while (alone.lost() === before && waited < unnoticed && (await isUp(alone.api)));
  await responds(alone);
}

/** An order whose response was lost may not have arrived, and is given again: a second restart does no harm. */
async function ordered(api: Verbs): Promise<boolean> {
  try {
    await api.post(restartPath, { services: [service] }, { expect: "silent" });
    return true;
  } catch (error) {
    if (isAway(error)) return false;
    throw error;
  }
}

async function responds(alone: Alone): Promise<void> {
  while (!(await isUp(alone.api))) {
    if (alone.left() <= 0) throw notBack();
    await alone.pause(step);
  }
}

/** Any response of the service's own means that the interface is up; its status, where it can be read, that it has started. */
async function isUp(api: Verbs): Promise<boolean> {
  try {
    const { services } = (await api.get(statusPath)) as { services?: { name?: string; status?: string }[] | null };
    const status = services?.find(({ name }) => name === service)?.status ?? "started";
    return status === "started" || status === "disabled";
  } catch (error) {
    if (isKind(error, "badRequest", "forbidden", "notFound", "unimplemented")) return true;
    if (isAway(error)) return false;
    throw error;
  }
}

function notBack(): ApiError {
  const advice = "Check the appliance. Then run the same command again: it repeats the restart.";
  const facts = { kind: "unreachable", call: `POST ${restartPath}`, advice } as const;
  return new ApiError("the web interface did not respond again after its restart", facts);
}

function overwritten(): ApiError {
  const advice = "Make sure that nobody else changes the interface at the same time, and try again.";
  const facts = { kind: "conflict", call: `PATCH ${path}`, advice } as const;
  return new ApiError("the CAs that the web interface trusts were overwritten by another client", facts);
}
