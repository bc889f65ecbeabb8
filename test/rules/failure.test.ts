import type { Api } from "../../provider/api/client";
import { ApiError, errorOfResponse } from "../../provider/api/errors";
import {
  explain,
  InitializationError,
  withServiceVersion,
  type ResourceError,
} from "../../provider/lifecycle/vocabulary/failure";

/** The advice of an error: the most specific source wins. */

const advised = new ApiError("the connection broke", { kind: "unanswered", call: "POST /boxes", advice: "Try again." });
const plain = new ApiError("no such field", { kind: "badRequest", call: "POST /boxes" });

const conflict = new ApiError("it is in use", { kind: "conflict", call: "PATCH /boxes/b-1" });
const missing = new ApiError("Resource not found", { kind: "notFound", call: "POST /boxes" });

test.each([
  ["the caller that checked what was created", advised, "Add adopt.", /broke \(POST \/boxes\)\. Add adopt\.$/],
  ["else the error itself", advised, undefined, /broke \(POST \/boxes\)\. Try again\.$/],
  ["else the default for its kind", plain, undefined, /no such field \(POST \/boxes\)\. Correct the argument/],
  ["such as a conflict", conflict, undefined, /is in use \(PATCH \/boxes\/b-1\)\. .*run `pulumi up --refresh`/],
  [
    "for an object that may never have existed, nothing more",
    missing,
    undefined,
    /The object or path does not exist: check the ids/,
  ],
])("%s", (_name, error, next, message) => {
  expect(explain('creating Box "one"', error, next).message).toMatch(message);
});

test.each([
  ["3600", /run `pulumi up` again in 3600 seconds, which the service demands, or reduce ciphertrust:maxConcurrency/],
  [undefined, /run `pulumi up` again later, or reduce/],
])("too many requests, with Retry-After %s", (retryAfter, message) => {
  const error = errorOfResponse("GET /boxes", 429, { codeDesc: "NCERRTooManyRequests: later" }, retryAfter);
  expect(explain('creating Box "one"', error).message).toMatch(message);
});

describe("a refusal by the service", () => {
  const service = (version: string | undefined) => ({ version: jest.fn(() => Promise.resolve(version)) });
  const told = (api: ReturnType<typeof service>, failure: ResourceError) =>
    withServiceVersion(failure, api as unknown as Api).then(({ message }) => message);
  const refusal = errorOfResponse("POST /boxes", 409, { codeDesc: "NCERRConflict: taken" });
  const tried = 'creating Box "one"';

  test("names the version of the service, also in what Pulumi records", async () => {
    const said = `${tried} failed: CipherTrust Manager 2.19.0 responded with 409 NCERRConflict: taken (POST /boxes).`;
    expect(await told(service("2.19.0"), explain(tried, refusal))).toContain(said);
    const halfway = new InitializationError(explain(tried, refusal).message, "b-1", {}, { cause: refusal });
    await told(service("2.19.0"), halfway);
    expect(halfway.reasons).toEqual([expect.stringContaining(said)]);
  });

  test("stays as it is when the version is unknown", async () => {
    expect(await told(service(undefined), explain(tried, refusal))).toContain("failed: the service responded with 409");
  });

  test.each([
    ["without a response", new ApiError("the connection broke", { kind: "unanswered", call: "POST /boxes" })],
    ["when it has no time", errorOfResponse("GET /boxes", 429, { codeDesc: "NCERRTooManyRequests: later" })],
    ["when a proxy has responded", errorOfResponse("GET /boxes", 404, "<html>")],
    ["when the message does not quote the service", new ApiError("no such field", refusal.facts)],
  ])("asks for no version %s", async (_name, error) => {
    const api = service("2.19.0");
    await told(api, explain(tried, error));
    expect(api.version).not.toHaveBeenCalled();
  });
});
