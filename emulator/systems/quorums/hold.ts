import { ServiceError } from "../../core/errors";
import { HttpResponse } from "../../core/response";
import type { Call, Handler } from "../../core/scope";
import { day, formatTime } from "../../core/time";
import { guardableAt, type Guardable, type Resource } from "./guardable";
import { isGuarded } from "./policy";
import { profileOf } from "./profiles";
import { idOfCaller, isWaiting, quorums, quorumView, stateOf, type Quorum } from "./record";
import { heldStatus } from "./world";

/** One of the two forms in which the service may say that a call waits. */
class HeldError extends ServiceError {
  constructor(private readonly quorum: { readonly id: string; readonly state: string; readonly operation: string }) {
    const { id, state, operation } = quorum;
    super("held", `${operation} needs approval: quorum ${id} is ${state}`, true);
  }

  override body(requestId: string): object {
    return { ...super.body(requestId), quorum: this.quorum };
  }
}

/**
 * What two calls have in common if they would do the same to the same objects; a new key may have
 * the URI of a deleted one, but not its id.
 */
function identityOf(call: Call, operation: string, resources: readonly Resource[]): string {
  return JSON.stringify([operation, resources.map(({ id }) => id), call.body.received()]);
}

function record(call: Call, guardable: Guardable, resources: readonly Resource[], identity: string): Quorum {
  const { params, query, address, base } = call.request;
  const { operation } = guardable;
  const period = profileOf(call, guardable).expiration_period * day;
  return call.put(quorums, {
    ...call.header("admin:quorums"),
    uri: resources[0]?.uri ?? "",
    operation,
    state: "pre-active",
    requester_id: idOfCaller(call.caller),
    expires_at: formatTime(call.now + period),
    hidden: {
      call: identity,
      resources,
      votes: [],
      caller: call.caller,
      request: { params, query, address, base, body: call.body.received() },
    },
  });
}

/**
 * Holds a guarded call: what it would do does not happen, and others decide about it. Returns
 * undefined for a call that may pass: it is not guarded, or its requester repeats what was
 * approved. What would be refused anyway is refused.
 */
export function hold(call: Call, route: string, handler: Handler): HttpResponse | undefined {
  const guardable = guardableAt(route);
  if (guardable === undefined || !isGuarded(call, guardable.operation)) return undefined;
  const resources = guardable.resources(call);
  const identity = identityOf(call, guardable.operation, resources);
  const same = call.by(quorums, "call", identity);
  const requester = idOfCaller(call.caller);
  const approved = same.find(({ state, requester_id }) => state === "approved" && requester_id === requester);
  if (approved !== undefined) {
    call.change(quorums, approved, { state: "executed" });
    return undefined;
  }
  call.service.store.rehearse(() => handler(call));
  const waiting = same.find((one) => isWaiting(stateOf(call, one)));
  const quorum = waiting ?? record(call, guardable, resources, identity);
  if (heldStatus(call) === 202) return new HttpResponse(202, quorumView(quorum, call));
  throw new HeldError({ id: quorum.id, state: quorum.state, operation: quorum.operation });
}
