import { Lifecycle } from "../boundLifecycle";
import { definitionOf } from "../../provider/resources/load";

/** A name or text that is too long is told how long it is, and what the cloud allows. */

test.each([
  [
    "AwsKey",
    "alias",
    ["a".repeat(250)],
    ["a".repeat(256)],
    "has 256 characters; AWS allows 250, and 256 with the prefix alias/",
  ],
  ["AzureKey", "keyName", "a".repeat(127), "a".repeat(128), "has 128 characters; Azure allows 127"],
  ["AzureSecret", "secretName", "a".repeat(127), "a".repeat(128), "has 128 characters; Azure allows 127"],
  ["AzureSecret", "contentType", "a".repeat(255), "a".repeat(256), "has 256 characters; Azure allows 255"],
  ["GoogleKey", "keyName", "a".repeat(63), "a".repeat(64), "has 64 characters; Google allows 63"],
])("%s: %s", (type, key, longest, longer, said) => {
  const lifecycle = new Lifecycle(definitionOf(type), () => {
    throw new Error("check needs no service");
  });
  const reasons = (value: unknown) =>
    lifecycle
      .check({}, { [key]: value })
      .failures.flatMap(({ property, reason }) => (property.startsWith(key) ? reason : []));
  expect(reasons(longest)).toEqual([]);
  expect(reasons(longer)).toEqual([said]);
});
