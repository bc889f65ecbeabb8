import { given, type JsonObject } from "../../core/fields";
import type { Caller, Request } from "../../core/request";
import type { Header, Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { parseTime } from "../../core/time";
import { guardableCalled, type Guardable, type Resource } from "./guardable";
import { profileOf, type Profile } from "./profiles";

export type State = "pre-active" | "active" | "approved" | "denied" | "executed" | "expired";

export interface Vote {
  readonly voter_id: string;
  readonly approves: boolean;
  readonly note?: string;
  readonly at: string;
}

/** A call that waits for the approval of others, or did; `uri` is that of its object. */
export interface Quorum extends Header {
  readonly operation: string;
  readonly state: State;
  readonly requester_id: string;
  readonly reason?: string;
  readonly expires_at: string;
  readonly hidden: {
    /** The same for two calls that would do the same. */
    readonly call: string;
    readonly resources: readonly Resource[];
    readonly votes: readonly Vote[];
    readonly caller: Caller;
    readonly request: Pick<Request, "params" | "query" | "address" | "base"> & { readonly body: JsonObject };
  };
}

export const quorums = defineKind<Quorum>("quorums", {
  uri: ({ uri }) => uri,
  call: ({ hidden }) => hidden.call,
});

/** Users, and clients that are not users. */
export const idOfCaller = ({ userId, clientId }: Caller): string => (userId === "" ? clientId : userId);

export const isWaiting = (state: State): boolean => state === "pre-active" || state === "active";

/** What nobody decides in time expires by itself. */
export function stateOf(scope: Scope, { state, expires_at }: Quorum): State {
  return isWaiting(state) && (parseTime(expires_at) ?? Infinity) <= scope.now ? "expired" : state;
}

export function operationOf({ operation }: Quorum): Guardable {
  const found = guardableCalled(operation);
  if (found === undefined) throw new Error(`a quorum is about ${operation}, which is not guardable`);
  return found;
}

export const profileFor = (scope: Scope, quorum: Quorum): Profile => profileOf(scope, operationOf(quorum));

export const approvals = (votes: readonly Vote[]): number => votes.filter(({ approves }) => approves).length;

export function quorumView(quorum: Quorum, scope: Scope): object {
  const { id, uri, account, operation, requester_id, reason, expires_at, createdAt, updatedAt, hidden } = quorum;
  return {
    ...{ id, uri, account, operation, requester_id, ...given({ reason }) },
    state: stateOf(scope, quorum),
    required_approvals: profileFor(scope, quorum).required_approvals,
    votes: hidden.votes.map(({ voter_id, approves, ...rest }) => {
      return { voter_id, vote: approves ? "approve" : "deny", ...rest };
    }),
    ...{ expires_at, createdAt, updatedAt },
  };
}
