import { ApiError } from "../../provider/api/errors";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { spelledAdvice } from "../../provider/lifecycle/layers/explained";
import { definitionOf } from "../../provider/resources/load";

/** A refusal names the service's field; the advice names the argument. */

const refusal = (message: string, kind: "badRequest" | "conflict" = "badRequest") =>
  new ApiError(message, { kind, call: "POST /things" });
const profile = definitionOf("ClientProfile");
const inputs = { name: "robots", ca: "machines", certDuration: 90 };

test.each([
  ["ca_id names no local or external CA", /^Correct ca, which the service calls ca_id,/],
  ["cert_duration: must be positive", /^Correct certDuration, which the service calls cert_duration,/],
])("%s", (message, advice) => {
  expect(spelledAdvice(profile, inputs, refusal(message))).toMatch(advice);
});

test.each<[string, Bag, Error]>([
  ["a word that is no field", inputs, refusal("the name robots is too long")],
  ["two fields", inputs, refusal("ca_id does not go with cert_duration")],
  ["a field that the program leaves out", { name: "robots" }, refusal("ca_id names no CA")],
  ["another refusal", inputs, refusal("ca_id is in use", "conflict")],
])("nothing for %s", (_what, given, error) => {
  expect(spelledAdvice(profile, given, error)).toBeUndefined();
});
