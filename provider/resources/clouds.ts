import type { ApiError } from "../api/errors";
import { isKind } from "../api/errors";
import type { Call } from "../api/around";
import type { Busy } from "../lifecycle/service/busy";

/**
 * How the clouds behind the service say that they are busy, and how long their public clients
 * retry.
 */

const azureObject = /^\/cckm\/azure\/(keys|secrets|certificates)\/[^/]+/;
const azureAction = /\/(soft-delete|hard-delete|recover|backups|(enable|disable)-(rotation|backup)-job)$/;
const azureCreate = /^\/cckm\/azure\/(keys|upload-key|secrets|certificates|certificates\/import)$/;

/**
 * While Azure still applies a change to a key, a secret or a certificate, it refuses the next one
 * with 409. A create is refused like that only after a recovery; otherwise its 409 means that the
 * name is in use.
 */
function isAzureCall({ method, path }: Call, earlier: readonly Call[]): boolean {
  if (method === "POST" && azureCreate.test(path)) return earlier.some((one) => one.path.endsWith("/recover"));
  return azureObject.test(path) && (method === "PATCH" || (method === "POST" && azureAction.test(path)));
}

const azure: Busy = {
  is: (refusal, call, earlier) => isKind(refusal, "conflict") && isAzureCall(call, earlier),
  // Only for people: whatever the text, the refusal is retried.
  isDoubtful: ({ facts }) => !/busy|progress|pending|being|retry|try again/i.test(facts.codeDesc ?? ""),
  why: "Azure is still busy with it",
  seconds: 240,
  firstPause: 0.5,
  longestPause: 20,
};

/**
 * Oracle Cloud's own code for throttling; the service passes its text through, under whatever
 * status. A quota has another code.
 */
const throttled = ({ facts }: ApiError): boolean => facts.codeDesc?.includes("TooManyRequests") === true;

const oci: Busy = {
  is: (refusal, { path }) => path.startsWith("/cckm/oci/") && throttled(refusal),
  why: "Oracle Cloud limits the rate of calls",
  seconds: 60,
  firstPause: 0.5,
  longestPause: 10,
};

export const busyClouds: readonly Busy[] = [azure, oci];
