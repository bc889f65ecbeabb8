import { missingConfig, requireSameService } from "../../tools/quickstart/settings";

const keys = ["awsAccountId", "awsAccessKeyId", "awsSecretAccessKey"];
const variables = {
  QUICKSTART_AWS_ACCOUNT_ID: "1",
  QUICKSTART_AWS_ACCESS_KEY_ID: "2",
  QUICKSTART_AWS_SECRET_ACCESS_KEY: "3",
};

test("with the emulator, an empty stack gets the demo world's account, its secret as a secret", () => {
  const values = missingConfig(() => false, {}, true);
  expect(values.map(({ key }) => key)).toEqual(keys);
  expect(values.map(({ secret }) => secret === true)).toEqual([false, false, true]);
  expect(values[0]?.value).toBe("123456789012");
});

test("existing configuration of the stack is kept", () => expect(missingConfig(() => true, {}, true)).toEqual([]));

test("the user's settings take precedence over the stack's", () => {
  expect(missingConfig(() => true, variables, false).map(({ value }) => value)).toEqual(["1", "2", "3"]);
});

test("a real service gets no demo values; the error names what to set", () => {
  const some = { QUICKSTART_AWS_ACCOUNT_ID: "1" };
  expect(() => missingConfig(() => false, some, false)).toThrow(
    "set QUICKSTART_AWS_ACCESS_KEY_ID, QUICKSTART_AWS_SECRET_ACCESS_KEY to",
  );
});

test("a stack keeps the service that it was created with", () => {
  requireSameService(undefined, "https://first");
  requireSameService("https://first", "https://first");
  expect(() => requireSameService("https://first", "the emulator")).toThrow("set CIPHERTRUST_ADDRESS=https://first");
  expect(() => requireSameService("the emulator", "https://first")).toThrow("unset CIPHERTRUST_ADDRESS");
});
