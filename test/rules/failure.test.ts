import { ApiError } from "../../provider/api/errors";
import { explain } from "../../provider/lifecycle/failure";

/** The advice of an error: the most specific source wins. */

const advised = new ApiError("the connection broke", { kind: "unanswered", call: "POST /boxes", advice: "Try again." });
const plain = new ApiError("no such field", { kind: "badRequest", call: "POST /boxes" });

const missing = new ApiError("Resource not found", { kind: "notFound", call: "POST /boxes" });

test.each([
  ["the caller that checked what was created", advised, "Add adopt.", /broke \(POST \/boxes\)\. Add adopt\.$/],
  ["else the error itself", advised, undefined, /broke \(POST \/boxes\)\. Try again\.$/],
  ["else the default for its kind", plain, undefined, /no such field \(POST \/boxes\)\. Correct the argument/],
  [
    "for an object that may never have existed, nothing more",
    missing,
    undefined,
    /The object or path does not exist: check the ids/,
  ],
])("%s", (_name, error, next, message) => {
  expect(explain('creating Box "one"', error, next).message).toMatch(message);
});
