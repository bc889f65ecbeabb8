import { loggedIn, type Token } from "./bearer";
import type { Clock } from "./clock";
import { Deadline } from "./deadline";
import { isKind } from "./errors";
import { givenToken } from "./givenToken";
import type { TokenFacts } from "./identity";
import { keeping } from "./secrets";
import type { Settings } from "./settings";
import type { Send } from "./transport";

/** The layer, and what it learns from tokens: each contains the time at which the service issued it. */
export interface Session {
  send: Send;
  /** The service's time, in milliseconds since the epoch. */
  time(): Promise<number>;
  /** What the token contains about the service; logs in if necessary. */
  facts(): Promise<TokenFacts>;
}

/** Sends each call with a token, and once more with another one if the service rejects the first. */
export function withSession(send: Send, settings: Settings, clock: Clock): Session {
  const { token, address } = settings;
  const bearer = token ? givenToken(token, address, clock) : loggedIn(send, settings, clock);
  const authorized: Send = async (call) => {
    if (call.anonymous) return send(call);
    const mine = await bearer.current();
    const { deadline = new Deadline(settings.requestTimeoutSeconds * 1000, clock) } = call;
    const signed = ({ jwt }: Token) =>
      keeping(jwt, send({ ...call, deadline, headers: { ...call.headers, authorization: `Bearer ${jwt}` } }));
    try {
      return await signed(mine);
    } catch (error) {
      if (!isKind(error, "unauthorized")) throw error;
      // The retry has the time that the first attempt left. A login has its own deadline, because many calls wait for it.
      const rejected = clock.now();
      const fresh = await bearer.renewed(mine, error);
      deadline.extend(clock.now() - rejected);
      return signed(fresh);
    }
  };
  return {
    send: authorized,
    time: async () => (await bearer.current()).ahead + clock.now(),
    facts: async () => (await bearer.current()).facts,
  };
}
