import { readFileSync } from "node:fs";
import { join } from "node:path";
import { classOf } from "../../policy/resources";
import { registry } from "../../provider/resources";

/** Rules recognize resources by their types: one that they do not recognize, they let pass. */

const classes = registry.map(({ type }) => type).sort();
const schema = join(__dirname, "../../provider/hosts/plugin/generated/schema.json");
const { resources } = JSON.parse(readFileSync(schema, "utf8")) as { resources: Record<string, unknown> };

test("every class of the native plugin is recognized by its type", () => {
  const found = Object.keys(resources).map((type) => classOf({ type }));
  expect(found.sort()).toEqual(classes);
});

test.each(["acme:ciphertrust:AwsKey", "acme:index:AwsKey", "aws:kms/key:Key", "pulumi:providers:ciphertrust"])(
  "%s is of another package",
  (type) => expect(classOf({ type })).toBeUndefined(),
);
