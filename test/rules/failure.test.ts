import { ApiError } from "../../provider/api/errors";
import { explain } from "../../provider/lifecycle/failure";

/** What an error says the user should do: whoever knows most has the word. */

const advised = new ApiError("the connection broke", { kind: "unanswered", call: "POST /boxes", advice: "Try again." });
const plain = new ApiError("no such field", { kind: "badRequest", call: "POST /boxes" });

const missing = new ApiError("Resource not found", { kind: "notFound", call: "POST /boxes" });

test.each([
  ["the caller, who has looked at what was made", advised, "Add adopt.", /broke \(POST \/boxes\)\. Add adopt\.$/],
  ["else the error itself", advised, undefined, /broke \(POST \/boxes\)\. Try again\.$/],
  ["else what fits its kind", plain, undefined, /no such field \(POST \/boxes\)\. Correct the argument/],
  [
    "of what may never have been there, no more than that",
    missing,
    undefined,
    /The object or path does not exist: check the ids/,
  ],
])("%s", (_name, error, next, message) => {
  expect(explain('creating Box "one"', error, next).message).toMatch(message);
});
