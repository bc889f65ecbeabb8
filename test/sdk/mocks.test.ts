import * as pulumi from "@pulumi/pulumi";
import * as sdk from "../../sdk";
import { valueOf } from "./program";

/** In a user's unit test, functions call the mocks; there is no service, and no address of one. */

type MockCall = pulumi.runtime.MockCallArgs;
type Function = (...args: unknown[]) => pulumi.Output<unknown>;

let asked: MockCall[] = [];
const environment = { ...process.env };

beforeEach(() => {
  asked = [];
  for (const name of Object.keys(process.env)) if (name.startsWith("CIPHERTRUST_")) delete process.env[name];
});
afterEach(() => void Object.assign(process.env, environment));

/** Mocks that record their calls, and return the result of `respond`. */
function mockCalls(respond: (call: MockCall) => unknown, preview = false): Promise<void> {
  const call = (args: MockCall) => {
    asked.push(args);
    return respond(args) as Record<string, unknown>;
  };
  const newResource = ({ name, id, inputs }: pulumi.runtime.MockResourceArgs) => ({
    id: id || `${name}-id`,
    state: inputs as object,
  });
  return pulumi.runtime.setMocks({ call, newResource }, "project", "stack", preview);
}

/** The error of an output; every promise that it consists of fails with the same. */
async function failureOf(output: pulumi.Output<unknown>): Promise<string> {
  const parts = output as unknown as Record<"promise" | "allResources", () => Promise<unknown>> &
    Record<"isKnown" | "isSecret", Promise<unknown>>;
  const value = parts.promise();
  await Promise.allSettled([value, parts.allResources(), parts.isKnown, parts.isSecret]);
  return value.then(String, (error: Error) => error.message);
}

const functions = Object.entries(sdk).filter(([name]) => /^get[A-Z]/.test(name)) as unknown as [string, Function][];
const classes = Object.entries(sdk).filter(([, value]) => "list" in value) as unknown as [string, { list: Function }][];

test("there are functions to test", () => {
  expect(functions.length).toBeGreaterThan(20);
  expect(classes.length).toBeGreaterThan(50);
});

test.each(functions)("%s calls the mocks by its name, and returns their response", async (name, look) => {
  const response = { told: name };
  await mockCalls(() => response);
  expect(await valueOf(name === "getLunaClient" ? look() : look({}))).toEqual(response);
  expect(asked).toEqual([{ token: `ciphertrust:index:${name}`, inputs: expect.any(Object), provider: "" }]);
});

test.each(classes)("%s.list calls the mocks by its name, and returns their list", async (name, { list }) => {
  const response = [{ id: "one" }, { id: "two" }];
  await mockCalls(() => response);
  expect(await valueOf(list({}))).toEqual(response);
  expect(asked).toEqual([{ token: `ciphertrust:index:${name}/list`, inputs: expect.any(Object), provider: "" }]);
});

test("a rotation policy asks the mocks for a vault key of which it knows only the id", async () => {
  await mockCalls(({ token, inputs }) =>
    token === "ciphertrust:index:VaultKey/get" ? { name: `named-${String((inputs as { id: string }).id)}` } : {},
  );
  const policy = new sdk.KeyRotationPolicy("old", { every: "90d", keys: [{ type: "VaultKey", id: "v-1" }] });
  expect(await valueOf(policy.schedules.vault!.query)).toMatchObject({ names: ["named-v-1"] });
});

test("an empty list stays a list", async () => {
  await mockCalls(() => []);
  expect(await valueOf(sdk.AwsKey.list())).toEqual([]);
});

test("mocks receive resolved arguments, and none that were left out", async () => {
  await mockCalls(() => ({}));
  const account = new sdk.AwsKms("prod", { connection: "aws", accountId: "123456789012", regions: ["eu-west-1"] });
  await valueOf(sdk.AwsKey.list({ kms: account.id, region: undefined as never }));
  await valueOf(sdk.getRotationStatus({ containers: [account], maximumAgeDays: pulumi.output(90) }));
  expect(asked.map(({ inputs }) => inputs as object)).toEqual([
    { kms: "prod-id" },
    { containers: [{ type: "AwsKms", id: "prod-id" }], maximumAgeDays: 90 },
  ]);
});

test("mocks receive the provider, as with Pulumi's own functions", async () => {
  await mockCalls(() => ({}));
  const provider = new sdk.Provider("tenant", { address: "https://cm.example.com" });
  await valueOf(sdk.getAwsRegions({ connection: "aws" }, { provider }));
  await pulumi.runtime.invoke("random:index:any", {}, { provider });
  expect(asked[0]!.provider).toMatch(/::tenant::tenant-id$/);
  expect(asked[0]!.provider).toBe(asked[1]!.provider);
});

test("the error of a mock is the function's, unchanged", async () => {
  await mockCalls(() => {
    throw new Error("no account is open");
  });
  expect(await failureOf(sdk.getAwsAccount({ connection: "aws" }))).toBe("no account is open");
});

test("a response that depends on a secret is secret, and so is one that contains a secret", async () => {
  await mockCalls(({ inputs }) => ({ connection: (inputs as { connection: string }).connection }));
  const secret = (output: pulumi.Output<unknown>) => pulumi.isSecret(output);
  expect(await secret(sdk.getAwsAccount({ connection: pulumi.secret("aws") }))).toBe(true);
  expect(await secret(sdk.getAwsAccount({ connection: "aws" }))).toBe(false);
  await mockCalls(() => ({ csv: pulumi.secret("key,age") }));
  expect(await secret(sdk.getReport({ cloud: "aws", id: "1" }))).toBe(true);
});

test("no mock is called for a value that a preview does not know yet", async () => {
  await mockCalls(() => ({}), true);
  const unknown = pulumi.output(pulumi.unknown as string);
  const found = sdk.getAwsAccount({ connection: unknown });
  expect(await (found as unknown as { isKnown: Promise<boolean> }).isKnown).toBe(false);
  expect(asked).toEqual([]);
});

test("a misspelt filter is rejected with mocks, too", async () => {
  await mockCalls(() => []);
  expect(() => sdk.AwsKey.list({ kmss: "1" })).toThrow("AwsKey cannot be filtered by kmss");
});

describe("the notice of a rotation policy", () => {
  const policy = (as: "warning" | "error") =>
    new sdk.KeyRotationPolicy("quarterly", { every: "90d", keys: [{ type: "AwsKey", id: "orders" }], notify: as });
  /** All registrations, and everything that they started, are complete. */
  const settled = async (work: () => sdk.KeyRotationPolicy) => {
    const { bindings } = work();
    await Promise.all(bindings.map(({ id }) => valueOf(id)));
    await new Promise(setImmediate);
  };

  test("asks the mocks for the status of the keys, and reports nothing if no key is overdue", async () => {
    const warn = jest.spyOn(pulumi.log, "warn").mockResolvedValue();
    await mockCalls(() => ({}));
    await settled(() => policy("warning"));
    expect(asked).toEqual([
      {
        token: "ciphertrust:index:getRotationStatus",
        inputs: { keys: [{ type: "AwsKey", id: "orders" }], maximumAgeDays: 90 },
        provider: "",
      },
    ]);
    expect(warn).not.toHaveBeenCalled();
  });

  test("reports keys that are older than the policy allows, not those that are only late by their schedule", async () => {
    const warn = jest.spyOn(pulumi.log, "warn").mockResolvedValue();
    const late = { type: "AwsKey", name: "orders", state: "overdue", reason: "rotated 100 days ago" };
    const lateBySchedule = { ...late, name: "bills", ageDays: 40, reason: "it should be rotated within 30 days" };
    await mockCalls(() => ({ keys: [late, { ...lateBySchedule }] }));
    await settled(() => policy("warning"));
    expect(warn.mock.calls.map(([text]) => text)).toEqual([
      '1 of 2 keys is older than 90 days:\n  AwsKey "orders": rotated 100 days ago',
    ]);
  });
});

test("mocks that Pulumi keeps elsewhere are not found: a function then looks for a service, and says which setting is missing", async () => {
  await mockCalls(() => ({}));
  const monitor = pulumi.runtime.getMonitor() as unknown as { mocks?: unknown; given?: unknown };
  monitor.given = monitor.mocks;
  delete monitor.mocks;
  expect(await failureOf(sdk.getAwsRegions({ account: "a" } as never))).toContain(
    "ciphertrust:address (CIPHERTRUST_ADDRESS) is missing",
  );
  expect(asked).toEqual([]);
});
