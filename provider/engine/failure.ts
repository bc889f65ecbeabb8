import { ApiError, isKind } from "../api/errors";
import type { Bag } from "./definition";

/** A failure in words for the user: what we tried, on which resource, what the service said, what to do next. */
export class ResourceError extends Error {
  override readonly name: string = "ResourceError";
}

/**
 * The object exists, but is not what was asked for. Pulumi records it with these properties, and the next `up`
 * goes on from there instead of making a second one.
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
}

/** A wait came to its deadline. `message` says what was seen last. */
export class OverdueError extends Error {
  override readonly name = "OverdueError";
}

/** `tried` is a clause such as `creating AwsKms "prod"`. `next` is what to do, where the caller knows better than the error. */
export function explain(tried: string, error: unknown, next?: string): ResourceError {
  if (error instanceof ResourceError) return error;
  const said = error instanceof Error ? error.message : String(error);
  const call = error instanceof ApiError && error.facts.call.includes("/") ? ` (${error.facts.call})` : "";
  const advice = next || (error instanceof ApiError && error.facts.advice) || adviceFor(error);
  return new ResourceError(`${tried} failed: ${said}${call}.${advice ? ` ${advice}` : ""}`, { cause: error });
}

function adviceFor(error: unknown): string | undefined {
  if (error instanceof OverdueError) {
    return "Correct what the service reports, then run `pulumi up` again; it also goes on with a wait that was too short.";
  }
  if (!(error instanceof ApiError)) return "Run `pulumi up` again; if it persists, look at the service's own records.";
  switch (error.kind) {
    case "badRequest":
      return "Correct the argument the service names, then run `pulumi up` again.";
    case "forbidden":
      return "Give the user or client the permission it lacks, for example by adding it to a group.";
    case "busy":
      return "The service limits the rate of calls: run `pulumi up` again later, or lower ciphertrust:maxConcurrency (CIPHERTRUST_MAX_CONCURRENCY).";
    case "interrupted":
      return "What was done so far is recorded; run `pulumi up` again to go on.";
    case "notFound":
      return "There is no such object or path: check the ids and paths that were given.";
    case "unimplemented":
      return "This version of the service does not have the operation.";
    default:
      return "Run `pulumi up` again; if it persists, look at the service's own records.";
  }
}

/** True for errors after which trying again later makes no sense in this run. */
export function isInterrupted(error: unknown): boolean {
  return isKind(error, "interrupted");
}
