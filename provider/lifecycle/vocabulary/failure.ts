import type { Api } from "../../api/client";
import { againWhen, ApiError, quoted } from "../../api/errors";
import { isFromService, withVersion } from "../../api/version";
import type { Bag } from "./definition";

/**
 * A failure as a message for the user: what was tried, on which resource, what the service
 * responded, what to do next.
 */
export class ResourceError extends Error {
  override readonly name: string = "ResourceError";

  /** Says the same in other words. */
  restate(message: string): void {
    this.message = message;
  }
}

/**
 * The object exists, but is not as requested. Pulumi records it with these properties, and the next
 * `up` continues from there instead of creating a second one.
 */
export class InitializationError extends ResourceError {
  override readonly name = "InitializationError";
  readonly reasons: string[];
  constructor(
    message: string,
    readonly id: string,
    readonly properties: Bag,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.reasons = [message];
  }

  override restate(message: string): void {
    super.restate(message);
    this.reasons.splice(0, Infinity, message);
  }
}

/** A wait reached its deadline. `message` contains the last seen state. */
export class OverdueError extends Error {
  override readonly name = "OverdueError";
}

/**
 * `tried` is a clause such as `creating AwsKms "prod"`. `next` is what to do, if the caller knows
 * more than the error.
 */
export function explain(tried: string, error: unknown, next?: string): ResourceError {
  if (error instanceof ResourceError) return error;
  const said = error instanceof Error ? error.message : String(error);
  const call = error instanceof ApiError && error.facts.call.includes("/") ? ` (${error.facts.call})` : "";
  const advice = next || (error instanceof ApiError && error.facts.advice) || adviceFor(error);
  return new ResourceError(`${tried} failed: ${said}${call}.${advice ? ` ${advice}` : ""}`, { cause: error });
}

/**
 * The same failure, in which the service is named with its version if it responded and says which
 * it is.
 */
export async function withServiceVersion<E extends ResourceError>(failure: E, api: Api): Promise<E> {
  if (!failure.message.includes(quoted) || !isFromService(failure)) return failure;
  const version = await api.version();
  if (version !== undefined) failure.restate(withVersion(failure.message, version));
  return failure;
}

function adviceFor(error: unknown): string | undefined {
  if (error instanceof OverdueError) {
    return "Correct what the service reports, then run `pulumi up` again; that also continues a wait that timed out.";
  }
  if (!(error instanceof ApiError)) return "Run `pulumi up` again; if it persists, check the service's audit records.";
  switch (error.kind) {
    case "badRequest":
      return "Correct the arguments that this is about, then run `pulumi up` again.";
    case "forbidden":
      return "Grant the user or client the missing permission, for example by adding it to a group.";
    case "busy":
      return `The service limits the rate of calls: ${againWhen(error)}, or reduce ciphertrust:maxConcurrency (CIPHERTRUST_MAX_CONCURRENCY).`;
    case "exhausted":
      return "A limit of the service, or of the system behind it, is reached: remove what is no longer needed, or have the limit raised, then run `pulumi up` again.";
    case "conflict":
      return "Something else may have changed in the service: run `pulumi up --refresh`; if it persists, check the service's audit records.";
    case "interrupted":
      return "What was done so far is recorded; run `pulumi up` again to continue.";
    case "notFound":
      return "The object or path does not exist: check the ids and paths.";
    case "unimplemented":
      return "This version of the service does not support the operation.";
    default:
      return "Run `pulumi up` again; if it persists, check the service's audit records.";
  }
}

/** Commands and options that errors recommend. */

/**
 * The command that takes a resource out of the state, complete or with what has to be filled in:
 * half of one would be run.
 */
export const stateDelete = (urn?: string): string =>
  urn ? ` pulumi state delete '${urn}'` : " pulumi state delete '<its URN>'  (`pulumi stack --show-urns` shows it)";

/** The option by which a renamed resource keeps its object. */
export const aliasOf = (before: string | undefined): string =>
  `aliases: [{ name: ${JSON.stringify(before ?? "<its name before>")} }]`;

/** How a resource gets an object back that it had before a change, as the end of a sentence. */
export const goBack = (label: string, id: string): string =>
  `revert the change that replaces it, add the argument  adopt: "${id}"  to ${label}, and run \`pulumi up\`.`;
