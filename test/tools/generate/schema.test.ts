import { readFileSync } from "node:fs";
import { join } from "node:path";
import { secretsOf } from "../../../provider/lifecycle/vocabulary/field";
import { registry } from "../../../provider/resources";
import { tokenOf } from "../../../provider/resources/load";
import * as sdk from "../../../sdk";
import { Types } from "../../../tools/generate/schema/types";
import { projectRoot } from "../../../tools/project";
import { statedVersion } from "../../../tools/release/version";

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
interface Type {
  enum?: { name: string; value: string }[];
}
interface Schema {
  version: string;
  meta: object;
  resources: Record<string, Properties>;
  functions: Record<string, object>;
  types: Record<string, Type>;
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
    enum: [
      { name: "AwsKms", value: "AWS_KMS" },
      { name: "External", value: "EXTERNAL" },
    ],
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

test("SDKs made from it ask for its version", () => {
  expect(schema).toMatchObject({ version: statedVersion(projectRoot()), meta: { supportPack: true } });
});

/**
 * As Pulumi's generator for Python writes a member: in capitals, with an underscore before each
 * word.
 */
const inPython = (name: string) =>
  name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-rt-z])/g, "_").toUpperCase();

test("no member of an enumeration has a word broken up in Python", () => {
  const samples = new Map<string, string>();
  for (const { enum: members = [] } of Object.values(schema.types)) {
    for (const { name, value } of members) {
      expect(name).toMatch(/^[A-Z]\w*$/);
      const words = value.split(/[a-z]/.test(value) ? /[^A-Za-z0-9]+|(?=[A-Z])/ : /[^A-Za-z0-9]+/);
      expect(inPython(name)).toMatch(new RegExp(`^${words.join("_?")}$`, "i"));
      samples.set(value, inPython(name));
    }
    expect(new Set(members.map(({ name }) => inPython(name))).size).toBe(members.length);
  }
  expect(Object.fromEntries(samples)).toMatchObject({
    SYMMETRIC_DEFAULT: "SYMMETRIC_DEFAULT",
    RSA_2048: "RSA2048",
    ECC_SECG_P256K1: "ECC_SECG_P256K1",
    RSA_SIGN_PKCS1_2048_SHA256: "RSA_SIGN_PKCS1_2048_SHA256",
    "Microsoft.KeyVault/managedHSMs": "MICROSOFT_KEY_VAULT_MANAGED_HSMS",
    AzureUSGovernment: "AZURE_US_GOVERNMENT",
    cACompromise: "CA_COMPROMISE",
    "hsm-luna": "HSM_LUNA",
  });
});

test.each([["a-b", "aB"], ["3des"], ["-"]])("values without names of their own are refused: %s %s", (...values) => {
  expect(() => new Types().enumeration("ciphertrust:aws:Some", values)).toThrow(
    /needs another name than .* in ciphertrust:aws:Some/,
  );
});

test("each function of the SDK is in it", () => {
  const names = Object.keys(schema.functions).map((token) => token.split(":").at(-1));
  expect(names.sort()).toEqual(
    Object.keys(sdk)
      .filter((name) => /^get[A-Z]/.test(name))
      .sort(),
  );
});
