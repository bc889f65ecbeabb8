import type { Clock } from "./clock";
import { counted } from "./counted";
import { ApiError, isAway, isInDoubt, isKind, type Quorum } from "./errors";
import { errorOfHeld, guardedCall, waitingQuorum, type Guarded } from "./quorum";
import type { ApiRequest, ApiResponse, Send, Wire } from "./transport";
import { verbsOver, type Verbs } from "./verbs";

const quorums = "/quorum-mgmt/quorums";

/** For how long the calls that waited are known. */
const longestMilliseconds = 60_000;

/** The layer, and what was found after it. */
export interface Holds {
  send: Send;
  /** Throws if a call that was accepted, about this object or a part of it, waits for approval. */
  refuseHeld(path: string): Promise<void>;
}

/** A call that waits. */
interface Waiting {
  readonly quorum: Quorum;
  readonly uri: unknown;
  /** What identifies each object that it is about; empty if that is not shown. */
  readonly objects: readonly (readonly unknown[])[];
}

/**
 * Recognizes calls that the service holds until others approve them. One that waits already is not
 * sent again: the others might be asked twice, and it might be done twice.
 */
export function withHolds(send: Send, clock: Pick<Clock, "now">): Holds {
  const verbs = verbsOver(send);
  const lists = new Map<string, { readonly at: number; readonly all: Promise<Waiting[]> }>();
  const accepted = new Set<Guarded>();

  const listOf = (operation: string, age: number): Promise<Waiting[]> => {
    const known = lists.get(operation);
    if (known && clock.now() - known.at < age) return known.all;
    const all = waitingFor(verbs, operation);
    lists.set(operation, { at: clock.now(), all });
    all.catch(() => lists.delete(operation));
    return all;
  };
  const refuse = async (call: Pick<ApiRequest, "method" | "path">, guarded: Guarded, age: number): Promise<void> => {
    const quorum = await quorumOf(verbs, guarded, await listOf(guarded.operation, age));
    if (quorum) throw errorOfHeld(call, quorum);
  };
  const sendGuarded = async (call: ApiRequest, guarded: Guarded): Promise<ApiResponse> => {
    await refuse(call, guarded, longestMilliseconds);
    try {
      const response = await send(call);
      if (response.status === 202) await refuse(call, guarded, 0);
      accepted.add(guarded);
      return response;
    } catch (error) {
      if (isKind(error, "forbidden")) await refuse(call, guarded, 0);
      throw error;
    }
  };
  const advising = <T>(work: Promise<T>): Promise<T> =>
    work.catch(async (error: unknown) => {
      throw isKind(error, "held") ? await advised(verbs, error) : error;
    });
  return {
    send: (call) => {
      const guarded = guardedCall(call);
      return advising(guarded ? sendGuarded(call, guarded) : send(call));
    },
    async refuseHeld(path) {
      for (const guarded of accepted) {
        const isOf = guarded.path === path || guarded.path.startsWith(`${path}/`);
        if (isOf) await advising(refuse({ method: guarded.method, path: guarded.path }, guarded, 0));
      }
    },
  };
}

/** The newest first. A service without quorums, or a caller who may not see them, shows none. */
async function waitingFor(verbs: Verbs, operation: string): Promise<Waiting[]> {
  const found = await verbs.list(quorums, { operation, sort: "-createdAt" }).catch(noneUnlessAway);
  const waiting: Waiting[] = [];
  for (const one of found) {
    const quorum = waitingQuorum(one);
    if (quorum?.operation !== operation) continue;
    const objects = await verbs.list(`${quorums}/${quorum.id}/resources`).catch(noneUnlessAway);
    waiting.push({ quorum, uri: one.uri, objects: objects.map(({ id, name, uri }) => [id, name, uri]) });
  }
  return waiting;
}

function noneUnlessAway(error: unknown): Wire[] {
  if (isInDoubt(error) || isAway(error) || isKind(error, "interrupted", "unauthorized", "untrusted")) throw error;
  return [];
}

/**
 * The quorum that may be about the same call: it shows no object that is not in the call. One that
 * shows too little to tell counts, too.
 */
async function quorumOf({ get }: Verbs, call: Guarded, all: readonly Waiting[]): Promise<Quorum | undefined> {
  if (all.length === 0) return undefined;
  const record = call.item === undefined ? {} : await get(call.item).catch((): Wire => ({}));
  const subjects = new Set<unknown>([...call.subjects, record.uri].filter((one) => one !== undefined));
  const isIn = (object: readonly unknown[]) => object.some((one) => subjects.has(one));
  const isUnknown = ({ uri }: Waiting) => uri === undefined || record.uri === undefined || uri === record.uri;
  return all.find((one) => (one.objects.length > 0 ? one.objects.every(isIn) : isUnknown(one)))?.quorum;
}

/** The same error, with what has to happen next. The provider itself opens no vote, and has none. */
async function advised({ list }: Verbs, error: ApiError): Promise<ApiError> {
  const { id, operation, state } = error.facts.quorum!;
  const all = await list("/quorum-mgmt/profiles", { name: operation }).catch((): Wire[] => []);
  const profile = all.find(({ name }) => name === operation) ?? {};
  const opens = `Its sender opens the vote by POST ${quorums}/${id}/activate, with the login of this provider. `;
  const last = profile.auto_executable === true ? "then the service does it itself, and" : "then";
  const advice = `${state.toLowerCase() === "active" ? "" : opens}${votesOf(profile)}; ${last} run the same command again.`;
  return new ApiError(error.message, { ...error.facts, advice });
}

function votesOf({ required_approvals: approvals, voter_groups: groups }: Wire): string {
  const members =
    Array.isArray(groups) && groups.length > 0 ? `members of ${groups.map(quoted).join(" or ")}` : "others";
  return typeof approvals === "number"
    ? `It needs ${counted(approvals, "approval")} by ${members}`
    : `It needs the approval of ${members}`;
}

const quoted = (text: unknown): string => JSON.stringify(String(text));
