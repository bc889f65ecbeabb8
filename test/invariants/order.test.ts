import type * as z from "zod";
import { marksIn } from "../../provider/lifecycle/vocabulary/field";
import { meaningOf } from "../../provider/lifecycle/values/diff";
import { core, fieldsOf, partsOf } from "../../provider/lifecycle/vocabulary/schema";
import { registry } from "../../provider/resources";

/** Lists are compared without their order, at every depth of an input, unless order says something. */

const isSet = (schema: z.ZodType | undefined): boolean =>
  schema !== undefined && (marksIn(schema).as === "set" || isSet(partsOf(schema).innerType));

/** Where in a value a list stands whose order counts. */
function ordered(schema: z.ZodType, path: string): string[] {
  const { element, valueType } = partsOf(core(schema));
  const inner = Object.entries(fieldsOf(schema) ?? {}).flatMap(([name, one]) => ordered(one, `${path}.${name}`));
  return [
    ...(element && !isSet(schema) ? [path] : []),
    ...inner,
    ...[element, valueType].flatMap((one) => (one ? ordered(one, `${path}[]`) : [])),
  ];
}

test("the order of these lists counts, and of no others", () => {
  const found = registry.flatMap(({ type, inputs }) =>
    Object.entries(inputs).flatMap(([key, schema]) => ordered(schema, `${type}.${key}`)),
  );
  expect(found.filter((where) => !where.startsWith("ApiObject."))).toEqual([
    // The parts of a distinguished name.
    "LocalCa.names",
    "ClientKeyPair.names",
  ]);
});

const inputOf = (type: string, key: string) => registry.find((one) => one.type === type)!.inputs[key];

test.each([
  ["VaultKey", "permissions", (of: string[]) => ({ UseKey: of })],
  ["EkmEndpoint", "policy", (of: string[]) => ({ basic: { clients: of, attestationZones: of } })],
  [
    "AzureCertificate",
    "policy",
    (of: string[]) => ({ x509Props: { subject: "CN=a", ekus: of, sans: { dnsNames: of } } }),
  ],
  ["ContainerDiscoverySchedule", "acls", (of: string[]) => [{ group: "ops", actions: of }]],
])("%s.%s: another order is the same value, another item is not", (type, key, valueWith) => {
  const meaning = (...items: string[]) => meaningOf(inputOf(type, key), valueWith(items));
  expect(meaning("b", "a")).toEqual(meaning("a", "b"));
  expect(meaning("a", "c")).not.toEqual(meaning("a", "b"));
});
