import { withOptions } from "../../../provider/hosts/plugin/options";
import { foreseen } from "../../../provider/hosts/plugin/preview";
import { optionsKey } from "../../../provider/lifecycle/options";
import { unknownValue } from "../../../provider/lifecycle/schema";
import { definitionOf } from "../../../provider/resources/load";

/** What a preview tells, and what it learns of a resource's options. */

const key = definitionOf("VaultKey");

test("a new object has its arguments, and everything else only later", () => {
  const outputs = foreseen(key, { name: "backups", labels: { a: unknownValue } });
  expect(outputs).toMatchObject({
    name: "backups",
    labels: { a: unknownValue },
    state: unknownValue,
    size: unknownValue,
  });
  expect(Object.keys(outputs)).toEqual(expect.arrayContaining(Object.keys({ ...key.inputs, ...key.outputs })));
});

test("an object that is updated keeps what its program leaves to the service", () => {
  const former = { name: "backups", size: 256, state: "Active", description: "old" };
  const outputs = foreseen(key, { name: "backups" }, former);
  expect(outputs).toMatchObject({ size: 256, state: unknownValue, description: unknownValue });
});

test("what is returned only once is kept", () => {
  const token = definitionOf("RegistrationToken");
  expect(foreseen(token, {}, { token: "secret" })).toMatchObject({ token: "secret" });
  expect(foreseen(token, {})).toMatchObject({ token: unknownValue });
});

test("options that a program repeats reach the lifecycle, and no argument of that name does", () => {
  const given = { replaceOnChanges: ["name"], retainOnDelete: true, organization: "acme" };
  expect(withOptions({ size: 256, resourceOptions: given })).toEqual({
    news: { size: 256, [optionsKey]: { replaces: ["name"], retains: true, organization: "acme" } },
    failures: [],
  });
  expect(withOptions({ size: 256 })).toEqual({ news: { size: 256 }, failures: [] });
  expect(withOptions({ resourceOptions: unknownValue })).toEqual({ news: {}, failures: [] });
});

test("misspelt options are refused", () => {
  const { news, failures } = withOptions({ resourceOptions: { replaceOnChange: ["name"] } });
  expect(news).toEqual({});
  expect(failures).toEqual([{ property: "resourceOptions", reason: expect.stringContaining("replaceOnChange") }]);
});
