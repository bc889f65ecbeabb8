import { counted } from "../../../core/counted";
import { badRequest, conflict, ServiceError, type ErrorKind } from "../../../core/errors";

/**
 * A refusal by Oracle Cloud, passed on by the service with its text; what the object's state
 * forbids is a conflict.
 */
export function ociError(code: string, text: string): ServiceError {
  return code === "IncorrectState" ? conflict(`${code}: ${text}`) : badRequest(`${code}: ${text}`);
}

/** Oracle Cloud doesn't tell what is missing from what may not be seen. */
export const notAuthorizedOrNotFound = (what: string): ServiceError =>
  ociError("NotAuthorizedOrNotFound", `${what} was not found, or its owner does not let you see it`);

/** The statuses under which the service may pass Oracle Cloud's throttling through. */
export const throttlingStatuses = [400, 429, 500, 503] as const;
const kinds: Readonly<Record<(typeof throttlingStatuses)[number], ErrorKind>> = {
  400: "badRequest",
  429: "limited",
  500: "internal",
  503: "unavailable",
};

/** Too many calls in a short time: the code stays Oracle Cloud's own, whatever the status. */
export const throttled = (status: (typeof throttlingStatuses)[number]): ServiceError =>
  new ServiceError(kinds[status], "TooManyRequests: Too many requests for the tenancy");

/** A quota has the same status as throttling, and another code. */
export const quotaReached = (keys: number): ServiceError =>
  new ServiceError("limited", `LimitExceeded: The tenancy has reached its limit of ${counted(keys, "key")}`);
