import * as pulumi from "@pulumi/pulumi";
import * as sdk from "../../sdk";
import { run, valueOf } from "./program";

/**
 * The resources of a policy: one schedule per system, one binding per key; and what it rejects
 * before that.
 */

const kms = { kms: "k-1", region: "eu-west-1" };
const requests = async (args: (key: sdk.AwsKey) => Omit<sdk.KeyRotationPolicyArgs, "every"> & { every?: string }) => {
  const found = await run(() => {
    const key = new sdk.AwsKey("orders", kms);
    const policy = new sdk.KeyRotationPolicy("p", { every: "90d", ...args(key) });
    return [key, policy, ...Object.values(policy.schedules), ...policy.bindings];
  });
  const of = (type: string) =>
    found.filter((one) => one.type.endsWith(`:${type}`)).sort((a, b) => a.name.localeCompare(b.name));
  return { schedules: of("RotationSchedule"), bindings: of("KeyRotation") };
};
const reference = (type: string, name = "k") => ({ type: type as sdk.PolicyKey["type"], id: `${name}-id`, name });

test("keys of several systems get a schedule for each, which runs once a day", async () => {
  const { schedules, bindings } = await requests((key) => ({
    keys: [key, reference("SapKey"), reference("DkeEndpoint"), reference("SapKey", "second")],
    at: "14:05",
  }));
  expect(schedules.map(({ name, inputs }) => [name, inputs.cloud, inputs.rotateMaterial])).toEqual([
    ["p-aws", "aws", true],
    ["p-dke", "dke", undefined],
    ["p-sap", "sap", undefined],
  ]);
  for (const { inputs } of schedules) expect(inputs).toMatchObject({ runAt: "5 14 * * *", rotationAfter: "89d" });
  expect(bindings.map(({ name, inputs }) => [name, inputs.key, inputs.schedule, inputs.keySource])).toEqual([
    ["AwsKey-orders", { type: "AwsKey", id: "orders-id" }, "p-aws-id", undefined],
    ["DkeEndpoint-k", { type: "DkeEndpoint", id: "k-id" }, "p-dke-id", undefined],
    ["SapKey-k", { type: "SapKey", id: "k-id" }, "p-sap-id", "native"],
    ["SapKey-second", { type: "SapKey", id: "second-id" }, "p-sap-id", "native"],
  ]);
});

test.each([
  ["1d", undefined],
  ["2d", "1d"],
  ["365d", "364d"],
])("every %s: due are keys of %s", async (every, rotationAfter) => {
  const { schedules } = await requests((key) => ({ every, keys: [key] }));
  expect(schedules[0]!.inputs.rotationAfter).toBe(rotationAfter);
});

test.each([
  ["ciphertrust", "AwsKey", { keySource: "ciphertrust" }],
  ["ciphertrust", "AwsUploadedKey", { keySource: "ciphertrust" }],
  ["ciphertrust", "GoogleKey", { keySource: "ciphertrust" }],
  ["ciphertrust", "EkmEndpoint", {}],
  ["native", "AwsKey", {}],
  ["native", "AwsUploadedKey", { keySource: "native" }],
  [undefined, "AwsUploadedKey", {}],
  [{ keySource: "dsm", domain: "d-1" }, "OciKey", { keySource: "dsm", domain: "d-1" }],
] as const)("source %j for %s", async (source, type, expected) => {
  const { bindings } = await requests(() => ({ keys: [reference(type)], source, adopt: true }));
  const { __provider, __urn, key, schedule, ...inputs } = bindings[0]!.inputs;
  expect(inputs).toEqual({ ...expected, adopt: true });
});

test("a key that cannot rotate is left to the check of its binding, and does not affect the others", async () => {
  const { schedules, bindings } = await requests((key) => ({ keys: [reference("LunaKey"), key] }));
  expect(schedules.map(({ name }) => name)).toEqual(["p-aws"]);
  expect(bindings.map(({ name }) => name)).toEqual(["AwsKey-orders", "LunaKey-k"]);
});

test.each<[string, Partial<sdk.KeyRotationPolicyArgs>, string]>([
  ["a number", { every: 90 as never }, "every: there are no limits: write a text such as"],
  ["a misspelt argument", { att: "05:00" } as never, 'att: unknown argument; did you mean "at"?'],
  ["nothing", { every: undefined }, "every: is required"],
  ["not a list of keys", { keys: undefined }, "keys: is required"],
  ["not a list", { keys: "k-1" as never }, "keys: must be a list of keys"],
  [
    "not a key",
    { keys: [undefined as never] },
    "keys[0]: is not a key: it must be the resource of one, or { type, id }",
  ],
  [
    "a notice of another kind",
    { notify: "mail" as never },
    'notify: must be "warning" or "error", or { as, expiry }, not "mail"',
  ],
  [
    "a misspelt part of a notice",
    { notify: { level: "error" } as never },
    "level: unknown argument; the arguments are as",
  ],
  ["not a number of days", { every: "quarterly" }, "every: the limit quarterly must say its age as whole days"],
  ["hours", { every: "12h" }, "every: the limit 12h must say its age as whole days"],
  ["zero days", { every: "0d" }, "every: the limit 0d must say its age as whole days"],
  [
    "an unknown algorithm",
    { every: "AEZ 90d, 365d" },
    'every: "AEZ 90d" has "AEZ", which is not known; did you mean "AES"?',
  ],
  [
    "a key that meets no limit",
    { every: "RSA 90d", keys: [{ type: "SalesforceKey", id: "k", name: "crm" }] },
    'keys[0]: whether the limit "RSA 90d" is for SalesforceKey crm is open, because the program does not know its algorithm',
  ],
  ["not a time of day", { at: "25:00" }, 'at: must be a time of day in UTC, such as "03:00", not "25:00"'],
  ["a key twice", { keys: [reference("SapKey"), reference("SapKey")] }, "keys[1]: SapKey k is in the list twice; if"],
  [
    "an unknown id without a name",
    { keys: [{ type: "SapKey", id: pulumi.output("x") }] },
    "keys[0]: needs a name, because its id is not known yet",
  ],
])("%s is rejected", async (_name, args, words) => {
  await run(() => {
    const make = () => new sdk.KeyRotationPolicy("p", { every: "90d", keys: [], ...args });
    expect(make).toThrow(words);
    expect(make).toThrow('KeyRotationPolicy "p": ');
    return [];
  });
});

test("an AWS key whose material cannot change is rejected where it is declared, unless new keys are to be created", async () => {
  await run(() => {
    const key = new sdk.AwsKey("signing", { ...kms, customerMasterKeySpec: "RSA_2048", keyUsage: "SIGN_VERIFY" });
    const make = (more: object) => () => new sdk.KeyRotationPolicy("p", { every: "90d", keys: [key], ...more });
    expect(make({})).toThrow(
      /keys\[0\]: AwsKey signing cannot be rotated in place: its spec is RSA_2048.*rotateMaterial: false/,
    );
    expect(make({ rotateMaterial: false })).not.toThrow();
    return [];
  });
});

test("a source that AWS would ignore is rejected where the key is declared", async () => {
  await run(() => {
    const [native, external] = [undefined, "EXTERNAL" as const].map(
      (origin, at) => new sdk.AwsKey(`key-${at}`, { ...kms, origin }),
    ) as [sdk.AwsKey, sdk.AwsKey];
    const make =
      (key: sdk.AwsKey, more: object = {}) =>
      () =>
        new sdk.KeyRotationPolicy(`of-${key.nameInProgram}`, {
          every: "90d",
          keys: [key],
          source: "ciphertrust",
          ...more,
        });
    expect(make(native)).toThrow(
      /AwsKey key-0 cannot be rotated in place: its material is from AWS.*rotateMaterial: false/,
    );
    expect(make(native, { rotateMaterial: false })).not.toThrow();
    expect(make(external)).not.toThrow();
    return [];
  });
});

test("it returns its schedules and bindings, and when they run", async () => {
  let runs: Promise<string[]> | undefined;
  await run(() => {
    const policy = new sdk.KeyRotationPolicy("p", { every: "30d", keys: [reference("SapKey")], at: "00:30" });
    expect([Object.keys(policy.schedules), policy.bindings.length]).toEqual([["sap"], 1]);
    runs = valueOf(policy.schedules.sap!.nextRuns);
    return [];
  });
  expect((await runs)!.map((one) => one.slice(10))).toEqual(Array(3).fill("T00:30:00.000Z"));
});

describe("keys of the service's own vault", () => {
  const policyOf = async (args: Partial<sdk.KeyRotationPolicyArgs>, key: sdk.VaultKeyArgs = {}) => {
    const found = await run(() => {
      const records = new sdk.VaultKey("records", key);
      const policy = new sdk.KeyRotationPolicy("p", { every: "90d", keys: [records], ...args });
      return [records, policy, ...Object.values(policy.schedules), ...policy.bindings];
    });
    const of = (type: string) => found.find((one) => one.type.endsWith(`:${type}`))!;
    return { schedule: of("VaultRotationSchedule"), rotation: of("VaultKeyRotation") };
  };

  test("follow a daily schedule that names them, and are due a day before the limit", async () => {
    const { schedule, rotation } = await policyOf({ at: "04:30", adopt: true });
    expect([schedule.name, rotation.name]).toEqual(["p-vault", "VaultKey-records"]);
    expect(schedule.inputs).toMatchObject({
      runAt: "30 4 * * *",
      query: { names: ["records"], rotationDateReached: true },
      description: "No key older than 90d",
    });
    expect(rotation.inputs).toMatchObject({ key: "records-id", frequencyDays: 89, adopt: true });
  });

  test("are always due with a limit of a day", async () => {
    const { schedule } = await policyOf({ every: "1d" });
    expect(schedule.inputs.query).toEqual({ names: ["records"] });
  });

  test("must not set their own frequency", async () => {
    const made = policyOf({}, { rotationFrequencyDays: 30 });
    await expect(made).rejects.toThrow("keys[0]: VaultKey records has rotationFrequencyDays, which the policy sets");
  });
});

describe("limits of several kinds", () => {
  const limited = async (every: sdk.Limits, keys: (kit: { aws: sdk.AwsKey }) => sdk.KeyRotationPolicyArgs["keys"]) => {
    const found = await run(() => {
      const aws = new sdk.AwsKey("orders", { ...kms, tags: { pci: "yes" } });
      const policy = new sdk.KeyRotationPolicy("p", { every, keys: keys({ aws }) });
      return Object.values(policy.schedules);
    });
    return found
      .filter(({ type }) => type.endsWith("RotationSchedule"))
      .map(({ name, inputs }) => [name, inputs.description, inputs.rotationAfter])
      .sort();
  };

  test("give a schedule for each system and age; the strictest that a key meets counts", async () => {
    const schedules = await limited("AES 365d, RSA 730d, tag pci=yes 90d", ({ aws }) => [
      aws,
      new sdk.AwsKey("plain", kms),
      new sdk.VaultKey("signing", { algorithm: "rsa", size: 3072 }),
    ]);
    expect(schedules).toEqual([
      ["p-aws-365d", "No key older than 365d (AES 365d)", "364d"],
      ["p-aws-90d", "No key older than 90d (tag pci=yes 90d)", "89d"],
      ["p-vault-730d", "No key older than 730d (RSA 730d)", undefined],
    ]);
  });

  test("are refused where the program does not know what a stricter one asks for, unless the key has its own", async () => {
    const late = pulumi.output({ pci: "yes" });
    const keys = () => [new sdk.AwsKey("late", { ...kms, tags: late })];
    await expect(limited("365d, tag pci=yes 90d", keys)).rejects.toThrow(
      'keys[0]: whether the limit "tag pci=yes 90d" is for AwsKey late is open, because the program does not know its tags',
    );
    expect(await limited("365d, tag pci=yes 90d, key late 180d", keys)).toEqual([
      ["p-aws", "No key older than 180d (key late 180d)", "179d"],
    ]);
  });
});
