import { readFileSync } from "node:fs";
import { join } from "node:path";
import { secretsOf } from "../../../provider/lifecycle/field";
import { registry } from "../../../provider/resources";
import { tokenOf } from "../../../provider/resources/load";
import * as sdk from "../../../sdk";
import { projectRoot } from "../../../tools/project";

/** The plugin's schema has all that definitions say. `npm run check` fails while it is out of date. */

interface Property {
  $ref?: string;
  secret?: boolean;
  description?: string;
  default?: unknown;
  willReplaceOnChanges?: boolean;
}
interface Properties {
  inputProperties: Record<string, Property>;
  properties: Record<string, Property>;
  requiredInputs: string[];
}
interface Schema {
  resources: Record<string, Properties>;
  functions: Record<string, object>;
  types: Record<string, object>;
  config: { variables: Record<string, Property> };
}

const text = readFileSync(join(projectRoot(), "provider/hosts/plugin/generated/schema.json"), "utf8");
const schema = JSON.parse(text) as Schema;
const key = schema.resources["ciphertrust:aws:AwsKey"]!;

test("every type is in it, with its arguments and outputs", () => {
  for (const { type, inputs, outputs } of registry) {
    const { properties, inputProperties } = schema.resources[tokenOf(type)]!;
    expect({ type, names: Object.keys(properties).sort() }).toEqual({
      type,
      names: Object.keys({ ...inputs, ...outputs }).sort(),
    });
    expect(Object.keys(inputProperties).sort()).toEqual([...Object.keys(inputs), "adopt", "resourceOptions"].sort());
  }
  expect(Object.keys(schema.resources)).toHaveLength(registry.length);
});

test("what is secret is secret in it", () => {
  for (const definition of registry) {
    const { properties } = schema.resources[tokenOf(definition.type)]!;
    const secret = Object.keys(properties).filter((name) => properties[name]!.secret);
    expect({ type: definition.type, secret: secret.sort() }).toEqual({
      type: definition.type,
      secret: secretsOf(definition).toSorted(),
    });
  }
  const { variables } = schema.config;
  expect(Object.keys(variables).filter((name) => variables[name]!.secret)).toEqual(["password", "clientKey", "token"]);
});

test("defaults, required arguments, and what a change does", () => {
  expect(key.requiredInputs).toEqual(["kms", "region"]);
  expect(key.inputProperties.customerMasterKeySpec).toMatchObject({
    default: "SYMMETRIC_DEFAULT",
    willReplaceOnChanges: true,
  });
  expect(key.inputProperties.description).not.toHaveProperty("willReplaceOnChanges");
  expect(key.properties.customerMasterKeySpec).not.toHaveProperty("default");
  expect(schema.types["ciphertrust:aws:AwsKeyOrigin"]).toEqual({
    type: "string",
    enum: [{ value: "AWS_KMS" }, { value: "EXTERNAL" }],
  });
});

test("every property is described, and every reference leads to a type", () => {
  const all = Object.values(schema.resources).flatMap(({ inputProperties, properties }) =>
    Object.values({ ...properties, ...inputProperties }),
  );
  expect(all.filter(({ description = "" }) => description === "")).toEqual([]);
  const references = [...text.matchAll(/"\$ref": "#\/types\/([^"]+)"/g)].map(([, token]) => token!);
  expect(references.filter((token) => !(token in schema.types))).toEqual([]);
  expect(references.length).toBeGreaterThan(100);
});

test("each function of the SDK is in it", () => {
  const names = Object.keys(schema.functions).map((token) => token.split(":").at(-1));
  expect(names.sort()).toEqual(
    Object.keys(sdk)
      .filter((name) => /^get[A-Z]/.test(name))
      .sort(),
  );
});
