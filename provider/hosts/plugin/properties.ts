import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import type { Bag } from "../../lifecycle/vocabulary/definition";
import { unknownValue } from "../../lifecycle/vocabulary/schema";
import { textsIn } from "../../lifecycle/service/secrecy";
import { concealed, isSecret } from "../values";
import { providerKey } from "../../lifecycle/vocabulary/hiddenKeys";

/**
 * Properties as Pulumi's protocol carries them:
 * https://github.com/pulumi/pulumi/blob/master/sdk/proto/ has its schema.
 */

/** Unknown values by their type; definitions know one for all of them. */
const unknownValues: ReadonlySet<unknown> = new Set([
  unknownValue,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/**
 * Properties in plain text, the names of those that are secret, or contain something secret, and
 * what is secret in them.
 */
export interface Received {
  readonly bag: Bag;
  readonly secrets: ReadonlySet<string>;
  readonly texts: readonly string[];
}

/** Without the reference of a resource that was a dynamic one before. */
export function received(struct: Struct | undefined): Received {
  const bag: Bag = {};
  const secrets = new Set<string>();
  const texts: string[] = [];
  for (const [key, value] of Object.entries(struct?.toJavaScript() ?? {})) {
    if (key === providerKey) continue;
    bag[key] = plain(value, (found) => {
      secrets.add(key);
      texts.push(...textsIn(found).filter((text) => text !== unknownValue));
    });
  }
  return { bag, secrets, texts };
}

function plain(value: unknown, foundSecret: (plain: unknown) => void): unknown {
  if (unknownValues.has(value)) return unknownValue;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => plain(item, foundSecret));
  const fields = value as Bag;
  if (isSecret(fields)) {
    const found = plain(fields.value, foundSecret);
    foundSecret(found);
    return found;
  }
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, plain(field, foundSecret)]));
}

/** A shorter text may stand elsewhere by chance. */
const shortest = 4;

/**
 * The names of properties that repeat something secret, as an object's description may do that a
 * request made.
 */
export function repeating(bag: Bag, texts: readonly string[]): string[] {
  const secret = new Set(texts.filter(({ length }) => length >= shortest));
  if (secret.size === 0) return [];
  return Object.keys(bag).filter((key) => textsIn(bag[key]).some((text) => secret.has(text)));
}

/** Properties for the engine, those named in `secrets` as secrets. */
export function sent(bag: Bag, secrets: ReadonlySet<string>): Struct {
  return Struct.fromJavaScript(concealed(bag, secrets) as Record<string, JavaScriptValue>);
}
