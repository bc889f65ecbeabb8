import type { Clock } from "./clock";
import { isKind, type ApiError } from "./errors";
import { tokenFacts, type TokenFacts } from "./identity";
import { loginOf, noToken, refusal, refuseExpired } from "./login";
import { keeping } from "./secrets";
import type { Settings } from "./settings";
import type { Send } from "./transport";

/** A token that calls are sent with. */
export interface Token {
  jwt: string;
  /** By how much the service's clock is ahead of ours, in milliseconds. */
  ahead: number;
  facts: TokenFacts;
}

/** Where a session's tokens come from. */
export interface Bearer {
  /** A token that is not known to be rejected or expired. */
  current(): Promise<Token>;
  /** Another one, after the service has rejected this one; throws if there is none. */
  renewed(rejected: Token, why: ApiError): Promise<Token>;
}

/** A token is replaced after this fraction of its lifetime, so that none expires in transit. */
const usefulShare = 0.8;
/** The lifetime of a token that does not tell its own. */
const usualSeconds = 300;

interface Issued extends Token {
  /** When it should be replaced, in milliseconds since the epoch. */
  renewAt: number;
}

/**
 * Tokens from logins: on the first call, shortly before the token expires, and when the service
 * rejects it.
 */
export function loggedIn(send: Send, settings: Settings, clock: Clock): Bearer {
  let issued: Issued | undefined;
  let login: Promise<Issued> | undefined;

  // A client may have renewed its certificate since.
  const firstChecked = async (earlier?: Issued): Promise<Issued> => {
    if (!earlier) refuseExpired(settings, clock.now());
    return logIn(send, settings, clock);
  };
  const token = async (rejected?: string): Promise<Issued> => {
    if (issued && issued.jwt !== rejected && clock.now() < issued.renewAt) return issued;
    login ??= firstChecked(issued);
    try {
      issued = await login;
      login = undefined;
    } catch (error) {
      // Rejected credentials are not tried again: a hundred resources must not lock the account.
      if (!isKind(error, "unauthorized", "forbidden")) login = undefined;
      throw error;
    }
    return issued;
  };
  return { current: () => token(), renewed: ({ jwt }) => token(jwt) };
}

async function logIn(send: Send, settings: Settings, clock: Clock): Promise<Issued> {
  const asked = clock.now();
  const { body } = loginOf(settings);
  try {
    const request = { method: "POST", path: "/auth/tokens/", body, anonymous: true, repeatable: true } as const;
    const response = await (settings.password ? keeping(settings.password, send(request)) : send(request));
    const { jwt, duration } = (response.body ?? {}) as { jwt?: unknown; duration?: unknown };
    if (typeof jwt !== "string" || jwt === "") throw noToken(settings);
    const { issuedAt = asked, expiresAt: _, ...facts } = tokenFacts(jwt);
    const seconds = typeof duration === "number" && duration > 0 ? duration : usualSeconds;
    return { jwt, renewAt: asked + seconds * 1000 * usefulShare, ahead: issuedAt - asked, facts };
  } catch (error) {
    throw refusal(error, settings);
  }
}
