import { badRequest, conflict, type ServiceError } from "../../../core/errors";

/** A refusal by Oracle Cloud, passed on by the service with its text; what the object's state forbids is a conflict. */
export function ociError(code: string, text: string): ServiceError {
  return code === "IncorrectState" ? conflict(`${code}: ${text}`) : badRequest(`${code}: ${text}`);
}

/** Oracle Cloud doesn't tell what is missing from what may not be seen. */
export const notAuthorizedOrNotFound = (what: string): ServiceError =>
  ociError("NotAuthorizedOrNotFound", `${what} was not found, or its owner does not let you see it`);
