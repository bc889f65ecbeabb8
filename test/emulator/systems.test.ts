import { routesOf } from "../../emulator/core/operations";
import type { Operations, System } from "../../emulator/core/scope";
import { worldParts } from "../../emulator/core/world";
import { systems } from "../../emulator/systems";
import { withEmulator, type Loose } from "./client";

/** What holds for all systems together. */

const done: Operations = { "GET /cckm/sap/groups": () => ({}) };
const own: Operations = { "GET /cckm/box/shelves": () => ({}) };
const system = (name: string, parts: Partial<System>): System => ({ name, ...parts });

test.each<[string, System[], RegExp]>([
  [
    "the same operation in two systems",
    [system("one", { operations: done }), system("two", { operations: done })],
    /^two: GET \/cckm\/sap\/groups is implemented twice$/,
  ],
  [
    "the same unlisted operation in two systems",
    [system("one", { unlisted: own }), system("two", { unlisted: own })],
    /^two: GET \/cckm\/box\/shelves is implemented twice$/,
  ],
  [
    "an unlisted operation that another system has as a listed one",
    [system("one", { operations: done }), system("two", { unlisted: done })],
    /^two: .* is implemented twice$/,
  ],
  ["an operation that the list does not have", [system("one", { operations: own })], /^one: operations\.tsv has no /],
])("%s: the emulator does not start", (_name, declared, refusal) => {
  expect(() => routesOf(declared)).toThrow(refusal);
});

test("the systems of the emulator fit together", () => {
  expect(() => routesOf(systems)).not.toThrow();
});

const shared = withEmulator({});
/** Named credentials of Salesforce are ids. */
const notSecret = "namedCredentials";
const secretName = /^value$|password|secret|private_?key$|keyFile|credential|token/i;

/**
 * Every string with a name that says it is secret, by its path; of an object with such a name, its
 * own members say.
 */
function secretsIn(value: unknown, path = "", named = false): [path: string, secret: string][] {
  if (typeof value === "string") return named ? [[path, value]] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    secretsIn(inner, `${path}/${name}`, Array.isArray(value) ? named : name !== notSecret && secretName.test(name)),
  );
}

const hidden = (part: Loose | object, secrets: readonly [string, string][]): string[] => {
  const text = JSON.stringify(part);
  return secrets.filter(([, secret]) => text.includes(JSON.stringify(secret).slice(1, -1))).map(([path]) => path);
};

describe("secrets of the default world", () => {
  const parts = worldParts(systems).map(
    ({ name, schema, initial }) => [name, secretsIn(schema.parse(initial))] as const,
  );

  test("there are some in every part with accounts", () => {
    const found = parts.filter(([, secrets]) => secrets.length > 0).map(([name]) => name);
    const clouds = ["aws", "google", "azure", "oci", "salesforce", "sap", "luna", "dsm", "externalCm"];
    expect(found).toEqual(expect.arrayContaining([...clouds, "directories"]));
  });

  test.each(parts)("GET /emulator/world shows none of %s", async (name, secrets) => {
    const { body } = await shared.client.raw("GET", "/emulator/world");
    expect(hidden(body[name]!, secrets)).toEqual([]);
  });
});
