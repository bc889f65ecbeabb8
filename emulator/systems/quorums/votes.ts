import { body, text } from "../../core/body";
import { conflict, forbidden, ServiceError } from "../../core/errors";
import { Fields } from "../../core/fields";
import type { Route } from "../../core/operations";
import { prefix, RouteTable } from "../../core/routing";
import { Call, type Scope } from "../../core/scope";
import { adminGroup } from "../../shared/identities";
import { approvals, idOfCaller, operationOf, profileFor, quorums, stateOf, type Quorum, type State } from "./record";

const opening = body({ reason: text });
const voting = body({ note: text });

function needState(scope: Scope, quorum: Quorum, ...allowed: readonly State[]): void {
  const state = stateOf(scope, quorum);
  if (!allowed.includes(state))
    throw conflict(`quorum ${quorum.id} is ${state}; this needs one that is ${allowed.join(" or ")}`);
}

/** The requester opens the vote. */
export function open(call: Call, quorum: Quorum): Partial<Quorum> {
  if (idOfCaller(call.caller) !== quorum.requester_id) throw forbidden("only its requester activates a quorum");
  needState(call, quorum, "pre-active");
  return { state: "active", ...opening(call.body) };
}

function needVoter(call: Call, quorum: Quorum): void {
  const { voter_groups, excluded_groups } = profileFor(call, quorum);
  const isIn = (names: readonly string[]): boolean => call.caller.groups.some((group) => names.includes(group));
  if (idOfCaller(call.caller) === quorum.requester_id) throw forbidden("the requester of a quorum has no vote");
  if (!isIn(voter_groups) || isIn(excluded_groups))
    throw forbidden(`this needs membership in one of the groups ${voter_groups.join(", ")}`);
}

export function vote(call: Call, quorum: Quorum, approves: boolean): Partial<Quorum> {
  needVoter(call, quorum);
  needState(call, quorum, "active");
  const voter_id = idOfCaller(call.caller);
  if (quorum.hidden.votes.some((one) => one.voter_id === voter_id)) throw conflict("this user has voted already");
  const votes = [...quorum.hidden.votes, { voter_id, approves, ...voting(call.body), at: call.service.clock.stamp() }];
  const hidden = { ...quorum.hidden, votes };
  if (!approves) return { hidden, state: "denied" };
  const isEnough = approvals(votes) >= profileFor(call, quorum).required_approvals;
  return { hidden, ...(isEnough && approved(call, quorum)) };
}

/** Takes the caller's vote back, as long as it can make a difference. */
export function takeBack(call: Call, quorum: Quorum): Partial<Quorum> {
  needState(call, quorum, "active", "approved");
  const votes = quorum.hidden.votes.filter(({ voter_id }) => voter_id !== idOfCaller(call.caller));
  if (votes.length === quorum.hidden.votes.length) throw conflict("this user has not voted");
  const isEnough = approvals(votes) >= profileFor(call, quorum).required_approvals;
  return { hidden: { ...quorum.hidden, votes }, state: isEnough ? quorum.state : "active" };
}

/** Its requester, or an administrator, drops a quorum. */
export function needOwner({ caller }: Call, { requester_id }: Quorum): void {
  if (idOfCaller(caller) !== requester_id && !caller.groups.includes(adminGroup))
    throw forbidden(`this needs its requester, or membership in the group ${adminGroup}`);
}

/** Decides past the voters, for tests and for people who try it. */
export function decide(scope: Scope, quorum: Quorum, decision: "approve" | "deny" | "expire"): Quorum {
  needState(scope, quorum, "pre-active", "active");
  const outcomes = {
    approve: () => approved(scope, quorum),
    deny: () => ({ state: "denied" as const }),
    expire: () => ({ expires_at: scope.service.clock.stamp() }),
  };
  return scope.change(quorums, quorum, outcomes[decision]());
}

/** A call that the service cannot make itself waits for its requester, who then reads why. */
function approved(scope: Scope, quorum: Quorum): Pick<Quorum, "state"> {
  const isDone = operationOf(quorum).isAutomatic && isExecuted(scope, quorum);
  return { state: isDone ? "executed" : "approved" };
}

function isExecuted(scope: Scope, quorum: Quorum): boolean {
  const { service, domain } = scope;
  const { caller, request } = quorum.hidden;
  const { route } = operationOf(quorum);
  const { handler, path } = RouteTable.of(service.systems).routes.find(({ key }) => key === route) as Route;
  const call = new Call(service, domain, caller, {
    ...request,
    body: new Fields(request.body),
    bytes: Buffer.alloc(0),
    peer: () => undefined,
  });
  try {
    service.store.attempt(() => handler(call));
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
  const called = prefix + path.replace(/\{(\w+)\}/g, (_all, name: string) => call.param(name));
  const event = { scope, operation: route, caller, address: request.address, path: called, status: 200, message: "" };
  for (const system of service.systems) system.observe?.(event);
  return true;
}
