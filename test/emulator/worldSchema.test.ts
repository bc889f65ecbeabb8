import Ajv from "ajv";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { startEmulator, worldSchema } from "../../emulator/index";
import { readWorld, worldParts } from "../../emulator/core/world";
import { systems } from "../../emulator/systems";

/**
 * The JSON schema of the world file matches what the emulator itself accepts, and is part of the
 * package.
 */

const root = join(__dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const published = JSON.parse(read("emulator/world.schema.json")) as object;
const validate = new Ajv({ allErrors: true, validateFormats: false }).compile(published);

const mistakes = (world: unknown): string[] =>
  validate(world) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath}: ${message}`);

const account = { accountId: "123456789012", regions: ["eu-west-1"] };
const parts = worldParts(systems);

test("the published schema is generated from the emulator's own checks; `ciphertrust-emulator world-schema` prints it again", () => {
  expect(published).toEqual(JSON.parse(JSON.stringify(worldSchema())));
  expect(Object.keys((published as { properties: object }).properties)).toEqual([
    "$schema",
    ...parts.map(({ name }) => name),
  ]);
});

test.each([
  [
    "the world that every emulator begins with",
    () => Object.fromEntries(parts.map(({ name, initial }) => [name, initial])),
  ],
  ["the world of the examples", () => parse(read("examples/demo/world.yaml")) as object],
  ["one that names its schema", () => ({ $schema: "./world.schema.json", aws: { accounts: [account] } })],
  ["an empty one", () => ({})],
])("%s is accepted by both", (_name, world) => {
  expect(mistakes(world())).toEqual([]);
  expect(() => readWorld({ ...world() }, systems)).not.toThrow();
});

test.each<[string, object, string, RegExp]>([
  [
    "an unknown part",
    { aws: {}, amazon: {} },
    ": must NOT have additional properties",
    /there is no part called amazon; there are appliance, licensing, interfaces, vault, readiness, directories, aws, /,
  ],
  [
    "a misspelt field",
    { aws: { accounts: [{ ...account, region: "eu-west-1" }] } },
    "/aws/accounts/0: must NOT have additional properties",
    /the world: aws\.accounts\[0\]: Unrecognized key: "region"/,
  ],
  [
    "an account number without quotes, which YAML reads as a number",
    parse("aws: { accounts: [{ accountId: 123456789012 }] }") as object,
    "/aws/accounts/0/accountId: must be string",
    /the world: aws\.accounts\[0\]\.accountId: Invalid input: expected string, received number/,
  ],
  [
    "a value outside the allowed ones",
    { aws: { accounts: [{ ...account, keys: [{ region: "eu-west-1", spec: "AES_256" }] }] } },
    "/aws/accounts/0/keys/0/spec: must be equal to one of the allowed values",
    /the world: aws\.accounts\[0\]\.keys\[0\]\.spec: Invalid option: expected one of .*"SYMMETRIC_DEFAULT"/,
  ],
  [
    "an object instead of a list",
    { luna: { hsms: {} } },
    "/luna/hsms: must be array",
    /the world: luna\.hsms: Invalid input: expected array, received object/,
  ],
  [
    "a missing field",
    { aws: { accounts: [{ name: "production" }] } },
    "/aws/accounts/0: must have required property 'accountId'",
    /the world: aws\.accounts\[0\]\.accountId: Invalid input: expected string/,
  ],
])("%s is rejected by both, with its path", (_name, world, bySchema, byEmulator) => {
  expect(mistakes(world)).toContain(bySchema);
  expect(() => readWorld(world as never, systems)).toThrow(byEmulator);
});

test("an emulator starts with a world that names its schema, which it does not return", async () => {
  const world = { $schema: "./world.schema.json", licensing: { licenses: [{ feature: "CCKM" as const }] } };
  const emulator = await startEmulator({ world });
  await emulator.close();
  expect(readWorld(world, systems)).toEqual({ licensing: world.licensing });
});
