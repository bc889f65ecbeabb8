import type { Clock } from "./clock";
import { ApiError, isKind } from "./errors";
import { tokenFacts, type TokenFacts } from "./identity";
import { errorRedactorOf, mentions, redactorOf, withoutSecrets, withoutSecretsIn } from "./secrets";
import type { Settings } from "./settings";
import type { ApiResponse, Send } from "./transport";

interface Token {
  jwt: string;
  /** When it should be replaced, in milliseconds since the epoch. */
  renewAt: number;
  /** By how much the service's clock is ahead of ours, in milliseconds. */
  ahead: number;
  facts: TokenFacts;
}

/** The layer, and what it learns from tokens: each contains the time at which the service issued it. */
export interface Session {
  send: Send;
  /** The service's time, in milliseconds since the epoch. */
  time(): Promise<number>;
  /** What the token contains about the service; logs in if necessary. */
  facts(): Promise<TokenFacts>;
}

/** A token is replaced after this fraction of its lifetime, so that none expires in transit. */
const usefulShare = 0.8;

/** Logs in on the first call, again shortly before the token expires, and once more when the service rejects it. */
export function withSession(send: Send, settings: Settings, clock: Clock): Session {
  let current: Token | undefined;
  let login: Promise<Token> | undefined;

  const token = async (rejected?: string): Promise<Token> => {
    if (current && current.jwt !== rejected && clock.now() < current.renewAt) return current;
    login ??= logIn(send, settings, clock);
    try {
      current = await login;
      login = undefined;
    } catch (error) {
      // Rejected credentials are not tried again: a hundred resources must not lock the account.
      if (!isKind(error, "unauthorized", "forbidden")) login = undefined;
      throw error;
    }
    return current;
  };
  const authorized: Send = async (call) => {
    if (call.anonymous) return send(call);
    const mine = await token();
    // A retry with a fresh token gets the remaining time of the first attempt; a login has its own deadline, because many calls wait for it.
    const deadline = Math.min(clock.now() + settings.requestTimeoutSeconds * 1000, call.deadline ?? Infinity);
    const signed = ({ jwt }: Token) =>
      keeping(jwt, send({ ...call, deadline, headers: { ...call.headers, authorization: `Bearer ${jwt}` } }));
    try {
      return await signed(mine);
    } catch (error) {
      if (!isKind(error, "unauthorized")) throw error;
      return signed(await token(mine.jwt));
    }
  };
  return {
    send: authorized,
    time: async () => (await token()).ahead + clock.now(),
    facts: async () => (await token()).facts,
  };
}

/** Removes a secret that was sent from the response or error. */
async function keeping(secret: string, work: Promise<ApiResponse>): Promise<ApiResponse> {
  try {
    const response = await work;
    return mentions(response.body, secret)
      ? { ...response, body: withoutSecrets(response.body, redactorOf([secret])) }
      : response;
  } catch (error) {
    throw error instanceof ApiError ? withoutSecretsIn(error, errorRedactorOf([secret])) : error;
  }
}

async function logIn(send: Send, settings: Settings, clock: Clock): Promise<Token> {
  const asked = clock.now();
  const body = credentials(settings);
  try {
    const request = { method: "POST", path: "/auth/tokens/", body, anonymous: true, repeatable: true } as const;
    const response = await (settings.password ? keeping(settings.password, send(request)) : send(request));
    const { jwt, duration } = (response.body ?? {}) as { jwt?: string; duration?: number };
    if (!jwt) throw noToken(settings);
    const { issuedAt = asked, ...facts } = tokenFacts(jwt);
    return { jwt, renewAt: asked + (duration ?? 300) * 1000 * usefulShare, ahead: issuedAt - asked, facts };
  } catch (error) {
    throw refusal(error, settings);
  }
}

/** The login request of service.md: a registered client by its identity over mutual TLS, or a user by name and password. */
function credentials(settings: Settings): Record<string, unknown> {
  if (settings.clientId) return { grant_type: "client_credential", client_id: settings.clientId };
  const { username, password, domain, authDomain, connection } = settings;
  return { name: username, password, domain, auth_domain: authDomain, connection };
}

/** Whatever responds at that address is not the service: calls without a token would only hide that. */
function noToken({ address }: Settings, why?: ApiError): ApiError {
  const advice =
    "Check ciphertrust:address (CIPHERTRUST_ADDRESS): a server other than the service seems to respond there.";
  const facts = { kind: "untrusted", call: "POST /auth/tokens/", advice } as const;
  return new ApiError(`${address} responded to the login without a token${why ? `: ${why.message}` : ""}`, facts);
}

function refusal(error: unknown, settings: Settings): unknown {
  if (settings.clientId && isKind(error, "unanswered")) {
    // Over TLS 1.3 a rejected client certificate appears as a broken connection.
    const advice = `If it persists, the service may not accept the certificate of client ${settings.clientId}: check ciphertrust:clientCertificate and clientKey (CIPHERTRUST_CLIENT_CERT, _CLIENT_KEY).`;
    return new ApiError(error.message, { ...error.facts, kind: "unreachable", advice }, { cause: error });
  }
  if (isKind(error, "unanswered") && (error.facts.status ?? 500) < 300) return noToken(settings, error);
  // Whatever happened to the login, the call that needed it was never sent.
  if (isKind(error, "unanswered", "failed"))
    return new ApiError(error.message, { ...error.facts, kind: "unreachable" }, { cause: error });
  if (!isKind(error, "unauthorized", "forbidden")) return error;
  const who = settings.clientId ? `client ${settings.clientId}` : `user ${settings.username}`;
  const { domain, authDomain } = settings;
  const within = domain ? ` in domain ${domain}` : "";
  const by = authDomain ? `, who is known in domain ${authDomain}` : "";
  const where = settings.clientId ? "" : `${by}${within}`;
  const advice = settings.clientId
    ? "Check ciphertrust:clientId, clientCertificate and clientKey (CIPHERTRUST_CLIENT_ID, _CLIENT_CERT, _CLIENT_KEY): identity and certificate must match the registration."
    : "Check ciphertrust:username, password and domain (CIPHERTRUST_USERNAME, CIPHERTRUST_PASSWORD, CIPHERTRUST_DOMAIN)" +
      (authDomain ? ", and ciphertrust:authDomain (CIPHERTRUST_AUTH_DOMAIN)." : ".");
  const message = `${settings.address} refused the login of ${who}${where}: ${error.message}`;
  return new ApiError(message, { ...error.facts, advice }, { cause: error });
}
