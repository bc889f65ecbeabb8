import { ApiError, isKind } from "../../provider/api/errors";
import type { Difference, Outcome } from "./report";

/** What refusals of the service mean for a report. */

export interface Refusal {
  outcome: Outcome;
  /** Where the refusal itself is not as expected. */
  differences: Difference[];
}

/**
 * What a failed request tells, or a response that could not be understood. Throws what ends the
 * whole run.
 */
export function refusalOf(error: unknown, where: string, isLicensed: boolean): Refusal {
  if (endsRun(error)) throw error;
  const differs = (what: string): Refusal => ({ outcome: "differs", differences: [{ where, what }] });
  // Its message may hold values of the service.
  if (!(error instanceof ApiError)) return differs("cannot be understood");
  const { status, codeDesc = "" } = error.facts;
  if (status === undefined) return differs(saidWithoutStatus(error));
  if (!hasCode(error)) return differs(`responds with ${statusOf(error)}`);
  if (status === 403) {
    const unlicensed = !isLicensed || /licen[cs]e/i.test(codeDesc);
    return { outcome: unlicensed ? "not licensed" : "no permission", differences: [] };
  }
  if (status === 404 && !isLicensed)
    return differs(`responds with ${statusOf(error)}, not with 403, without a license`);
  if (status === 404 || status === 501) return { outcome: "not in this version", differences: [] };
  return differs(`responds with ${statusOf(error)}`);
}

/**
 * True if it says nothing about the request that failed: the run was ended, or the service cannot
 * be reached any more.
 */
function endsRun(error: unknown): boolean {
  if (isKind(error, "unauthorized")) return error.facts.call.includes("/auth/tokens");
  return isKind(error, "interrupted", "unreachable", "untrusted") || (error as Error).name === "AbortError";
}

/** A status, with the service's symbolic code or what is wrong with the response. */
export function statusOf({ message, facts: { status, codeDesc = "" } }: ApiError): string {
  const [code] = /NCERR\w*/.exec(codeDesc) ?? [];
  if (code !== undefined) return `${status} ${code}`;
  // Words of this package, see provider/api/responses.ts.
  const [, flaw] = /^the response \(\d+\) (.*)$/.exec(message) ?? [];
  return flaw === undefined ? `${status} without an error code` : `${status}: the response ${flaw}`;
}

/** What this package says of a response; it contains no values. */
const own =
  /^the (response (has no \w+|is about another object)|service accepted [\w, ]+, and the object is as before)$/;

/** Words of this package only: no response came, or one that is not the object's. */
function saidWithoutStatus({ message }: ApiError): string {
  return own.test(message) ? message : "no response";
}

/** True if the service itself refused. */
function hasCode({ facts: { codeDesc = "" } }: ApiError): boolean {
  return codeDesc.includes("NCERR");
}
