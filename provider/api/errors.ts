/**
 * Everything that can go wrong in a call, in categories that the engine can act on. Status numbers
 * and Node's error codes are known here and nowhere else.
 */

import { counted } from "./counted";
import { printable } from "./printable";
import { ProxyError } from "./proxy";

/** What an error means for the caller, whatever number or code it came with. */
export type ErrorKind =
  | "badRequest" // the service rejected the content: repeating it cannot help
  | "unauthorized" // the login was refused, or the token was
  | "forbidden" // logged in, but not allowed or not licensed
  | "held" // nothing is done until others approve it
  | "notFound" // the service says that this very object does not exist
  | "conflict" // a name already exists, or an object is in use
  | "unimplemented" // the service does not know the operation
  | "busy" // rejected before it was processed: safe to retry
  | "exhausted" // a quota is used up: a retry cannot help
  | "unanswered" // it may or may not have been processed
  | "unreachable" // it never left: no connection could be made
  | "untrusted" // TLS: the certificate of the service is not acceptable
  | "interrupted" // this process was told to stop
  | "failed"; // any other response of the service

/** What is known about a failed call. Never contains a request body. */
export interface ErrorFacts {
  kind: ErrorKind;
  /** HTTP method and path, for example `POST /cckm/aws/kms`. */
  call: string;
  /** HTTP status, when the service responded. */
  status?: number;
  /** The service's symbolic code with its text, for example `NCERRConflict: …`. */
  codeDesc?: string;
  /** The service's id of the request, for its own logs. */
  requestId?: string;
  /** Seconds after which the service accepts a retry. */
  retryAfterSeconds?: number;
  /** What a user can do about it. */
  advice?: string;
  /** What others have to approve first. */
  quorum?: Quorum;
}

/** A request for the approval of a call, as far as the service shows it. */
export interface Quorum {
  readonly id: string;
  /** Name of the operation, such as `DeleteKey`. */
  readonly operation: string;
  readonly state: string;
}

/**
 * A call to the service that did not succeed. `message` is what the service responded;
 * `facts.advice` what to do next.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(
    message: string,
    readonly facts: ErrorFacts,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
  get kind(): ErrorKind {
    return this.facts.kind;
  }
}

/** True when `error` is an {@link ApiError} of one of these kinds. */
export function isKind(error: unknown, ...kinds: ErrorKind[]): error is ApiError {
  return error instanceof ApiError && kinds.includes(error.kind);
}

/** The service is not available now; a later call may succeed. */
export function isAway(error: unknown): error is ApiError {
  return isKind(error, "unreachable", "unanswered", "busy");
}

/**
 * Whether the service carried out the call is not known: it sent no response of its own, or failed
 * halfway.
 */
export function isInDoubt(error: unknown): error is ApiError {
  return isKind(error, "unanswered") || (isKind(error, "failed") && (error.facts.status ?? 500) >= 500);
}

/** When to run again what the service refused as busy, as far as it says so. */
export function againWhen({ facts: { retryAfterSeconds } }: ApiError): string {
  const when = retryAfterSeconds ? `in ${counted(retryAfterSeconds, "second")}, which the service demands` : "later";
  return `run \`pulumi up\` again ${when}`;
}

/**
 * The result of a lookup; `undefined` if the service itself responds that the object does not
 * exist.
 */
export async function ifFound<T>(lookUp: Promise<T>): Promise<T | undefined> {
  try {
    return await lookUp;
  } catch (error) {
    if (isKind(error, "notFound")) return undefined;
    throw error;
  }
}

const kindOfStatus: Record<number, ErrorKind> = {
  400: "badRequest",
  401: "unauthorized",
  403: "forbidden",
  404: "notFound",
  409: "conflict",
  422: "badRequest",
  429: "busy",
  501: "unimplemented",
  502: "unanswered",
  503: "unanswered",
  504: "unanswered",
};

/** How a message introduces what the service responded. */
export const quoted = "the service responded with ";

/**
 * The error for a response other than success. A 404 counts as "gone" only if the service itself
 * sent it.
 */
export function errorOfResponse(call: string, status: number, body: unknown, retryAfter?: string): ApiError {
  const response = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const codeDesc = text(response.codeDesc) ?? text(response.message);
  const requestId = text(response.requestID);
  let kind = kindOfStatus[status] ?? "failed";
  // A proxy's or a wrong address's 404 has no code of the service: it must never be taken as "the key is gone".
  if (kind === "notFound" && !codeDesc?.includes("NCERR")) kind = "failed";
  if (kind === "busy" && isQuota(call, codeDesc, retryAfter)) kind = "exhausted";
  const said = [`${status}`, codeDesc ?? "without an explanation", requestId && `(request id ${requestId})`];
  const retryAfterSeconds = secondsOf(retryAfter);
  const advice = status >= 300 && status < 400 ? redirected : undefined;
  return new ApiError(`${quoted}${said.filter(Boolean).join(" ")}`, {
    kind,
    call,
    status,
    codeDesc,
    requestId,
    retryAfterSeconds,
    advice,
  });
}

/**
 * A 429 is about a quota, unless the service itself says that there were too many requests, or
 * invites to retry. Reading uses up none.
 */
const isQuota = (call: string, codeDesc?: string, retryAfter?: string): boolean =>
  !call.startsWith("GET ") &&
  codeDesc !== undefined &&
  !codeDesc.startsWith("NCERRTooManyRequests") &&
  retryAfter === undefined;

const redirected =
  "Redirects are not followed, so that nobody else gets the token. Set ciphertrust:address (CIPHERTRUST_ADDRESS) to the service itself.";

const neverSent = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);
/** A connection that stands may fail with these, too, after a request was sent. */
const unrouted = new Set(["EHOSTUNREACH", "ENETUNREACH"]);
const wrongVersion = "ERR_SSL_WRONG_VERSION_NUMBER";
const oldVersion = "ERR_SSL_UNSUPPORTED_PROTOCOL";
const tooOld = /unsupported protocol|alert protocol version/;
const untrusted = new Set([
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_SIGNATURE_FAILURE",
  "INVALID_CA",
  "CERT_REJECTED",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_UNTRUSTED",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);
const timeouts = new Set(["RESPONSE_TIMEOUT"]);
const tooLong = "UND_ERR_RES_EXCEEDED_MAX_SIZE";

/**
 * The error for a call that got no response at all; `ownCa`: whether the configuration names a CA
 * of its own.
 */
export function errorOfTransport(call: string, address: string, cause: unknown, ownCa = false): ApiError {
  return cause instanceof ProxyError ? errorOfProxy(call, address, cause) : errorOfService(call, address, cause, ownCa);
}

function errorOfService(call: string, address: string, cause: unknown, ownCa: boolean): ApiError {
  const { code, syscall } = reportedBy(cause);
  const why = code === "" ? String((cause as Error)?.message ?? cause) : code;
  if (code === oldVersion) {
    const advice = "Enable TLS 1.2 or 1.3 on the service's web interface, or on the proxy in front of it.";
    const what = `${address} does not support TLS 1.2 or newer`;
    return new ApiError(what, { kind: "untrusted", call, advice }, { cause });
  }
  if (neverSent.has(code) || (unrouted.has(code) && syscall === "connect")) {
    const advice = `Check that the service is up and that ciphertrust:address (CIPHERTRUST_ADDRESS) is right.`;
    return new ApiError(`${address} cannot be reached: ${why}`, { kind: "unreachable", call, advice }, { cause });
  }
  if (code === wrongVersion) {
    const advice = "Give the port of the web interface: check ciphertrust:address (CIPHERTRUST_ADDRESS).";
    return new ApiError(`${address} does not speak TLS`, { kind: "untrusted", call, advice }, { cause });
  }
  if (untrusted.has(code)) {
    const advice = adviceOfTls(code, ownCa);
    return new ApiError(
      `the TLS certificate of ${address} was not accepted: ${why}`,
      { kind: "untrusted", call, advice },
      { cause },
    );
  }
  if (timeouts.has(code)) {
    const advice = "Try again, or raise ciphertrust:requestTimeoutSeconds (CIPHERTRUST_REQUEST_TIMEOUT_SECONDS).";
    return new ApiError(`${address} did not respond in time`, { kind: "unanswered", call, advice }, { cause });
  }
  if (code === tooLong) {
    const advice =
      "Check which server responds at ciphertrust:address (CIPHERTRUST_ADDRESS): no response of the service is that long.";
    return new ApiError(`the response of ${address} is too long`, { kind: "unanswered", call, advice }, { cause });
  }
  const advice = "Try again; if it persists, check the network path to the service (proxy, firewall).";
  return new ApiError(
    `the connection to ${address} broke before a response arrived: ${why}`,
    { kind: "unanswered", call, advice },
    { cause },
  );
}

/**
 * Nothing has reached the service. What the proxy refuses by a status of 4xx, a retry would not
 * change.
 */
function errorOfProxy(call: string, address: string, cause: ProxyError): ApiError {
  const { status, proxy } = cause;
  const { host, hostname } = new URL(address);
  const name = `the proxy ${proxy.host} (${proxy.variable})`;
  const around = `or add ${hostname} to NO_PROXY, to reach the service without a proxy.`;
  if (status === undefined) {
    const advice = `Check ${proxy.variable}, ${around}`;
    const why = reportedBy(cause.cause).code || "no response";
    return new ApiError(`${name} cannot be reached: ${why}`, { kind: "unreachable", call, advice }, { cause });
  }
  const advice =
    status === 407
      ? `Check the user and password in ${proxy.variable}, http://user:password@host:port, ${around}`
      : `Let the proxy connect to ${host.includes(":") ? host : `${host}:443`}, ${around}`;
  const kind = status < 500 ? "untrusted" : "unreachable";
  return new ApiError(
    `${name} did not connect to ${address}: it responded with ${status}`,
    { kind, call, advice },
    { cause },
  );
}

/**
 * True for the error of a connection whose certificate was signed by none of the CAs that are
 * trusted.
 */
export const isUnknownIssuer = (error: unknown): boolean =>
  /^(SELF_SIGNED|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO|CERT_SIGNATURE|CERT_UNTRUSTED|INVALID_CA)/.test(
    reportedBy(error).code,
  );

function adviceOfTls(code: string, ownCa: boolean): string {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return "Set ciphertrust:address (CIPHERTRUST_ADDRESS) to a host name that the certificate carries.";
  }
  if (code.startsWith("CERT_HAS") || code.startsWith("CERT_NOT")) {
    return "Renew the certificate of the service's web interface, and check the clocks of both machines.";
  }
  if (ownCa) {
    return "The CA in ciphertrust:caCertificate (CIPHERTRUST_CA_CERT) did not sign it: set the CA that did.";
  }
  return "Set ciphertrust:caCertificate (CIPHERTRUST_CA_CERT) to the CA that signed it, as PEM text or a path.";
}

/** Node reports the code on the error, on its cause, or on the first of several attempts. */
function reportedBy(error: unknown): { code: string; syscall?: unknown } {
  for (let at = error as Record<string, unknown> | undefined, depth = 0; at && depth < 4; depth++) {
    // While writing, Node has OpenSSL's reason only as a string.
    if (at.code === "EPROTO" && String(at.message).includes("wrong version number")) return { code: wrongVersion };
    if (/^(EPROTO|ERR_SSL_)/.test(String(at.code)) && tooOld.test(String(at.message))) return { code: oldVersion };
    // For a broken connection, undici's code is less specific than its cause or its message.
    if (typeof at.code === "string" && at.code !== "UND_ERR_SOCKET") return { code: at.code, syscall: at.syscall };
    const attempts = at.errors as unknown[] | undefined;
    at = (at.cause ?? attempts?.[0]) as Record<string, unknown> | undefined;
  }
  return { code: "" };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? printable(value) : undefined;
}

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(retryAfter: string | undefined): number | undefined {
  if (!retryAfter) return undefined;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

/**
 * A response that does not prove what it has to: whether the call was carried out is as unknown as
 * without one.
 */
export const unproven = (flaw: string): ApiError =>
  new ApiError(`the response ${flaw}`, { kind: "unanswered", call: "reading the response" });
