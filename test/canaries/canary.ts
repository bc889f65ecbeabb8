import { createECDH, createPrivateKey } from "node:crypto";
import type * as z from "zod";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { secretsOf } from "../../provider/lifecycle/vocabulary/field";
import { core, fieldsOf, partsOf, wordsOf } from "../../provider/lifecycle/vocabulary/schema";
import { pkcs12, rsaKey } from "../keyMaterial";
import { certificateFor } from "../rules/pem";

/** Secrets that can be recognized anywhere, even from a part of them. */

export const canary = "cAnArY1-cAnArY2-cAnArY3-cAnArY4-cAnArY5-cAnArY6";
const line = "cAnArYcAnArYcAnArYcAnArYcAnArYcAnArYcAnArYcAnArYcAnArYcAnArY1234";

const canaryPem = `-----BEGIN PRIVATE KEY-----\n${line}\n${line}\ncAnArYcAnArY\n-----END PRIVATE KEY-----\n`;
/** A real key whose secret number is a canary, after its certificate. */
const canaryKey = (): string => certificateFor(canaryKeyPem()) + canaryKeyPem();

function canaryKeyPem(): string {
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(Buffer.from(line.slice(0, 32)));
  const point = curve.getPublicKey();
  const [d, x, y] = [curve.getPrivateKey(), point.subarray(1, 33), point.subarray(33)].map((one) =>
    one.toString("base64url"),
  );
  const key = createPrivateKey({ key: { kty: "EC", crv: "P-256", d, x, y }, format: "jwk" });
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}

/**
 * Key material that is a canary, as programs may give it: by its form, with the arguments beside
 * it.
 */
export function canaryMaterial(): [string, "material" | "materialPassword", Record<string, unknown>][] {
  const bytes = Buffer.from(line.slice(0, 32));
  const key = createPrivateKey(canaryKeyPem());
  const locked = key.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: canary });
  const size = 2048;
  const file = { materialFormat: "pkcs12", material: pkcs12(rsaKey(size), canary), materialPassword: canary };
  return [
    ["hex", "material", { material: bytes.toString("hex") }],
    ["base64, sent as hex", "material", { material: bytes.toString("base64"), materialFormat: "base64" }],
    ["PEM", "material", { algorithm: "ec", material: canaryKeyPem() }],
    [
      "an encrypted PEM, sent decrypted",
      "materialPassword",
      { algorithm: "ec", material: locked, materialPassword: canary },
    ],
    ["PKCS#12", "materialPassword", { algorithm: "rsa", size, ...file }],
  ];
}

const canaryKeyFile = JSON.stringify({
  type: "service_account",
  project_id: "acme-prod",
  private_key_id: "3f7a1c09e5b2d84610af73be92c5d8e04761ab3c",
  private_key: canaryPem,
  client_email: "key-manager@acme-prod.iam.gserviceaccount.com",
});

/** How one may come back: as it is, in part, in base64, or in hex. */
const traces = /cAnA|AnAr|nArY|Y0FuQX|NBbkFy|jQW5Bc|63416[eE]41|416[eE]4172|6[eE]417259/;

/** The strings in which a canary occurs, each with its surroundings. */
export function sightings(strings: readonly string[]): string[] {
  return strings.flatMap((text) => {
    const at = text.search(traces);
    return at < 0 ? [] : [text.slice(Math.max(0, at - 80), at + 40)];
  });
}

/** Inputs of a type that are secret. */
export function secretInputsOf(definition: Definition): string[] {
  return secretsOf(definition).filter((key) => key in definition.inputs);
}

/** A value for the input in which every string is a canary. */
export function canaryFor(schema: z.ZodType): unknown {
  return strings.map((text) => filled(schema, text)).find((value) => schema.safeParse(value).success);
}

const strings = [canary, canaryPem, canaryKey(), canaryKeyFile, Buffer.from(canaryPem).toString("base64")];

function filled(schema: z.ZodType, text: string): unknown {
  const [word] = wordsOf(schema);
  if (word !== undefined) return word;
  const inner = core(schema);
  const fields = fieldsOf(inner);
  if (fields) return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, filled(field, text)]));
  const { type, options } = partsOf(inner);
  if (type === "record") return { password: text };
  if (type === "union") return filled(options![0]!, text);
  return type === "string" || type === "any" ? text : undefined;
}

/** Everything in a state that Pulumi does not encrypt. */
export function plainPart(definition: Definition, state: Bag): Bag {
  const secret = secretsOf(definition);
  return Object.fromEntries(Object.entries(state).filter(([key]) => !secret.includes(key)));
}
