import { isComplete, parseEvents } from "../../../cli/pipeline/events";
import { reportOf } from "../../../cli/pipeline/report";
import { logOf, plan, refresh, step } from "./steps";

/** The engine's event log, changed in one place after the other: nothing of it counts as empty. */

const isRead = (text: string) => isComplete(parseEvents(text.split("\n")));
const provider = "pulumi:providers:random";
const instance = { id: "1", custom: true, inputs: {}, outputs: {} };
const log = logOf([
  ...refresh("b", { size: 1 }, { size: 1 }),
  { resourcePreEvent: { metadata: step("same", "default", instance, instance, provider) } },
  ...plan("delete", "a", { onDestroy: "destroy" }, null),
  ...plan("create", "b", null, { adopt: false }),
  { diagnosticEvent: { message: "a warning", severity: "warning" } },
  { policyEvent: { message: "no", policyName: "p", policyPackName: "house", enforcementLevel: "mandatory" } },
]);

test("a log as the engine writes it is complete", () => {
  expect(isRead(log)).toBe(true);
  expect(reportOf(parseEvents(log.split("\n"))).keyEnds).toMatchObject([{ name: "a" }]);
  expect(isRead(logOf([]))).toBe(true);
});

test.each([
  ...["resourcePreEvent", "metadata", "op", "urn", "type", "old", "new", "id", "custom", "inputs", "outputs"],
  ...["message", "severity", "policyName", "policyPackName", "enforcementLevel", "summaryEvent"],
])("one whose %s has another name is not, and is still reported", (field) => {
  const changed = log.replaceAll(`"${field}":`, '"renamed":');
  expect(changed).not.toBe(log);
  expect(isRead(changed)).toBe(false);
  expect(reportOf(parseEvents(changed.split("\n"))).isComplete).toBe(false);
});

const type = "pulumi-nodejs:dynamic/ciphertrust:VaultKey";

test.each<[string, RegExp, string]>([
  ["another word for a step", /"delete"/g, '"destroy"'],
  ["another word for the steps that change nothing", /"op":"same"/, '"op":"kept"'],
  ["a deletion without the object", /"old":\{[^\n]*?\},"new":null/g, '"old":null,"new":null'],
  ["another form of URNs", /urn:pulumi:prod::keys::/g, "urn:pulumi:prod/keys/"],
  ["other types in URNs", new RegExp(`::${type}::`, "g"), "::VaultKey::"],
  ["other types of dynamic resources", new RegExp(type, "g"), type.replace("dynamic", "dynamic/v2")],
  ["a type that this version does not have", /:VaultKey/g, ":LaterKey"],
  ["a type of the plugin that it does not have", new RegExp(type, "g"), "ciphertrust:vault:LaterKey"],
  ["fewer steps than are counted", /"delete":1/, '"delete":2'],
  ["other steps than are counted", /"op":"delete"/g, '"op":"update"'],
  ["counts in another form", /"resourceChanges":\{/, '"resourceChanges":{"total":{},'],
  ["no end", /\n[^\n]*$/, ""],
  ["a line that was cut off", /,"provider":"/, ""],
])("one with %s is not complete", (_name, from, to) => {
  const changed = log.replace(from, to);
  expect(changed).not.toBe(log);
  expect(isRead(changed)).toBe(false);
});

test("counts are needed where there is no step, and where a step is missing", () => {
  expect(isRead('{"summaryEvent":{"isPreview":true}}')).toBe(false);
  expect(isRead(log.split("\n").toSpliced(3, 1).join("\n"))).toBe(false);
});

test("a step that was begun and failed is not counted; components and types of others are none of ours", () => {
  const failed = logOf(plan("update", "a", {}, {})).replace('"update":1', "");
  expect(failed).toContain('"resourceChanges":{}');
  expect(isRead(failed)).toBe(true);
  const component = { id: "", inputs: {}, outputs: {} };
  const others = ["ciphertrust:index:RestClient", "shop:index:Pair", "ciphertrust:index/awsKey:AwsKey"];
  const steps = others.map((of) => ({ resourcePreEvent: { metadata: step("delete", "x", component, null, of) } }));
  expect(isRead(logOf(steps))).toBe(true);
});
