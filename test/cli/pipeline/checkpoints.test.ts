import { readFileSync } from "node:fs";
import { join } from "node:path";
import { refusalOf } from "../../../cli/pipeline/checkpoints";
import type { EngineEvent } from "../../../cli/pipeline/events";
import { registry } from "../../../provider/resources";
import { marked } from "../../crash/marked";
import { secret, step } from "./steps";

/** What a run without checkpoints may do. */

type Bag = Record<string, unknown>;
const ours = (type: string) => `pulumi-nodejs:dynamic/ciphertrust:${type}`;
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const end: EngineEvent = { summaryEvent: { isPreview: true, resourceChanges: {} } };

function taking(op: string, type: string, inputs: Bag = {}, custom = true): EngineEvent {
  const side = { custom, inputs };
  const metadata = step(op, "one", op === "create" ? null : side, op === "delete" ? null : side, type);
  return { resourcePreEvent: { metadata } };
}

const refusal = (...events: EngineEvent[]) => refusalOf([...events, end]);

const some = (tags: number) => Object.fromEntries(Array.from({ length: tags }, (_, index) => [`t${index}`, "x"]));

test.each<[string, EngineEvent]>([
  ["a new object with a map for a mark", taking("create", ours("VaultKey"))],
  ["one whose arguments are not known yet", taking("create", ours("VaultKey"), { aliases: unknown, name: secret })],
  ["an update of it", taking("update", ours("VaultKey"))],
  ["an endpoint", taking("create", ours("DkeEndpoint"), { rotationTriggers: { year: 1 } })],
  ["a key in AWS without an alias", taking("create", ours("AwsKey"), { kms: unknown, tags: { a: "1" } })],
  ["a key in AWS with an alias", taking("create", ours("AwsKey"), { alias: ["a"], tags: some(49) })],
  ["a key in AWS whose alias is not known yet", taking("create", ours("AwsKey"), { alias: unknown })],
  ["a key in OCI with few tags", taking("create", ours("OciKey"), { freeformTags: { a: "1" } })],
  ["what is adopted", taking("create", ours("VaultKey"), { adopt: "4e1d" })],
  ["what stays as it is", taking("same", ours("AwsKms"))],
  ["what is only read", taking("read", "aws:ec2/vpc:Vpc")],
  ["what is refreshed", taking("refresh", "random:index/randomPassword:RandomPassword")],
  ["a component", taking("create", "shop:index:Shop", {}, false)],
  ["the stack", taking("create", "pulumi:pulumi:Stack", {}, false)],
  ["a provider instance", taking("create", "pulumi:providers:pulumi-nodejs")],
])("%s is deployed", (_name, event) => expect(refusal(event)).toBeUndefined());

const unmarked = "it cannot carry an ownership mark";
const deleted = "it would be deleted or replaced";
const elsewhere = "it belongs to another provider, which leaves no mark";

test.each<[string, EngineEvent, string]>([
  ["a container", taking("create", ours("AwsKms")), `AwsKms "one": ${unmarked}`],
  ["an update of one", taking("update", ours("AwsKms")), `AwsKms "one": ${unmarked}`],
  ["a key in AWS with many tags", taking("create", ours("AwsKey"), { tags: some(50) }), unmarked],
  ["a key in AWS whose tags are not known yet", taking("create", ours("AwsKey"), { tags: unknown }), unmarked],
  ["a key that AWS does not know yet", taking("create", ours("AwsXksKey"), { linkedState: false }), unmarked],
  ["a key in OCI with many tags", taking("create", ours("OciKey"), { freeformTags: some(10) }), unmarked],
  ["a key in OCI whose tags are not known yet", taking("create", ours("OciKey"), { freeformTags: unknown }), unmarked],
  ["a second key of a name", taking("create", ours("OciKey"), { adopt: false }), "with `adopt: false` the next run"],
  ["a token", taking("create", ours("RegistrationToken")), "its token is returned only once"],
  ["a rotation", taking("update", ours("DkeEndpoint")), "a change of rotationTriggers would be made twice"],
  ["a deletion", taking("delete", ours("VaultKey")), deleted],
  ["a replacement", taking("create-replacement", ours("VaultKey")), deleted],
  [
    "a key of the plugin",
    taking("create", "ciphertrust:vault:VaultKey"),
    'VaultKey "one": it is a resource of the plugin',
  ],
  [
    "an import",
    taking("import", ours("VaultKey")),
    'VaultKey "one": it would be imported: give it the argument `adopt`',
  ],
  [
    "another provider's import",
    taking("import", "aws:ec2/vpc:Vpc"),
    "it would be imported: run `pulumi import` for it",
  ],
  ["another provider's", taking("create", "random:index/randomPassword:RandomPassword"), elsewhere],
  ["an update of another provider's", taking("update", "aws:ec2/vpc:Vpc"), elsewhere],
])("%s is refused, with the reason", (_name, event, reason) => expect(refusal(event)).toContain(reason));

test("each resource is named once, up to ten, with what to do", () => {
  const replaced = ["create-replacement", "replace", "delete-replaced"].map((op) => taking(op, ours("VaultKey")));
  expect(refusal(...replaced)).toBe(
    "up --skip-checkpoints was refused, and nothing was changed: if the run were interrupted, the next one could not " +
      `find, or could not repeat, what it had done with\n  - VaultKey "one": ${deleted}\n` +
      "Deploy these without --skip-checkpoints first, then the others with it.",
  );
  const many = Array.from({ length: 12 }, (_, index) => {
    const metadata = step("create", `key-${index}`, null, { custom: true, inputs: {} }, ours("AwsKms"));
    return { resourcePreEvent: { metadata } };
  });
  expect(refusal(...many)).toMatch(/"key-9": [^\n]*\n {2}- and 2 more\n/);
});

test("a log that was cut off, or has another form, shows nothing for certain", () => {
  for (const events of [[taking("create", ours("VaultKey"))], [{ summaryEvent: { resourceChanges: { create: 1 } } }]])
    expect(refusalOf(events)).toContain("event log is incomplete");
});

const deployed = registry.filter(({ type }) => refusal(taking("create", ours(type))) === undefined);
const types = deployed.map(({ type }) => type).sort();

test("the crash suite kills runs that create each type that may be deployed", () => {
  const created = Object.values(marked).flatMap((slots) => Object.values(slots).filter(({ isBefore }) => !isBefore));
  expect([...new Set(created.map(({ type }) => type))].sort()).toEqual(types);
});

test("docs/safety-cases.md names these types", () => {
  const page = readFileSync(join(__dirname, "../../../docs/safety-cases.md"), "utf8");
  const [, listed = ""] = /^These types carry a mark with names: ([^.]*)\./m.exec(page) ?? [];
  expect([...listed.matchAll(/`(\w+)`/g)].map(([, type]) => type).sort()).toEqual(types);
});
