import { badRequest, conflict, type ServiceError } from "../../../core/errors";

/**
 * A refusal by Google, passed on by the service as a bad request with Google's code in the text;
 * what exists already is a conflict.
 */
export function googleError(code: string, text: string): ServiceError {
  return code === "ALREADY_EXISTS" ? conflict(`${code}: ${text}`) : badRequest(`${code}: ${text}`);
}
