import { keyRotation } from "../../policy";
import { stackTold, unknown, type Described } from "./stack";

/** Which AWS keys a schedule with `rotateMaterial` rotates, according to the policy pack. */

const inPlace = { cloud: "aws", runAt: "0 3 * * *", disabled: false, rotationAfter: "89d", rotateMaterial: true };

/**
 * What is said about one key with these properties, bound with those to a schedule that rotates the
 * material inside keys.
 */
function told(properties: object, binding: object = {}, plan: object = inPlace, filledIn = {}): string[] {
  const stack: Described[] = [
    { type: "AwsKey", name: "orders", props: { kms: unknown, keyRotationEnabled: false, ...properties } },
    { type: "RotationSchedule", name: "plan", props: { ...plan } },
    {
      type: "KeyRotation",
      name: "orders-rotation",
      props: { key: { type: "AwsKey", id: unknown }, schedule: unknown, ...binding },
      filledIn,
      depends: { key: ["orders"], schedule: ["plan"] },
    },
  ];
  return stackTold(keyRotation, stack).violations.map(({ says }) => says);
}

test.each([
  ["material that AWS cannot rotate inside its key", { customerMasterKeySpec: "RSA_2048" }, {}, "its spec is RSA_2048"],
  ["another source than AWS for its material", { origin: "AWS_KMS" }, { keySource: "dsm" }, "its material is from AWS"],
])("%s needs a schedule that creates new keys", (_what, properties, binding, why) => {
  const [violation, ...more] = told(properties, binding);
  expect(more).toEqual([]);
  for (const part of ['RotationSchedule "plan", which has rotateMaterial', why, "without rotateMaterial"])
    expect(violation).toContain(part);
  expect(told(properties, binding, { ...inPlace, rotateMaterial: false })).toEqual([]);
});

test.each([
  ["a symmetric key", { customerMasterKeySpec: "SYMMETRIC_DEFAULT" }, {}],
  ["one of an unknown spec", { customerMasterKeySpec: unknown }, {}],
  ["imported material from another source", { origin: "EXTERNAL" }, { keySource: "dsm" }],
  ["an unknown origin", { origin: unknown }, { keySource: "dsm" }],
  ["an unknown source", { origin: "AWS_KMS" }, { keySource: unknown }],
  ["AWS itself", { origin: "AWS_KMS" }, {}],
])("%s does not", (_what, properties, binding) => {
  expect(told(properties, binding)).toEqual([]);
});

test("the source that the service fills in after the first run is not the program's", () => {
  expect(told({ origin: "AWS_KMS" }, {}, inPlace, { keySource: "local" })).toEqual([]);
});
