import { Name, type JsonName } from "@peculiar/x509";
import { invalid } from "../../core/errors";
import { type Fields, own } from "../../core/fields";

/** Attributes of a name that the library knows by number only. */
const extraAttributes = { UID: "0.9.2342.19200300.100.1.1" };

/** The attributes of a distinguished name, in their order in the certificate. */
export type Attributes = readonly (readonly [type: string, value: string])[];

export function nameOf(attributes: Attributes): Name {
  return new Name(
    attributes.map(([type, value]) => ({ [type]: [value] })),
    extraAttributes,
  );
}

export function attributesOf(name: Name): Attributes {
  const parts: JsonName = new Name(name.toArrayBuffer(), extraAttributes).toJSON();
  return parts.flatMap((part) =>
    Object.entries(part).flatMap(([type, values]) => values.map((v) => [type, v] as const)),
  );
}

/** A name as the service writes it, such as `/C=US/O=Thales/CN=web`. */
export function slashed(name: Name): string {
  return attributesOf(name)
    .map(([type, value]) => `/${type === "E" ? "emailAddress" : type}=${value}`)
    .join("");
}

/**
 * True when a text, such as `OU=Build,O=Example` or `/O=Example/OU=Build`, names the same subject
 * in whatever order.
 */
export function describes(text: string, name: Name): boolean {
  const parts = text.split(text.startsWith("/") ? "/" : ",").map((part) => part.trim().replace(/\s*=\s*/, "="));
  const wanted = parts.filter((part) => part !== "").map((part) => part.replace(/^emailAddress=/i, "E="));
  const own = attributesOf(name).map(([type, value]) => `${type}=${value}`);
  return wanted.sort().join("\n") === own.sort().join("\n");
}

/**
 * What the service calls `names`, and `cn`: first the place and organization of each item, then the
 * common name.
 */
export function readName(body: Fields): Attributes {
  const order = ["C", "ST", "L", "O", "OU"];
  const parts = (body.objects("names") ?? []).flatMap((item) =>
    order.flatMap((type) => {
      const value = item.text(type);
      return value === undefined ? [] : [[type, value] as const];
    }),
  );
  return [...parts, ["CN", body.requiredText("cn")]];
}

/** Refuses what doesn't fit into a certificate, such as a country of three letters. */
export function checkName(attributes: Attributes): Attributes {
  const longest: Record<string, number> = { C: 2, UID: 256, E: 255, ST: 128, L: 128 };
  for (const [type, value] of attributes) {
    const limit = own(longest, type) ?? 64;
    if (type === "C" && !/^[A-Za-z]{2}$/.test(value)) throw invalid(`C must be two letters, not "${value}"`);
    if (value.length > limit) throw invalid(`${type} must not be longer than ${limit} characters`);
  }
  return attributes;
}
