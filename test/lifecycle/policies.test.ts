import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { make, startRig, type Rig } from "./rig";
import { makeAccount } from "./fixtures/aws";

/** Key policies, written in one way and held by AWS in another; values after public reports. */

let rig: Rig;
let kms: string;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  kms = await makeAccount(rig);
});
afterAll(() => rig.close());

const [own, first, second, third] = ["123456789012", "111122223333", "444455556666", "777788889999"];
const root = (id: string) => `arn:aws:iam::${id}:root`;
const [all, use] = ["kms:*", ["kms:Encrypt", "kms:Decrypt"]];
const statements = [
  { Sid: "Root", Effect: "Allow", Principal: { AWS: [root(own)] }, Action: all, Resource: "*" },
  { Sid: "Use", Effect: "Allow", Principal: { AWS: [root(first), root(second)] }, Action: use, Resource: "*" },
  { Sid: "Acct", Effect: "Allow", Principal: { AWS: third }, Action: ["kms:DescribeKey"], Resource: ["*"] },
];
const policyOf = (Statement: unknown, more: Bag = {}): Bag => ({
  Version: "2012-10-17",
  Id: "key-consolepolicy-2",
  Statement,
  ...more,
});
const policy = policyOf(statements);
/** What AWS makes of it. */
const held = policyOf([
  { Sid: "Root", Effect: "Allow", Principal: { AWS: root(own) }, Action: all, Resource: "*" },
  { Sid: "Use", Effect: "Allow", Principal: { AWS: [root(second), root(first)] }, Action: use, Resource: "*" },
  { Sid: "Acct", Effect: "Allow", Principal: { AWS: root(third) }, Action: "kms:DescribeKey", Resource: "*" },
]);

const types = ["AwsKey", "AwsPolicyTemplate"];

test.each(types)("an %s with a policy has not drifted, in whatever form it comes back", async (type) => {
  const given = type === "AwsKey" ? { region: "eu-west-1", alias: ["orders"] } : { name: "orders" };
  const made = await make(rig, type, { kms, policy, ...given });
  const lifecycle = rig.lifecycle(type);
  const { state } = (await lifecycle.read(made.id, made.state))!;
  expect(lifecycle.diff(state, made.inputs).changed).toEqual([]);
  expect(lifecycle.diff({ ...state, policy: held }, made.inputs).changed).toEqual([]);
  expect(lifecycle.diff({ ...state, policy: JSON.stringify(held) }, made.inputs).changed).toEqual([]);
});

test("a key that has its policy in AWS's form is taken over as it is", async () => {
  const inputs = { kms, region: "eu-west-1", alias: ["taken"], policy };
  const { id } = await make(rig, "AwsKey", inputs);
  const taken = await make(rig, "AwsKey", { ...inputs, adopt: id });
  expect(rig.lifecycle("AwsKey").diff(taken.state, taken.inputs).changed).toEqual([]);
});

const changed = (one: unknown, other: unknown) =>
  rig.lifecycle("AwsKey").diff({ kms, region: "eu-west-1", policy: one }, { kms, region: "eu-west-1", policy: other })
    .changed;

const [statement] = statements;
const condition = (values: unknown) => ({ StringEquals: { "aws:PrincipalOrgID": values } });

test.each<[string, unknown, unknown]>([
  ["the order of statements", statements, [...statements].reverse()],
  ["one statement without its list", [statement], statement],
  ["the order of actions", [{ ...statement, Action: use }], [{ ...statement, Action: [...use].reverse() }]],
  ["a list of one in NotAction", [{ NotAction: ["kms:Decrypt"] }], [{ NotAction: "kms:Decrypt" }]],
  ["a list of one in NotResource", [{ NotResource: ["*"] }], [{ NotResource: "*" }]],
  ["everybody", [{ Principal: "*" }], [{ Principal: { AWS: ["*"] } }]],
  [
    "the root of an account in China",
    [{ Principal: { AWS: own } }],
    [{ Principal: { AWS: `arn:aws-cn:iam::${own}:root` } }],
  ],
  ["NotPrincipal", [{ NotPrincipal: { AWS: [own, first] } }], [{ NotPrincipal: { AWS: [root(first), root(own)] } }]],
  ["services", [{ Principal: { Service: ["a.amazonaws.com"] } }], [{ Principal: { Service: "a.amazonaws.com" } }]],
  ["values of conditions", [{ Condition: condition(["o-1", "o-2"]) }], [{ Condition: condition(["o-2", "o-1"]) }]],
  ["a condition of one value", [{ Condition: condition(["o-1"]) }], [{ Condition: condition("o-1") }]],
  ["a truth value", [{ Condition: { Bool: { "kms:x": true } } }], [{ Condition: { Bool: { "kms:x": "true" } } }]],
])("%s makes no difference", (_name, one, other) => {
  expect(changed(policyOf(one), policyOf(other))).toEqual([]);
});

test.each<[string, Bag, Bag]>([
  ["another Sid", policyOf([statement]), policyOf([{ ...statement, Sid: "Other" }])],
  ["another Effect", policyOf([statement]), policyOf([{ ...statement, Effect: "Deny" }])],
  ["another Version", policyOf([statement]), policyOf([statement], { Version: "2008-10-17" })],
  ["an added principal", policyOf([statement]), policyOf([{ ...statement, Principal: { AWS: [own, first] } }])],
  [
    "a user in place of the root",
    policyOf([statement]),
    policyOf([{ ...statement, Principal: { AWS: `arn:aws:iam::${own}:user/a` } }]),
  ],
  [
    "an account among services",
    policyOf([{ Principal: { Service: own } }]),
    policyOf([{ Principal: { Service: root(own) } }]),
  ],
  [
    "another operator",
    policyOf([{ Condition: condition("o") }]),
    policyOf([{ Condition: { StringLike: { "aws:PrincipalOrgID": "o" } } }]),
  ],
  ["a missing statement", policy, policyOf(statements.slice(1))],
])("%s is a change", (_name, one, other) => {
  expect(changed(one, other)).toEqual(["policy"]);
});

const text = JSON.stringify(policy);
test.each([
  ["a policy encoded twice", JSON.stringify(text), "encoded twice"],
  ["null", "null", "not null"],
  ["an empty list", "[]", "not a list"],
  ["a number", "5", "not a number"],
  [
    "keys in lower case",
    { version: "2012-10-17", statement: [] },
    'must spell its keys as AWS does: "Statement", not "statement"',
  ],
  ["an empty object", {}, "must have a Statement"],
  ["a statement that is a word", { Statement: "Allow" }, "must have a Statement"],
])("%s is refused by the preview", (_name, given, reason) => {
  for (const type of types) {
    const { failures } = rig.lifecycle(type).check({}, { kms, region: "eu-west-1", name: "t", policy: given });
    const own = failures.filter(({ property }) => property === "policy");
    expect(own).toEqual([{ property: "policy", reason: expect.stringContaining(reason) as string }]);
  }
});

test("a byte order mark before a policy is skipped", async () => {
  const made = await make(rig, "AwsKey", { kms, region: "eu-west-1", alias: ["bom"], policy: `\uFEFF${text}` });
  expect(rig.lifecycle("AwsKey").diff(made.state, made.inputs).changed).toEqual([]);
});
