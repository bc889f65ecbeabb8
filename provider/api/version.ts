import type { Clock } from "./clock";
import { Deadline } from "./deadline";
import { ApiError, isKind, quoted } from "./errors";
import type { Send } from "./transport";

/** An error waits no longer than this for the version that it names, in milliseconds. */
const patience = 5_000;

/**
 * Asks the service for its version. Not every service, and not every user, gets a response: then it
 * is unknown.
 */
export async function serviceVersion(send: Send, clock: Clock): Promise<string | undefined> {
  try {
    const { body } = await send({ method: "GET", path: "/system/info", deadline: new Deadline(patience, clock) });
    const { version } = body as { version?: unknown };
    // A version may end in a build number. Nothing else in it goes into a message.
    return typeof version === "string" ? /^\d{1,4}(\.\d{1,4}){1,2}/.exec(version)?.[0] : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What a service responds that has time for another call; a refused login is not repeated for the
 * version's sake.
 */
const responses = [
  "badRequest",
  "unauthorized",
  "forbidden",
  "notFound",
  "conflict",
  "unimplemented",
  "failed",
] as const;

/** Whether the service itself has responded: only then is its version worth a call. */
export function isFromService(error: unknown): boolean {
  let at = error;
  while (at instanceof Error && !(at instanceof ApiError)) at = at.cause;
  return isKind(at, ...responses) && at.facts.codeDesc?.includes("NCERR") === true;
}

/** The same message, which names the version of the service that it quotes. */
export function withVersion(message: string, version: string): string {
  return message.replaceAll(quoted, `CipherTrust Manager ${version} responded with `);
}
