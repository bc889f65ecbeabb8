import type { Api, Wire } from "../../../provider/api/client";
import { neverStop, systemClock, type Clock } from "../../../provider/api/clock";
import type { Settings } from "../../../provider/api/settings";
import type { Send } from "../../../provider/api/transport";
import { ResourceError } from "../../../provider/lifecycle/failure";
import { idOf } from "../../../provider/lifecycle/paths";
import { Seen } from "../seen";
import { connector, type Connect } from "./connect";
import { domainDefinition } from "./domain";

/** A session, and the signal that ends its waits. */
export interface Session {
  readonly api: Api;
  readonly stop: AbortSignal;
  readonly seen: Seen;
  readonly clock: Clock;
}

export interface SessionOptions {
  /** Requests a second at most. */
  readonly rate: number;
  /** Waits; tests do without. */
  readonly clock?: Clock;
  /** Replaces the service, for tests. */
  through?(send: Send): Send;
}

/** Sessions of one user in the root domain, where domains are managed, and in others. */
export class Sessions {
  /** What was sent and received in any of them. */
  readonly seen = new Seen();
  private readonly connect: Connect;
  private readonly open: Api[] = [];
  private readonly clock: Clock;

  constructor(
    private readonly settings: Settings,
    { rate, clock = systemClock, through = (send) => send }: SessionOptions,
  ) {
    this.clock = clock;
    if (settings.clientId !== undefined) throw onlyUsers();
    this.connect = connector({ rate, clock, through }, this.seen);
  }

  root(): Session {
    return this.enter(undefined, neverStop.waits);
  }

  /** A session in that domain. Its waits end with `stop`; its calls do not, so that what they make is known. */
  inside(domain: Wire, stop: AbortSignal = neverStop.waits): Session {
    return this.enter(idOf(domainDefinition, domain), stop);
  }

  async close(): Promise<void> {
    await Promise.all(this.open.map((api) => api.close()));
  }

  private enter(domain: string | undefined, stop: AbortSignal): Session {
    const api = this.connect({ ...this.settings, domain }, { waits: stop, calls: neverStop.calls });
    this.open.push(api);
    return { api, stop, seen: this.seen, clock: this.clock };
  }
}

function onlyUsers(): ResourceError {
  return new ResourceError(
    "verifying was refused: registered clients log in to the root domain only, and this works in a domain of its own. " +
      "Log in as a user: unset ciphertrust:clientId (CIPHERTRUST_CLIENT_ID), and set CIPHERTRUST_USERNAME and CIPHERTRUST_PASSWORD.",
  );
}
