import * as pulumi from "@pulumi/pulumi";
import { check } from "../../provider/lifecycle/values/check";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { registry } from "../../provider/resources";
import { definitionOf } from "../../provider/resources/load";

/**
 * An Output in a template literal or in JSON.stringify becomes a sentence, which no argument may
 * hold.
 */

const output = pulumi.output("role");
// eslint-disable-next-line @typescript-eslint/no-base-to-string, @typescript-eslint/restrict-template-expressions -- the mistake
const [inText, inJson] = [`key-${output}`, JSON.stringify({ Statement: [{ Principal: { AWS: output } }] })];
const inPython = "key-Calling __str__ on an Output[T] is not supported.";

const said = (type: string, inputs: Bag) => check(definitionOf(type), {}, inputs).failures;

test.each(registry.map(({ type, inputs }) => [type, Object.keys(inputs)] as const))("%s", (type, keys) => {
  for (const key of keys) {
    for (const sentence of [inText, inJson, inPython]) {
      const found = said(type, { [key]: sentence }).filter(({ property }) => property === key);
      expect(found).toEqual([{ property: key, reason: expect.stringContaining("pulumi.interpolate") as string }]);
    }
  }
});

test.each<[string, string, Bag, string]>([
  [
    "in a policy",
    "AwsKey",
    { policy: { Statement: [{ Principal: { AWS: [inText] } }] } },
    "policy.Statement.0.Principal.AWS.0",
  ],
  ["in a map", "AwsKey", { tags: { team: inText } }, "tags.team"],
  ["as the key of a map", "AwsKey", { tags: { [inText]: "x" } }, "tags"],
  ["in a secret", "AwsConnection", { secretAccessKey: inText }, "secretAccessKey"],
])("%s", (_name, type, inputs, property) => {
  const found = said(type, inputs).filter((one) => one.property.split(".")[0] === property.split(".")[0]);
  expect(found).toEqual([{ property, reason: expect.stringContaining("pulumi.jsonStringify") as string }]);
});
