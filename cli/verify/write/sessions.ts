import type { Api, Wire } from "../../../provider/api/client";
import { neverStop, systemClock, type Clock } from "../../../provider/api/clock";
import type { Settings } from "../../../provider/api/settings";
import type { Send } from "../../../provider/api/transport";
import { isKind } from "../../../provider/api/errors";
import { ResourceError } from "../../../provider/lifecycle/vocabulary/failure";
import { idOf } from "../../../provider/lifecycle/vocabulary/record";
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
    if (settings.token !== undefined) throw noTokens();
    if (settings.clientId !== undefined) throw onlyUsers();
    this.connect = connector({ rate, clock, through }, this.seen);
  }

  root(): Session {
    return this.enter(undefined, neverStop.waits);
  }

  /**
   * A session that is in that domain. Its waits end with `stop`; its calls do not, so that what
   * they make is known.
   */
  async inside(domain: Wire, stop: AbortSignal = neverStop.waits): Promise<Session> {
    const id = idOf(domainDefinition, domain);
    const session = this.enter(id, stop);
    await requireDomain(session.api, id, String(domain.name));
    return session;
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

/**
 * A login that names a domain is no proof of being there: what is made, listed and deleted would be
 * another domain's.
 */
async function requireDomain(api: Api, id: string, name: string): Promise<void> {
  const refuse = (why: string, cause?: unknown) =>
    new ResourceError(
      `working in the domain "${name}" was refused: ${why}. Nothing was sent to that session but GET /domain. ` +
        "Check that the user may log in to that domain, and that no proxy answers for the service.",
      { cause },
    );
  await api.logIn();
  let shown: Wire;
  try {
    shown = await api.get("/domain");
  } catch (error) {
    if (!isKind(error, "badRequest", "forbidden", "notFound", "unimplemented", "failed")) throw error;
    throw refuse(`the session does not tell in which domain it is (${error.message})`, error);
  }
  if (shown.id === id) return;
  const other = typeof shown.name === "string" ? `the domain "${shown.name}"` : "no domain that it names";
  throw refuse(`the login asked for it, and the session is in ${other}`);
}

function noTokens(): ResourceError {
  return new ResourceError(
    "verifying was refused: a given token is valid in its own domain only, and this works in the root domain and in a domain of its own. " +
      "Nothing was sent. Unset ciphertrust:token (CIPHERTRUST_TOKEN), and log in as a user: set CIPHERTRUST_USERNAME and CIPHERTRUST_PASSWORD.",
  );
}

function onlyUsers(): ResourceError {
  return new ResourceError(
    "verifying was refused: registered clients log in to the root domain only, and this works in a domain of its own. " +
      "Log in as a user: unset ciphertrust:clientId (CIPHERTRUST_CLIENT_ID), and set CIPHERTRUST_USERNAME and CIPHERTRUST_PASSWORD.",
  );
}
