import type { Bearer, Token } from "./bearer";
import type { Clock } from "./clock";
import { ApiError } from "./errors";
import { tokenFacts } from "./identity";

/**
 * Clocks differ: only the service knows whether a token that has just expired by our clock is still
 * valid.
 */
const tolerance = 5 * 60_000;

const advice =
  "Get a new token and set it as ciphertrust:token (CIPHERTRUST_TOKEN). It is never renewed here: it must be valid until the run ends.";

/** A token that was issued elsewhere: neither renewed nor revoked. */
export function givenToken(jwt: string, address: string, clock: Clock): Bearer {
  const { issuedAt, expiresAt, ...facts } = tokenFacts(jwt);
  const ended = (at: number) => expiresAt !== undefined && expiresAt <= at;
  const endedAt = () => `which expired at ${new Date(expiresAt!).toISOString()}`;
  return {
    current() {
      if (ended(clock.now() - tolerance)) {
        const what = `${address} would refuse the given token, ${endedAt()}: nothing was sent`;
        return Promise.reject(new ApiError(what, { kind: "unauthorized", call: "using ciphertrust:token", advice }));
      }
      // When it was issued says only that the service's clock is not behind that.
      const ahead = Math.max(0, (issuedAt ?? 0) - clock.now());
      return Promise.resolve({ jwt, ahead, facts });
    },
    renewed(_rejected: Token, why) {
      const until = expiresAt === undefined ? "" : `, which is valid until ${new Date(expiresAt).toISOString()}`;
      const when = ended(clock.now()) ? `, ${endedAt()}` : until;
      const what = `${address} refused the given token${when}: ${why.message}`;
      return Promise.reject(new ApiError(what, { ...why.facts, advice }, { cause: why }));
    },
  };
}
