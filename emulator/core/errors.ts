/** HTTP status, number and name of every refusal the service gives; core.md 1.3. */
const kinds = {
  badRequest: { status: 400, code: 15, name: "NCERRBadRequest" },
  invalidParam: { status: 400, code: 9, name: "NCERRInvalidParamValue" },
  cryptoFailed: { status: 400, code: 106, name: "NCERRCryptoOperationFailed" },
  unauthorized: { status: 401, code: 5, name: "NCERRUnauthorizedAccess" },
  forbidden: { status: 403, code: 6, name: "NCERRForbidden" },
  held: { status: 403, code: 6, name: "NCERRQuorumRequired" },
  notFound: { status: 404, code: 16, name: "NCERRResourceNotFound" },
  conflict: { status: 409, code: 8, name: "NCERRConflict" },
  keyExists: { status: 409, code: 8, name: "NCERRKeyAlreadyExists" },
  tooLarge: { status: 413, code: 15, name: "NCERRBadRequest" },
  limited: { status: 429, code: 17, name: "NCERRLimitReached" },
  mediaType: { status: 415, code: 15, name: "NCERRBadRequest" },
  internal: { status: 500, code: 2, name: "NCERRInternalServerError" },
  notImplemented: { status: 501, code: 1, name: "NCERRNotImplemented" },
  unavailable: { status: 503, code: 3, name: "NCERRServiceUnavailable" },
} as const;

/** What a caller sent may stand in a refusal, and the refusal in the audit trail. */
const longestText = 1000;

export type ErrorKind = keyof typeof kinds;

/** A refusal that a handler throws; the server turns it into the service's error body. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";

  /**
   * @param keepChanges true when what the handler has changed so far stands although the call fails
   *   (a failed login is counted).
   */
  constructor(
    readonly kind: ErrorKind,
    text: string,
    readonly keepChanges = false,
  ) {
    super(text.length > longestText ? `${text.slice(0, longestText)}…` : text);
  }

  get status(): number {
    return kinds[this.kind].status;
  }

  body(requestId: string): object {
    const { code, name } = kinds[this.kind];
    return { code, codeDesc: `${name}: ${this.message}`, message: this.message, requestID: requestId };
  }
}

/** Clients look for this very text, so it names no object. */
export const notFound = (): ServiceError => new ServiceError("notFound", "Resource not found");
export const conflict = (text: string): ServiceError => new ServiceError("conflict", text);
export const invalid = (text: string): ServiceError => new ServiceError("invalidParam", text);
export const forbidden = (text: string): ServiceError => new ServiceError("forbidden", text);
export const badRequest = (text: string): ServiceError => new ServiceError("badRequest", text);

/**
 * A wrong option, world file or data folder: told to the person who starts the emulator, in one
 * line.
 */
export class StartError extends Error {
  override readonly name = "StartError";
}
