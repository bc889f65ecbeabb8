import type { Clock } from "./clock";
import { counted } from "./counted";
import { ApiError, isAway, isInDoubt, isKind, type Quorum } from "./errors";
import { errorOfHeld, guardedCall, waitingQuorum, type Guarded } from "./quorum";
import type { ApiRequest, ApiResponse, Send, Wire } from "./transport";
import { verbsOver, type Verbs } from "./verbs";

const quorums = "/quorum-mgmt/quorums";

/** For how long the calls that waited are known. */
const longestMilliseconds = 60_000;

/** A call that waits. */
interface Waiting {
  readonly quorum: Quorum;
  readonly uri: unknown;
  /** What identifies each object that it is about; empty if that is not shown. */
  readonly objects: readonly (readonly unknown[])[];
}

/**
 * The layer that recognizes calls that the service holds until others approve them. One that waits
 * already is not sent again: the others might be asked twice, and it might be done twice.
 */
export class Holds {
  private readonly verbs: Verbs;
  private readonly lists = new Map<string, { readonly at: number; readonly all: Promise<Waiting[]> }>();
  private readonly accepted = new Set<Guarded>();

  constructor(
    private readonly next: Send,
    private readonly clock: Pick<Clock, "now">,
  ) {
    this.verbs = verbsOver(next);
  }

  readonly send: Send = (call) => {
    const guarded = guardedCall(call);
    return this.advising(guarded ? this.sendGuarded(call, guarded) : this.next(call));
  };

  /** Throws if a call that was accepted, about this object or a part of it, waits for approval. */
  async refuseHeld(path: string): Promise<void> {
    for (const one of this.accepted)
      if (one.path === path || one.path.startsWith(`${path}/`)) await this.advising(this.refuse(one, 0));
  }

  private async sendGuarded(call: ApiRequest, guarded: Guarded): Promise<ApiResponse> {
    await this.refuse(guarded, longestMilliseconds);
    try {
      const response = await this.next(call);
      if (response.status === 202) await this.refuse(guarded, 0);
      this.accepted.add(guarded);
      return response;
    } catch (error) {
      if (isKind(error, "forbidden")) await this.refuse(guarded, 0);
      throw error;
    }
  }

  private async refuse(call: Guarded, age: number): Promise<void> {
    const quorum = await quorumOf(this.verbs, call, await this.waiting(call.operation, age));
    if (quorum) throw errorOfHeld(call, quorum);
  }

  /** The calls of an operation that waited at most so many milliseconds ago. */
  private waiting(operation: string, age: number): Promise<Waiting[]> {
    const known = this.lists.get(operation);
    if (known && this.clock.now() - known.at < age) return known.all;
    const all = waitingFor(this.verbs, operation);
    this.lists.set(operation, { at: this.clock.now(), all });
    all.catch(() => this.lists.delete(operation));
    return all;
  }

  private async advising<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw isKind(error, "held") ? await advised(this.verbs, error) : error;
    }
  }
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
  const then =
    profile.auto_executable === true
      ? "After that the service makes the call itself: run the same command again, to record it"
      : "After that, run the same command again: it repeats the call";
  const advice = `${state.toLowerCase() === "active" ? "" : opens}${votesOf(profile)}. ${then}.`;
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
