import { RunError } from "@pulumi/pulumi";

/** The policy pack when its own, optional, dependency is not installed. */

jest.doMock("@pulumi/policy", () => {
  throw Object.assign(new Error("Cannot find module '@pulumi/policy'\nRequire stack: ..."), {
    code: "MODULE_NOT_FOUND",
  });
});

test("the pack says what to install, as an error that Pulumi prints without a stack trace", () => {
  let error: unknown;
  jest.isolateModules(() => {
    try {
      jest.requireActual("../../policy/pack");
    } catch (thrown) {
      error = thrown;
    }
  });
  expect(RunError.isInstance(error)).toBe(true);
  expect((error as Error).message).toContain("Run: npm install @pulumi/policy");
});

test("the rules load without it", () => {
  expect(jest.requireActual<{ policies: unknown[] }>("../../policy").policies).not.toEqual([]);
});
