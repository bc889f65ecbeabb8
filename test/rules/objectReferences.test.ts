import { check } from "../../provider/lifecycle/values/check";
import { definitionOf } from "../../provider/resources/load";

/** Inputs that name an object by type and id. */

test.each([
  ["KeyRotation", "key", "AwsKey"],
  ["RotateNow", "key", "AwsKey"],
  ["ContainerAcl", "container", "AwsKms"],
])("%s.%s takes no plain name, and says what to give", (type, property, example) => {
  for (const [given, kind] of [
    ["orders", "a string"],
    [["orders"], "a list"],
  ] as const) {
    const { failures } = check(definitionOf(type), {}, { [property]: given });
    const reason = failures.find((one) => one.property === property)?.reason;
    expect(reason).toBe(
      `must be an object, not ${kind}: give { type, id } with a type such as ${example} and the service's id, or in TypeScript the resource itself`,
    );
  }
});
