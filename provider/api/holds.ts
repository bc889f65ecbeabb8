import type { Clock } from "./clock";
import { counted } from "./counted";
import { ApiError, isAway, isInDoubt, isKind, type Quorum } from "./errors";
import { errorOfHeld, guardedCall, isApproved, isRefused, isWaiting, quorumOf, type GuardedCall } from "./quorum";
import type { ApiRequest, ApiResponse, Send, Wire } from "./transport";
import { verbsOver, type Verbs } from "./verbs";

const quorums = "/quorum-mgmt/quorums";

/** For how long the quorums of an operation are known. */
const longestMilliseconds = 60_000;

/** A quorum, as the list shows it. */
interface Listed {
  readonly quorum: Quorum;
  readonly uri: unknown;
  /** What identifies each object that it is about; empty if that is not shown. */
  objects(): Promise<readonly (readonly unknown[])[]>;
}

/**
 * The layer that recognizes calls that the service holds until others approve them. One that waits
 * already is not sent again: the others might be asked twice, and it might be done twice.
 */
export class Holds {
  private readonly verbs: Verbs;
  private readonly lists = new Map<string, { readonly at: number; readonly all: Promise<Listed[]> }>();
  private readonly accepted = new Set<GuardedCall>();

  constructor(
    private readonly next: Send,
    private readonly clock: Pick<Clock, "now">,
  ) {
    this.verbs = verbsOver(next);
  }

  readonly send: Send = (call) => {
    const guarded = guardedCall(call);
    return guarded ? this.advising(this.sendGuarded(call, guarded), guarded) : this.advising(this.next(call));
  };

  /** Throws if a call that was accepted, about this object or a part of it, waits for approval. */
  async refuseHeld(path: string): Promise<void> {
    for (const one of this.accepted)
      if (one.path === path || one.path.startsWith(`${path}/`)) await this.advising(this.refuse(one, 0), one);
  }

  /** Whether others have approved a call that is to be repeated now. */
  async isApproved(call: Pick<ApiRequest, "method" | "path">): Promise<boolean> {
    const guarded = guardedCall(call);
    const open = ({ quorum }: Listed) => isWaiting(quorum) || isApproved(quorum);
    const last = guarded && (await this.lastOf(guarded, longestMilliseconds, open));
    return last !== undefined && isApproved(last);
  }

  private async sendGuarded(call: ApiRequest, guarded: GuardedCall): Promise<ApiResponse> {
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

  private async refuse(call: GuardedCall, age: number): Promise<void> {
    const quorum = await this.lastOf(call, age, (one) => isWaiting(one.quorum));
    if (quorum) throw errorOfHeld(call, quorum);
  }

  /**
   * The newest quorum of this kind that may be about the same call: it shows no object that is not
   * in the call. One that shows too little to tell counts, too.
   */
  private async lastOf(
    call: GuardedCall,
    age: number,
    isOfKind: (one: Listed) => boolean,
  ): Promise<Quorum | undefined> {
    const all = (await this.listOf(call.operation, age)).filter(isOfKind);
    if (all.length === 0) return undefined;
    const record = call.item === undefined ? {} : await this.verbs.get(call.item).catch((): Wire => ({}));
    const subjects = new Set<unknown>([...call.subjects, record.uri].filter((one) => one !== undefined));
    for (const one of all) {
      const objects = await one.objects();
      const isUnknown = one.uri === undefined || record.uri === undefined || one.uri === record.uri;
      const isIn = (object: readonly unknown[]) => object.some((part) => subjects.has(part));
      if (objects.length > 0 ? objects.every(isIn) : isUnknown) return one.quorum;
    }
    return undefined;
  }

  /** The quorums of an operation as they were at most so many milliseconds ago. */
  private listOf(operation: string, age: number): Promise<Listed[]> {
    const known = this.lists.get(operation);
    if (known && this.clock.now() - known.at < age) return known.all;
    const all = quorumsOf(this.verbs, operation);
    this.lists.set(operation, { at: this.clock.now(), all });
    all.catch(() => this.lists.delete(operation));
    return all;
  }

  private async advising<T>(work: Promise<T>, guarded?: GuardedCall): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!isKind(error, "held")) throw error;
      const refused =
        guarded &&
        (await this.lastOf(guarded, longestMilliseconds, (one) => isRefused(one.quorum)).catch(() => undefined));
      throw await advised(this.verbs, error, refused);
    }
  }
}

/** The newest first. A service without quorums, or a caller who may not see them, shows none. */
async function quorumsOf(verbs: Verbs, operation: string): Promise<Listed[]> {
  const found = await verbs.list(quorums, { operation, sort: "-createdAt" }).catch(noneUnlessAway);
  return found.flatMap((one) => {
    const quorum = quorumOf(one);
    return quorum?.operation === operation ? [listed(verbs, quorum, one)] : [];
  });
}

function listed({ list }: Verbs, quorum: Quorum, { uri }: Wire): Listed {
  let shown: ReturnType<Listed["objects"]> | undefined;
  const read = async () => {
    const all = await list(`${quorums}/${quorum.id}/resources`).catch(noneUnlessAway);
    return all.map((one) => [one.id, one.name, one.uri]);
  };
  return { quorum, uri, objects: () => (shown ??= read()) };
}

function noneUnlessAway(error: unknown): Wire[] {
  if (isInDoubt(error) || isAway(error) || isKind(error, "interrupted", "unauthorized", "untrusted")) throw error;
  return [];
}

/** The same error, with what has to happen next. The provider itself opens no vote, and has none. */
async function advised({ list }: Verbs, error: ApiError, refused?: Quorum): Promise<ApiError> {
  const { id, operation, state } = error.facts.quorum!;
  const all = await list("/quorum-mgmt/profiles", { name: operation }).catch((): Wire[] => []);
  const profile = all.find(({ name }) => name === operation) ?? {};
  const before = refused && `An earlier request, quorum ${refused.id}, was ${refused.state.toLowerCase()}.`;
  const isOpen = state.toLowerCase() === "active";
  const opens = `Its sender opens the vote by POST ${quorums}/${id}/activate, with the login of this provider.`;
  const then =
    profile.auto_executable === true
      ? "After that the service makes the call itself: run the same command again, to record it."
      : "After that, run the same command again: it repeats the call.";
  const advice = [before, isOpen ? undefined : opens, votesOf(profile), then].filter(Boolean).join(" ");
  return new ApiError(error.message, { ...error.facts, advice });
}

function votesOf({ required_approvals: approvals, voter_groups: groups }: Wire): string {
  const members =
    Array.isArray(groups) && groups.length > 0 ? `members of ${groups.map(quoted).join(" or ")}` : "others";
  return typeof approvals === "number"
    ? `It needs ${counted(approvals, "approval")} by ${members}.`
    : `It needs the approval of ${members}.`;
}

const quoted = (text: unknown): string => JSON.stringify(String(text));
