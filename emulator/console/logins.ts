import type { FastifyReply, FastifyRequest } from "fastify";
import type { TLSSocket } from "node:tls";
import { z } from "zod";
import { ServiceError } from "../core/errors";
import type { JsonObject } from "../core/fields";
import { formatTime, second } from "../core/time";
import { readBody } from "../core/world";
import type { Browser, Inside } from "./inside";
import { isSame, type Session, Sessions, type Tokens } from "./sessions";

/** The header that a page sends with what it does in a session. */
const csrfHeader = "x-csrf-token";
/** An API token is renewed that long before it expires. */
const margin = 30 * second;

const credentials = z.strictObject({
  name: z.string().min(1).max(256),
  password: z.string().min(1).max(4096),
  /** Absent or empty is the root domain. */
  domain: z.string().max(256).optional(),
});

/** Logs people in with their browsers, and knows by a cookie who calls. */
export class Logins {
  readonly sessions: Sessions;

  constructor(private readonly inside: Inside) {
    const { clock } = inside.service;
    this.sessions = new Sessions(clock, (session) => this.revoke(session));
  }

  /**
   * The session that the cookie of a request stands for; without the token against forgery it
   * counts for reading only.
   */
  of(request: FastifyRequest): Session | undefined {
    return this.sessions.find(cookieOf(request));
  }

  /** As `of`, for a request that must come from a page of ours. */
  ofPage(request: FastifyRequest): Session | undefined {
    const session = this.of(request);
    return session !== undefined && isSame(session.csrf, request.headers[csrfHeader]) ? session : undefined;
  }

  async logIn(request: FastifyRequest, reply: FastifyReply): Promise<Session> {
    const { name, password, domain } = readBody(credentials, request.body ?? {});
    const body = { name, password, ...(domain ? { domain } : {}) };
    const tokens = await this.tokens(browserOf(request), body);
    const before = this.of(request);
    if (before !== undefined) this.sessions.end(before);
    const session = this.sessions.begin({ user: name, domain: domain || "root", tokens });
    setCookie(request, reply, session.id);
    return session;
  }

  logOut(request: FastifyRequest, reply: FastifyReply, session: Session): void {
    this.sessions.end(session);
    setCookie(request, reply);
  }

  /** An API token of the session. */
  async token(session: Session, browser: Browser): Promise<string> {
    if (session.tokens.expires - margin <= this.inside.service.clock.now()) {
      const body = { grant_type: "refresh_token", refresh_token: session.tokens.refreshToken };
      session.tokens = await this.tokens(browser, body).catch((error: unknown) => {
        if (error instanceof ServiceError && error.status === 401) this.sessions.end(session);
        throw error;
      });
    }
    return session.tokens.jwt;
  }

  /** What a page may know of its session. */
  describe(session: Session): object {
    const { user, domain, csrf } = session;
    return { user, domain, csrf, ends: formatTime(this.sessions.endOf(session)) };
  }

  private async tokens(browser: Browser, body: JsonObject): Promise<Tokens> {
    const now = this.inside.service.clock.now();
    const { jwt, duration, refresh_token } = await this.inside.call("POST /auth/tokens/", browser, { body });
    return {
      jwt: String(jwt),
      expires: now + Number(duration) * second,
      refreshToken: String(refresh_token),
    };
  }

  /**
   * With the refresh token, the API tokens that came of it end as well. What fails here has ended
   * by itself, such as with a reset.
   */
  private revoke({ tokens }: Session): void {
    const body = { token: tokens.refreshToken };
    this.inside.call("POST /auth/revoke", nowhere, { body }).catch(() => undefined);
  }
}

const nowhere: Browser = { address: "127.0.0.1", base: "", peer: () => undefined };

export function browserOf({ ip, host, raw }: FastifyRequest): Browser {
  return { address: ip, base: `https://${host}`, peer: () => (raw.socket as TLSSocket).getPeerX509Certificate() };
}

/**
 * Browsers share cookies among the ports of a machine, so the name contains ours. `__Host-` keeps
 * other names of it out.
 */
const cookieName = ({ socket }: FastifyRequest): string => `__Host-ciphertrust-${socket.localPort}`;

function cookieOf(request: FastifyRequest): string | undefined {
  const prefix = `${cookieName(request)}=`;
  const found = request.headers.cookie?.split(/;\s*/).find((part) => part.startsWith(prefix));
  return found?.slice(prefix.length);
}

/**
 * Without a value the cookie goes. It has no lifetime of its own: the server decides when a session
 * ends.
 */
function setCookie(request: FastifyRequest, reply: FastifyReply, value = ""): void {
  const lifetime = value === "" ? "; Max-Age=0" : "";
  const cookie = `${cookieName(request)}=${value}; Path=/; Secure; HttpOnly; SameSite=Strict${lifetime}`;
  void reply.header("set-cookie", cookie);
}
