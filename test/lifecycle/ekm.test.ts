import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { client, ekm } from "./fixtures/ekm";
import { make, startRig, type Rig } from "./rig";

/** What the lifecycle rows do not cover of EKM. */

let rig: Rig;
let args: Bag;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(async () => {
  await rig.renew();
  args = await ekm.EkmEndpoint!.args(rig);
});

const lifecycle = () => rig.lifecycle("EkmEndpoint");
const update = async (id: string, olds: Bag, wanted: Bag) =>
  (await lifecycle().update(id, olds, lifecycle().check(olds, wanted).inputs)).state;

test("an endpoint is rotated when its triggers change, but not by the first ones", async () => {
  const made = await make(rig, "EkmEndpoint", args);
  expect(made.state).toMatchObject({ kekVersion: 0, kekName: expect.stringMatching(/^ks-/) });
  const first = await update(made.id, made.state, { ...args, rotationTriggers: { quarter: 1 } });
  expect(first).toMatchObject({ kekVersion: 0 });
  const second = await update(made.id, first, { ...args, rotationTriggers: { quarter: 2 } });
  expect(second).toMatchObject({ kekVersion: 1, rotationTriggers: { quarter: 2 } });
  expect(await update(made.id, second, args)).toMatchObject({ kekVersion: 1 });
});

test("a schedule rotates an endpoint, and that is not drift", async () => {
  const made = await make(rig, "EkmEndpoint", args);
  const schedule = await make(rig, "RotationSchedule", { name: "daily", cloud: "ekm", runAt: "0 3 * * *" });
  const key = { type: "EkmEndpoint", id: made.id };
  const binding = await make(rig, "KeyRotation", { key, schedule: schedule.id });
  await rig.advance(2 * 86_400);
  const seen = await lifecycle().read(made.id, made.state);
  expect(seen!.state).toMatchObject({ kekVersion: 2 });
  expect(lifecycle().diff(seen!.state, made.inputs)).toMatchObject({ changes: false });
  expect((await rig.lifecycle("KeyRotation").read(binding.id, binding.state))!.state).toEqual(binding.state);
  await rig.lifecycle("KeyRotation").delete(binding.id, binding.state);
  expect((await rig.lifecycle("KeyRotation").read(binding.id, binding.state))!.state.schedule).toBeUndefined();
  await rig.advance(86_400);
  expect((await lifecycle().read(made.id, made.state))!.state).toMatchObject({ kekVersion: 2 });
});

test("a policy may be Rego, and can change from one form to the other", async () => {
  const rego = { rawPolicyEnabled: true, policy: { rego: "package ekm\ndefault allow = false\n" } };
  const made = await make(rig, "EkmEndpoint", { ...args, ...rego });
  expect(made.state).toMatchObject(rego);
  expect(await update(made.id, made.state, args)).toMatchObject({ rawPolicyEnabled: false, policy: args.policy });
});

test("a vault key becomes the key of an endpoint", async () => {
  const { id } = await rig.api.post("/vault/keys2/", { name: "held" });
  const made = await make(rig, "EkmEndpoint", { ...args, existingKeyId: id });
  expect(made.state).toMatchObject({ kekId: id, kekName: "held" });
});

test.each([
  ["retain", { enabled: true }],
  ["disable", { enabled: false }],
  ["delete", undefined],
])(
  "destroying it with onDestroy %s does what the preview says, and the vault keeps its key",
  async (onDestroy, then) => {
    const made = await make(rig, "EkmEndpoint", { ...args, onDestroy });
    await lifecycle().delete(made.id, made.state);
    const left = await lifecycle().read(made.id, made.state);
    if (then) expect(left!.state).toMatchObject(then);
    else expect(left).toBeUndefined();
    expect(await rig.api.count("/vault/keys2/", { name: made.state.kekName as string })).toBe(1);
  },
);

const basic = { clients: [client] };

test.each([
  ["no policy", { policy: {} }, ["policy.basic"]],
  ["both policies", { policy: { basic, rego: "x" } }, ["policy.rego"]],
  ["raw without Rego", { rawPolicyEnabled: true }, ["policy.rego", "policy.basic"]],
  ["no client", { policy: { basic: { clients: [] } } }, ["policy.basic.clients"]],
  [
    "required justifications without reasons",
    { policy: { basic: { ...basic, justificationRequired: true } } },
    ["policy.basic.justificationReason"],
  ],
  ["an asymmetric key without algorithm", { keyType: "asymmetric" }, ["algorithm"]],
  ["a symmetric key that signs", { algorithm: "EC_SIGN_P256_SHA256" }, ["algorithm"]],
  ["confidential machines on a plain endpoint", { cvmRequiredForEncrypt: true }, ["cvmRequiredForEncrypt"]],
  ["a URI instead of a host name", { keyURIHostname: "https://keys.example.com" }, ["keyURIHostname"]],
])("%s is rejected by the check", (_name, change, properties) => {
  const { failures } = lifecycle().check({}, { ...args, ...change });
  expect(failures.map(({ property }) => property)).toEqual(properties);
});

test("a reason that only Google knows passes the check of a new endpoint, with a warning", async () => {
  const policy = { basic: { ...basic, justificationReason: ["CUSTOMER_INITIATED_ACCES"] } };
  expect(await lifecycle().declare({}, { ...args, policy })).toMatchObject({ failures: [] });
  expect(rig.log).toContainEqual(
    expect.stringMatching(
      /know the value "CUSTOMER_INITIATED_ACCES" of policy\.basic\.justificationReason; did you mean "CUSTOMER_INITIATED_ACCESS"\?/,
    ),
  );
});
