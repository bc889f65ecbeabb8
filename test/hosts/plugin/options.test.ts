import { withOptions } from "../../../provider/hosts/plugin/options";
import { unknownValue } from "../../../provider/lifecycle/vocabulary/schema";
import { definitionOf } from "../../../provider/resources/load";
import { optionsKey } from "../../../provider/lifecycle/vocabulary/hiddenKeys";

/** What a program repeats of a resource's options. */

const key = definitionOf("AwsKey");

test("options reach the lifecycle, and no argument of that name does", () => {
  const given = { replaceOnChanges: ["region"], retainOnDelete: true, organization: "acme" };
  expect(withOptions(key, { region: "eu-west-1", resourceOptions: given })).toEqual({
    news: { region: "eu-west-1", [optionsKey]: { replaces: ["region"], retains: true, organization: "acme" } },
    failures: [],
  });
  expect(withOptions(key, { region: "eu-west-1" })).toEqual({ news: { region: "eu-west-1" }, failures: [] });
});

test.each([["*"], ["customerMasterKeySpec"], ["tags.team"], ["alias[0]"], ['tags["a.b"]'], ['["tags"].team']])(
  "replaceOnChanges may be %s",
  (path) => {
    expect(withOptions(key, { resourceOptions: { replaceOnChanges: [path] } })).toEqual({
      news: { [optionsKey]: { replaces: [path] } },
      failures: [],
    });
  },
);

test.each([
  [
    "customer_master_key_spec",
    'unknown argument "customer_master_key_spec" of AwsKey; did you mean "customerMasterKeySpec"?',
  ],
  ["regoin", 'unknown argument "regoin" of AwsKey; did you mean "region"?'],
  ["tag.team", 'unknown argument "tag" of AwsKey; did you mean "tags"?'],
  ["colour", /^unknown argument "colour" of AwsKey; its arguments are kms, region, /],
  ["arn", /^unknown argument "arn" of AwsKey; its arguments are /],
  ["constructor", /^unknown argument "constructor" of AwsKey; its arguments are /],
  ["", /^unknown argument "" of AwsKey; its arguments are /],
])("replaceOnChanges must not be %j", (path, reason) => {
  const { news, failures } = withOptions(key, { resourceOptions: { replaceOnChanges: ["region", path] } });
  expect(news).toEqual({});
  const expected: unknown = typeof reason === "string" ? reason : expect.stringMatching(reason);
  expect(failures).toEqual([{ property: "resourceOptions.replaceOnChanges", reason: expected }]);
});

test.each([
  ["replaceOnChange", 'unknown field of resourceOptions; did you mean "replaceOnChanges"?'],
  ["retain_on_delete", 'unknown field of resourceOptions; did you mean "retainOnDelete"?'],
  ["protect", "unknown field of resourceOptions; its fields are replaceOnChanges, retainOnDelete, organization"],
])("the option %s is refused", (name, reason) => {
  const { news, failures } = withOptions(key, { resourceOptions: { [name]: ["region"] } });
  expect(news).toEqual({});
  expect(failures).toEqual([{ property: `resourceOptions.${name}`, reason }]);
});

test("what is not known yet is not refused", () => {
  const unknown = [unknownValue, { replaceOnChanges: unknownValue }, { replaceOnChanges: ["regoin", unknownValue] }];
  for (const resourceOptions of unknown) {
    expect(withOptions(key, { resourceOptions })).toEqual({ news: {}, failures: [] });
  }
});
