import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../core/clock";
import { minute, second } from "../core/time";

/** A session with an open page ends after that long without activity. */
const idleLimit = 10 * minute;
/** A session without an open page ends that long after its login. */
const closedLimit = 30 * minute;
/** A page that is loaded again is away for a moment: its window is not closed. */
const reloading = 10 * second;
/** More than anybody has; the oldest make room. */
const mostSessions = 1000;

/** The tokens of a login, as POST /auth/tokens/ responds with them. */
export interface Tokens {
  readonly jwt: string;
  /** Milliseconds since 1970 at which `jwt` expires. */
  readonly expires: number;
  readonly refreshToken: string;
}

/** What somebody does who has logged in with a browser; times are the emulator's. */
export interface Session {
  /** What the cookie holds. */
  readonly id: string;
  /** What a request must bring beside the cookie: a foreign page cannot read it. */
  readonly csrf: string;
  readonly user: string;
  readonly domain: string;
  readonly loginAt: number;
  tokens: Tokens;
  activeAt: number;
  /** Pages that are open now. */
  windows: number;
  /** When the last of them was closed. */
  closedAt: number;
}

const secret = (): string => randomBytes(32).toString("base64url");

/** Everybody who is logged in with a browser. Nothing of it outlives the process. */
export class Sessions {
  private readonly sessions = new Map<string, Session>();

  constructor(
    private readonly clock: Clock,
    /** Called when a session is over, whatever has ended it. */
    private readonly ended: (session: Session) => void = () => undefined,
  ) {}

  begin(login: Pick<Session, "user" | "domain" | "tokens">): Session {
    this.sweep();
    const now = this.clock.now();
    const times = { loginAt: now, activeAt: now, closedAt: now };
    const session: Session = { ...login, ...times, id: secret(), csrf: secret(), windows: 0 };
    this.sessions.set(session.id, session);
    return session;
  }

  /** The session of a cookie, unless it is over. */
  find(id: string | undefined): Session | undefined {
    const session = this.sessions.get(id ?? "");
    if (session === undefined) return undefined;
    const now = this.clock.now();
    // A session that begins later than now is older than a reset of the time.
    if (now < this.endOf(session) && session.loginAt <= now) return session;
    this.end(session);
    return undefined;
  }

  /** When it ends if nothing happens until then. */
  endOf(session: Session): number {
    return this.isOpen(session) ? session.activeAt + idleLimit : session.loginAt + closedLimit;
  }

  touch(session: Session): void {
    session.activeAt = this.clock.now();
  }

  /**
   * A page of the session opens; call the result when it closes. Opening one again after it was
   * closed counts as activity.
   */
  openWindow(session: Session): () => void {
    if (!this.isOpen(session)) this.touch(session);
    session.windows += 1;
    return () => {
      session.windows -= 1;
      session.closedAt = this.clock.now();
    };
  }

  end(session: Session): void {
    if (this.sessions.delete(session.id)) this.ended(session);
  }

  private isOpen({ windows, closedAt }: Session): boolean {
    return windows > 0 || this.clock.now() < closedAt + reloading;
  }

  private sweep(): void {
    for (const id of [...this.sessions.keys()]) this.find(id);
    const [oldest] = this.sessions.values();
    if (oldest !== undefined && this.sessions.size >= mostSessions) this.end(oldest);
  }
}

/** Compares without telling by its time how much of it was right. */
export function isSame(known: string, given: unknown): boolean {
  if (typeof given !== "string") return false;
  const [a, b] = [Buffer.from(known), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
