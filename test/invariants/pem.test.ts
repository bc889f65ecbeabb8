import type * as z from "zod";
import { core, fieldsOf, partsOf } from "../../provider/lifecycle/vocabulary/schema";
import { registry } from "../../provider/resources";
import type { Field } from "../../tools/generate/sources";
import { documentation } from "../../tools/generate/wording";

/** Arguments that are PEM text refuse the path of a file, which programs often give instead. */

/** The schema of what a list holds, or of the value itself. */
function single(schema: z.ZodType): z.ZodType {
  const inner = core(schema);
  const { element } = partsOf(inner);
  return element === undefined ? inner : single(element);
}

type Place = [where: string, schema: z.ZodType];

const pemIn = (fields: readonly Field[], schemas: Readonly<Record<string, z.ZodType>>): Place[] =>
  fields.flatMap(({ name, where, comment, fields: inner }) => {
    const schema = single(schemas[name]!);
    if (inner.length > 0) return pemIn(inner, fieldsOf(schema)!);
    return /\bPEM\b/.test(comment) ? [[where, schema] as Place] : [];
  });

/** Other forms are allowed, too. */
const orElse = ["azure/certificate.ts inputs.certificate", "vault/key.ts inputs.material"];

const documented = documentation();
const places = registry
  .flatMap(({ type, inputs }) => pemIn(documented.get(type)!.inputs, inputs))
  .filter(([where]) => !orElse.includes(where));

test("they are found, also inside objects and lists", () => {
  expect(places.map(([where]) => where)).toEqual(
    expect.arrayContaining(["luna/server.ts inputs.hsmCertificate", "oci/connection.ts inputs.credentials.keyFile"]),
  );
});

test.each(places)("%s", (_where, schema) => {
  const { success, error } = schema.safeParse("./certificate.pem");
  expect({ success, said: error?.message }).toEqual({ success: false, said: expect.stringContaining("PEM") as string });
});
