import type { ApiRequest, ApiResponse, Send } from "../../provider/api/transport";
import { faultHeader } from "./faultServer";
import { kindOf, type Fault, type Phase } from "./kinds";
import type { Site, Then } from "./site";

/**
 * Real milliseconds that a request waits for a response that never comes; the clock then shows that its time is over.
 */
const slowMilliseconds = 15;
const restartMilliseconds = 60_000;
const lagMilliseconds = 1_000;

export interface Plan {
  readonly faults: readonly Fault[];
  /** Whether the service processes the request, if a fault leaves that open. */
  readonly isMade: (fault: Fault) => boolean;
  readonly mostRequests: number;
}

/** The network between provider and service in one run: it counts the requests, and breaks those that the plan names. */
export class Injector {
  /** What each phase sent, such as `POST /cckm/aws/kms`, if faults may occur there. */
  readonly sent: Record<Phase, string[]> = { create: [], read: [], update: [], delete: [] };
  /** Faults that have occurred. */
  readonly struck: Fault[] = [];
  requests = 0;
  private phase: Phase | undefined;
  private refusedUntil = 0;
  private lag: { then: Then; until: number } | undefined;
  private expired: string | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly site: Site,
    private readonly plan: Plan,
  ) {}

  /** A run that sends more than this is stopped. */
  get isStorm(): boolean {
    return this.requests > this.plan.mostRequests;
  }

  /** From now on requests belong to this phase; `undefined`: no fault occurs, and all earlier ones are over. */
  enter(phase: Phase | undefined): void {
    this.phase = phase;
    this.refusedUntil = 0;
    this.lag = undefined;
    this.expired = undefined;
  }

  readonly send: Send = (call) => {
    this.requests++;
    if (this.isStorm) return Promise.reject(new Error("too many requests"));
    const fault = this.next(call);
    if (fault) this.struck.push(fault);
    if (fault?.kind === "restart") this.refusedUntil = this.site.clock.now() + restartMilliseconds;
    if (this.site.clock.now() < this.refusedUntil) return this.site.ways.nobody(call);
    if (fault) return this.strike(call, fault);
    if (this.expired !== undefined && call.headers?.authorization === this.expired)
      return this.site.ways.faults(marked(call, "expired"));
    return this.passed(call);
  };

  private next(call: ApiRequest): Fault | undefined {
    if (!this.phase) return undefined;
    const request = this.sent[this.phase].push(`${call.method} ${call.path}`) - 1;
    return this.plan.faults.find((one) => one.phase === this.phase && one.request === request);
  }

  private async strike(call: ApiRequest, fault: Fault): Promise<ApiResponse> {
    const { ways, now, clock, advance } = this.site;
    const { kind } = fault;
    if (kind === "refused") return ways.nobody(call);
    if (kind === "reset") return ways.resetting(call);
    if (kind === "lag") {
      this.lag = { then: now(), until: clock.now() + lagMilliseconds };
      return ways.service(call);
    }
    if (kind === "expired") this.expired = call.headers?.authorization;
    const { made } = kindOf(kind);
    if (made === "always" || (made === "either" && this.plan.isMade(fault))) await ways.service(call);
    if (kind !== "slow") return ways.faults(marked(call, kind));
    const { requestTimeoutSeconds } = this.site.settings;
    const deadline = clock.now() + slowMilliseconds;
    return ways.faults({ ...marked(call, kind), deadline }).finally(() => advance(requestTimeoutSeconds * 1000));
  }

  /**
   * The service's response; while a node lags, reads get that node's. One after the other, because its records are
   * restored meanwhile.
   */
  private passed(call: ApiRequest): Promise<ApiResponse> {
    const { lag, site } = this;
    if (!lag) return site.ways.service(call);
    const isLate = call.method === "GET" && site.clock.now() < lag.until;
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
