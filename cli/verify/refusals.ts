import { ApiError, type ErrorKind } from "../../provider/api/errors";
import type { Difference, Outcome } from "./report";

/** What refusals of the service mean for a report. */

export interface Refusal {
  outcome: Outcome;
  /** Where the refusal itself is not as expected. */
  differences: Difference[];
}

/** What a failed request tells, or a response that could not be understood. Throws what ends the whole run. */
export function refusalOf(error: unknown, where: string, isLicensed: boolean): Refusal {
  const differs = (what: string): Refusal => ({ outcome: "differs", differences: [{ where, what }] });
  // Its message may hold values of the service.
  if (!(error instanceof ApiError)) return differs("cannot be understood");
  if (ends.includes(error.kind)) throw error;
  const { status, codeDesc = "" } = error.facts;
  if (status === undefined) return differs("no response");
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

/** These say nothing about the request that failed. */
const ends: readonly ErrorKind[] = ["interrupted", "unreachable", "untrusted", "unauthorized"];

/** A status, with the service's symbolic code or what is wrong with the response. */
export function statusOf({ message, facts: { status, codeDesc = "" } }: ApiError): string {
  const [code] = /NCERR\w*/.exec(codeDesc) ?? [];
  if (code !== undefined) return `${status} ${code}`;
  // Words of this package, see provider/api/responses.ts.
  const [, flaw] = /^the response \(\d+\) (.*)$/.exec(message) ?? [];
  return flaw === undefined ? `${status} without an error code` : `${status}: the response ${flaw}`;
}

/** True if the service itself refused. */
export function hasCode({ facts: { codeDesc = "" } }: ApiError): boolean {
  return codeDesc.includes("NCERR");
}
