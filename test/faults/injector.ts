import { Deadline } from "../../provider/api/deadline";
import type { ApiRequest, ApiResponse, Send } from "../../provider/api/transport";
import type { Bystander } from "./bystander";
import { faultHeader, type Said } from "./faultServer";
import { isObject, kindOf, sortOf, type Fault, type Need, type Phase, type Sort } from "./kinds";
import type { Site, Then } from "./site";

/**
 * Real milliseconds that a request waits for a response that never comes; the clock then shows that
 * its time is over.
 */
const slowMilliseconds = 15;
const restartMilliseconds = 60_000;
/** How long a node lags, by kind. */
const lags: Readonly<Record<string, number>> = { lag: 1_000, "lag-30": 30_000, "lag-destroy": 30_000 };

export interface Plan {
  readonly faults: readonly Fault[];
  /** The faults do not occur, only what is no fault about them. */
  readonly isCalm: boolean;
  /** Whether the service processes the request, if a fault leaves that open. */
  readonly isMade: (fault: Fault) => boolean;
  /** One of the forms that a fault can have. */
  readonly draw: <T>(fault: Fault, forms: readonly T[]) => T;
  readonly mostRequests: number;
}

/** A request of a life without faults. */
export interface Sent {
  /** Such as `POST /cckm/aws/kms`. */
  readonly call: string;
  sort: Sort;
  readonly offers: Set<Need>;
}

const refusal = { code: 11, codeDesc: "NCERRInternalServerError: the request could not be processed" };
const foreign = [{ status: "ok" }, { message: "accepted" }];
const successes = [200, 201, 202];
const waiting = { quorum_id: "5a1d7a52-6c0e-4b43-9a0f-3e3d51f0c0de", state: "pending" };

/**
 * The network between provider and service in one run: it counts the requests, and breaks those
 * that the plan names.
 */
export class Injector {
  /** What each phase sent, if faults may occur there. */
  readonly sent: Record<Phase, Sent[]> = { create: [], read: [], update: [], delete: [] };
  /** Faults that have occurred. */
  readonly struck: Fault[] = [];
  requests = 0;
  private phase: Phase | undefined;
  private refusedUntil = 0;
  private lag: { then: Then; until: number } | undefined;
  private expired: string | undefined;
  private outage: "refused" | "slow" | undefined;
  private queue: Promise<unknown> = Promise.resolve();
  /** The last response to each method. */
  private readonly previous = new Map<string, Said>();

  constructor(
    private readonly site: Site,
    private readonly plan: Plan,
    private readonly bystander: Bystander,
  ) {}

  /** A run that sends more than this is stopped. */
  get isStorm(): boolean {
    return this.requests > this.plan.mostRequests;
  }

  /** Whether reads get the response of a node that has not seen the latest change. */
  get isLagging(): boolean {
    return this.lag !== undefined && this.site.clock.now() < this.lag.until;
  }

  /**
   * From now on requests belong to this phase; `undefined`: no fault occurs, and all earlier ones
   * are over.
   */
  enter(phase: Phase | undefined): void {
    this.phase = phase;
    if (phase !== undefined) return;
    this.refusedUntil = 0;
    this.lag = undefined;
    this.expired = undefined;
    this.outage = undefined;
  }

  readonly send: Send = async (call) => {
    this.requests++;
    if (this.isStorm) throw new Error("too many requests");
    const sent = this.phase && this.noted(call, this.phase);
    const fault = sent && this.faultAt(this.sent[this.phase!].length - 1);
    const response = await this.handled(call, fault);
    if (sent) await this.describe(sent, call, response);
    return response;
  };

  private noted(call: ApiRequest, phase: Phase): Sent {
    const sent: Sent = { call: `${call.method} ${call.path}`, sort: "change", offers: new Set() };
    if (this.previous.has(call.method)) sent.offers.add("previous");
    this.sent[phase].push(sent);
    return sent;
  }

  private faultAt(request: number): Fault | undefined {
    return this.plan.faults.find((one) => one.phase === this.phase && one.request === request);
  }

  /** What the request was for follows from its response. */
  private async describe(sent: Sent, call: ApiRequest, { status, body }: ApiResponse): Promise<void> {
    sent.sort = sortOf(call, { status, body });
    this.previous.set(call.method, { status, body });
    if (!this.plan.isCalm) return;
    if (await this.bystander.inPlaceOf(call, sent.sort)) sent.offers.add("other");
    if (sent.sort === "change" && isObject(body) && (await this.bystander.recordOf(call))) sent.offers.add("before");
  }

  private handled(call: ApiRequest, fault: Fault | undefined): Promise<ApiResponse> {
    const { clock, ways } = this.site;
    if (fault) this.struck.push(fault);
    if (fault?.kind === "restart") this.refusedUntil = clock.now() + restartMilliseconds;
    if (fault?.kind === "outage") this.outage = this.plan.draw(fault, ["refused", "slow"] as const);
    if (this.outage === "slow") return this.unanswered(call);
    if (this.outage === "refused" || clock.now() < this.refusedUntil) return ways.nobody(call);
    if (fault) return this.plan.isCalm ? this.accompanied(call, fault) : this.strike(call, fault);
    if (this.expired !== undefined && call.headers?.authorization === this.expired)
      return ways.faults(marked(call, "expired"));
    return this.passed(call);
  }

  /** What others do at that time, without the fault. */
  private async accompanied(call: ApiRequest, { kind }: Fault): Promise<ApiResponse> {
    if (kind === "exchanged") await this.bystander.create(call);
    return this.passed(call);
  }

  private async strike(call: ApiRequest, fault: Fault): Promise<ApiResponse> {
    const { site } = this;
    const { ways, now, clock } = site;
    const { kind } = fault;
    if (kind === "refused") return ways.nobody(call);
    if (kind === "reset") return ways.resetting(call);
    const lag = lags[kind];
    if (lag !== undefined) {
      this.lag = { then: now(), until: clock.now() + lag };
      return ways.service(call);
    }
    if (kind === "expired") this.expired = call.headers?.authorization;
    const isSaid = Object.hasOwn(this.said, kind);
    const said = await this.said[kind]?.(call, fault);
    // The second of two faults may strike a request of another sort.
    if (isSaid && !said) return this.passed(call);
    const { made } = kindOf(kind);
    if (made === "always" || (made === "either" && this.plan.isMade(fault))) await ways.service(call);
    if (said) return site.answered(call, said);
    return kind === "slow" ? this.unanswered(call) : ways.faults(marked(call, kind));
  }

  /**
   * Complete responses that are not the request's own, by kind; the request is processed after
   * them.
   */
  private readonly said: Readonly<
    Record<string, (call: ApiRequest, fault: Fault) => Said | undefined | Promise<Said | undefined>>
  > = {
    "other-get": (call) => this.bystander.inPlaceOf(call, "get"),
    "other-list": (call, fault) =>
      this.bystander.inPlaceOf(call, this.plan.draw(fault, ["list", "collection"] as const)),
    "other-create": (call) => this.bystander.inPlaceOf(call, "create"),
    "other-change": (call) => this.bystander.inPlaceOf(call, "change"),
    exchanged: (call) => this.bystander.create(call),
    stale: ({ method }) => this.previous.get(method),
    "old-values": (call) => this.bystander.recordOf(call),
    "error-2xx": (_, fault) => ({ status: this.plan.draw(fault, successes), body: refusal }),
    "foreign-2xx": (_, fault) => ({ status: this.plan.draw(fault, successes), body: this.plan.draw(fault, foreign) }),
    accepted: (_, fault) => ({ status: 202, body: this.plan.draw(fault, [undefined, waiting]) }),
    "empty-list": () => ({ status: 200, body: { resources: [], total: 0 } }),
  };

  private async unanswered(call: ApiRequest): Promise<ApiResponse> {
    const { ways, clock, settings, advance } = this.site;
    const deadline = new Deadline(slowMilliseconds, clock);
    return ways
      .faults({ ...marked(call, "slow"), deadline })
      .finally(() => advance(settings.requestTimeoutSeconds * 1000));
  }

  /**
   * The service's response; while a node lags, reads get that node's. One after the other, because
   * its records are restored meanwhile.
   */
  private passed(call: ApiRequest): Promise<ApiResponse> {
    const { lag, site } = this;
    if (!lag) return site.ways.service(call);
    const isLate = call.method === "GET" && this.isLagging;
    const response = this.queue.then(() =>
      isLate ? site.asOf(lag.then, () => site.ways.service(call)) : site.ways.service(call),
    );
    this.queue = response.catch(() => undefined);
    return response;
  }
}

const marked = (call: ApiRequest, kind: string): ApiRequest => ({
  ...call,
  headers: { ...call.headers, [faultHeader]: kind },
});
