import { differencesOf } from "../../../cli/pipeline/differences";
import { parseEvents, partsOf, type EngineEvent } from "../../../cli/pipeline/events";
import { reportOf, resourceOf } from "../../../cli/pipeline/report";
import { plan, refresh, secret, step, urn } from "./steps";

const was = { description: "nightly", labels: { team: "platform" }, __provider: "require" };
const now = { description: "by hand", labels: { team: "platform" }, __provider: "require" };

test("a change outside Pulumi that up would revert is drift; the property has both values", () => {
  const report = reportOf([...refresh("backups", was, now), ...plan("update", "backups", now, was)]);
  expect(report).toMatchObject({ project: "keys", stack: "prod", violations: [], errors: [] });
  expect(report.drifted).toMatchObject([
    {
      resource: { type: "VaultKey", name: "backups" },
      isGone: false,
      differences: [{ property: "description", before: '"nightly"', after: '"by hand"' }],
    },
  ]);
  expect(report.planned).toMatchObject([
    { operation: "update", differences: [{ property: "description", before: '"by hand"', after: '"nightly"' }] },
  ]);
});

test("a change of the program is planned, and no drift; neither is a rotation in the meantime", () => {
  const outputs: [object, object] = [{ version: 0 }, { version: 1 }];
  const report = reportOf([
    ...refresh("backups", was, was, outputs as [Record<string, unknown>, Record<string, unknown>]),
    ...plan("update", "backups", was, now),
    ...refresh("rotated", was, was, outputs as [Record<string, unknown>, Record<string, unknown>]),
    ...plan("same", "rotated", was, was),
  ]);
  expect(report.drifted).toEqual([]);
  expect(report.planned.map(({ resource }) => resource.name)).toEqual(["backups"]);
});

test("a change outside Pulumi that the program has since adopted needs no step", () => {
  const report = reportOf([...refresh("backups", was, now), ...plan("same", "backups", now, now)]);
  expect(report).toMatchObject({ drifted: [], planned: [] });
});

test("an output that makes a step necessary is drift, for example a connection that is no longer ready", () => {
  const states: [Record<string, unknown>, Record<string, unknown>] = [{ state: "ready" }, { state: "failed" }];
  const report = reportOf([...refresh("prod", was, was, states), ...plan("update", "prod", was, was)]);
  expect(report.drifted).toMatchObject([
    { differences: [{ property: "state", before: '"ready"', after: '"failed"' }] },
  ]);
});

test("a connection that no longer works is drift too, even if the program also changes it", () => {
  const type = "pulumi-nodejs:dynamic/ciphertrust:AwsConnection";
  const side = (description: string, state: string) => ({
    inputs: { description },
    outputs: { description, state, lastTested: state },
  });
  const found = (from: string, to: string) => [
    { resOutputsEvent: { metadata: step("refresh", "prod", side("a", from), side("a", to), type) } },
    { resourcePreEvent: { metadata: step("update", "prod", side("a", to), side("b", to), type) } },
  ];
  expect(reportOf(found("ready", "failed")).drifted).toMatchObject([
    { differences: [{ property: "state", before: '"ready"', after: '"failed"' }] },
  ]);
  expect(reportOf(found("failed", "ready")).drifted).toEqual([]);
});

test("an object that is gone and would be recreated has drifted; one that was also removed from the program has not", () => {
  const report = reportOf([
    ...refresh("gone", was, null),
    ...plan("create", "gone", null, was),
    ...refresh("given-up", was, null),
  ]);
  expect(report.drifted).toMatchObject([{ resource: { name: "gone" }, isGone: true, differences: [] }]);
});

test("a replacement counts once, and shows what changed", () => {
  const wider = { ...was, size: 256 };
  const report = reportOf([
    ...plan("create-replacement", "backups", was, wider),
    ...plan("replace", "backups", was, wider),
    ...plan("delete-replaced", "backups", was, null),
  ]);
  expect(report.planned).toMatchObject([
    { operation: "replace", differences: [{ property: "size", before: undefined, after: "256" }] },
  ]);
});

test("secrets stay masked, whichever side marks them, at any depth, also if only the definition marks them", () => {
  expect(differencesOf({ token: "a" }, { token: "b" }, ["token"])).toEqual([
    { property: "token", before: "[secret]", after: "[secret]" },
  ]);
  const before = { password: secret, plain: { inner: [secret] }, half: secret };
  const after = { password: "S3cret!", plain: { inner: [secret, 1] }, half: "S3cret!" };
  const report = reportOf([...refresh("user", before, after), ...plan("update", "user", after, before)]);
  expect(JSON.stringify([report.drifted[0]?.differences, report.planned])).not.toContain("S3cret!");
  expect(report.drifted[0]?.differences).toEqual([
    { property: "half", before: "[secret]", after: "[secret]" },
    { property: "password", before: "[secret]", after: "[secret]" },
    { property: "plain.inner", before: '["[secret]"]', after: '["[secret]",1]' },
  ]);
});

test("when only a secret can be the reason for a step, the report says so", () => {
  const user = { username: "ci", password: secret };
  const [planned] = reportOf(plan("update", "ci", user, user)).planned;
  expect(planned).toMatchObject({ differences: [], masked: ["password"] });
});

test("policies by level; the error of a resource rather than the engine's summary of it", () => {
  const violation = { resourceUrn: urn("a"), message: "no\n", policyName: "p", policyPackName: "house" };
  const report = reportOf([
    { policyEvent: { ...violation, enforcementLevel: "mandatory" } },
    { policyEvent: { ...violation, enforcementLevel: "advisory" } },
    { diagnosticEvent: { severity: "error", urn: urn("a"), message: "reading failed\n" } },
    { diagnosticEvent: { severity: "error", message: "preview failed\n" } },
    { diagnosticEvent: { severity: "debug", message: "secretAccessKey,,,wJalr" } },
  ]);
  expect(report.violations.map(({ policy, isMandatory }) => [policy, isMandatory])).toEqual([
    ["house: p", true],
    ["house: p", false],
  ]);
  expect(report.errors).toEqual([{ message: "reading failed", others: 0 }]);
});

test("diagnostics of the stack's own resource concern the stack", () => {
  const of = (resourceUrn: string) =>
    reportOf([
      { policyEvent: { resourceUrn, message: "", policyName: "p", policyPackName: "h", enforcementLevel: "" } },
    ]);
  expect(of(urn("keys-prod", "pulumi:pulumi:Stack")).violations[0]!.resource).toBeUndefined();
  expect(of(urn("a")).violations[0]!.resource).toMatchObject({ name: "a" });
});

test("an up that ended in its preview has started nothing", () => {
  expect(reportOf([{ summaryEvent: { isPreview: true, resourceChanges: {} } }]).isPreview).toBe(true);
  expect(
    reportOf([
      { summaryEvent: { isPreview: true, resourceChanges: {} } },
      { summaryEvent: { isPreview: false, resourceChanges: {} } },
    ]).isPreview,
  ).toBe(false);
});

test("a replacement that deletes first has lost no outputs, although its steps do not know them yet", () => {
  const old = { id: "1", inputs: { size: 128 }, outputs: { size: 128, currentId: "1" } };
  const now = { inputs: { size: 256 }, outputs: {} };
  const metadata = [
    step("delete-replaced", "a", old, null),
    step("replace", "a", old, now),
    step("create-replacement", "a", old, now),
  ];
  expect(reportOf(metadata.map((one) => ({ resourcePreEvent: { metadata: one } }))).planned).toMatchObject([
    { operation: "replace", differences: [{ property: "size", before: "128", after: "256" }] },
  ]);
});

test("the same error of many resources is reported once, whatever the operation", () => {
  const refused = "the service refused the login of user ci (POST /auth/tokens/). Check username and password.";
  const failed = (name: string, message: string) => ({
    diagnosticEvent: { severity: "error", urn: urn(name), message: `${message}\n` },
  });
  const report = reportOf([
    ...["a", "b", "c"].map((name) => failed(name, `Preview failed: reading VaultKey "${name}" failed: ${refused}`)),
    failed("a", `reading VaultKey "a" failed: ${refused}`),
    failed("a", "Preview failed: out of memory"),
    failed("d", 'reading VaultKey "d" failed: the service responded with 500'),
    { diagnosticEvent: { severity: "error", message: "preview failed\n" } },
  ]);
  expect(report.errors).toEqual([
    { message: `Preview failed: reading VaultKey "a" failed: ${refused}`, others: 2 },
    { message: "Preview failed: out of memory", others: 0 },
    { message: 'reading VaultKey "d" failed: the service responded with 500', others: 0 },
  ]);
});

test("what is gone with its container is reported once", () => {
  const lost = 'the service no longer has it, nor AwsKms "k-1", to which it belongs.';
  const events = ["a", "b"].map((name) => ({
    diagnosticEvent: { severity: "error", urn: urn(name), message: `reading AwsKey "${name}" was refused: ${lost}` },
  }));
  const { message } = events[0]!.diagnosticEvent;
  expect(reportOf(events).errors).toEqual([{ message, others: 1 }]);
});

test("warnings of this package's resources and components are reported once; those of others are not", () => {
  const late = '1 of 8 keys is older than 90 days:\n  SapKey "finance": Its material is 95 days old';
  const warning = (of: string | undefined, message: string) => ({
    diagnosticEvent: { severity: "warning", urn: of, message: `<{%reset%}>${message}<{%reset%}>\n` },
  });
  const policy = "urn:pulumi:prod::keys::acme:Team$ciphertrust:index:KeyRotationPolicy::production";
  const report = reportOf([
    warning(policy, late),
    warning(policy, late),
    warning(urn("backups"), "it is old"),
    warning("urn:pulumi:prod::keys::aws:s3/bucket:Bucket::logs", "deprecated"),
    warning(undefined, "a new version of Pulumi is available"),
  ]);
  expect(report).toMatchObject({ warnings: [late, "it is old"], errors: [] });
});

test("the engine's color codes are removed", () => {
  const message = "<{%reset%}>reading <{%fg 1%}>failed<{%reset%}> \u001b[31mnow\u001b[0m\n";
  const report = reportOf([
    { diagnosticEvent: { severity: "error", message } },
    { policyEvent: { message, policyName: "p", policyPackName: "house", enforcementLevel: "advisory" } },
  ]);
  const messages = [...report.errors, ...report.violations].map((one) => one.message);
  expect(messages).toEqual(["reading failed now", "reading failed now"]);
});

test("a provider that the program declares is part of the plan; the default provider and the stack are not", () => {
  const provider = "pulumi:providers:pulumi-nodejs";
  const before = { inputs: { "ciphertrust:maxRetries": "5", "ciphertrust:password": secret } };
  const after = { inputs: { ...before.inputs, "ciphertrust:maxRetries": "6" } };
  const steps = [
    step("update", "mine", before, after, provider),
    step("update", "default", before, after, provider),
    step("update", "prod", { inputs: {} }, { inputs: {} }, "pulumi:pulumi:Stack"),
  ];
  const { planned, drifted } = reportOf(steps.map((metadata) => ({ resourcePreEvent: { metadata } })));
  expect(planned).toMatchObject([
    {
      resource: { type: provider, name: "mine" },
      operation: "update",
      differences: [{ property: "ciphertrust:maxRetries", before: '"5"', after: '"6"' }],
    },
  ]);
  expect(drifted).toEqual([]);
});

test("of thousands of unchanged resources nothing is kept, and the report is the same", () => {
  const names = ["a", "b", "c"];
  const quiet = names.flatMap((name) => refresh(name, was, was));
  const changed = [...refresh("drifted", was, now), ...plan("update", "drifted", now, was)];
  const same = names.flatMap((name) => plan("same", name, was, was));
  const all: EngineEvent[] = [
    ...quiet,
    ...changed,
    ...same,
    { summaryEvent: { isPreview: true, resourceChanges: {} } },
  ];
  const kept = parseEvents(all.map((one) => JSON.stringify(one)));
  expect(reportOf(kept)).toEqual(reportOf(all));
  // The first step names project and stack; then what was found, the step that corrects it, and the end.
  expect(kept).toEqual([all[0], ...changed.slice(1), all.at(-1)]);
});

test("a truncated log is read as far as it goes", () => {
  const [read, ...cut] = parseEvents(['{"diagnosticEvent":{"message":"a","severity":"error"}}', '{"summ']);
  expect(read).toHaveProperty("diagnosticEvent");
  expect(cut).toEqual([{ isUnread: true }]);
  expect(reportOf(parseEvents([]))).toMatchObject({ drifted: [], planned: [], errors: [], stack: undefined });
});

test("a name may contain colons, and a type its parents", () => {
  expect(partsOf("urn:pulumi:s::p::pkg:C$pulumi-nodejs:dynamic/ciphertrust:User::a::b")).toEqual({
    stack: "s",
    project: "p",
    type: "pulumi-nodejs:dynamic/ciphertrust:User",
    name: "a::b",
  });
});

test.each([
  ["pulumi-nodejs:dynamic/ciphertrust:User", "User"],
  ["ciphertrust:identity:User", "User"],
  ["ciphertrust:index:RestClient", "ciphertrust:index:RestClient"],
  ["aws:kms/key:Key", "aws:kms/key:Key"],
])("%s is called %s", (type, expected) => {
  const { type: called, definition } = resourceOf(urn("ann", type));
  expect(called).toBe(expected);
  expect(definition?.type).toBe(expected === "User" ? "User" : undefined);
});
