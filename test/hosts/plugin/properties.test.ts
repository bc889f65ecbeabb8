import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { received, repeating, sent } from "../../../provider/hosts/plugin/properties";
import { unknownValue } from "../../../provider/lifecycle/vocabulary/schema";

/** Properties on their way between the engine and the plugin. */

const signature = "4dabf18193072939515e22adb298388d";
const secretOf = (value: unknown) => ({ [signature]: "1b47061264138c4ac30d75fd1eb44270", value });
const struct = (bag: object) => Struct.fromJavaScript(bag as Parameters<typeof Struct.fromJavaScript>[0]);

test("secrets arrive in plain text, at every depth, and their properties are noted", () => {
  const { bag, secrets, texts } = received(
    struct({ a: 1, password: secretOf("x"), nested: { list: [{ inner: secretOf(secretOf("y")) }] } }),
  );
  expect(bag).toEqual({ a: 1, password: "x", nested: { list: [{ inner: "y" }] } });
  expect(secrets).toEqual(new Set(["password", "nested"]));
  expect(new Set(texts)).toEqual(new Set(["x", "y"]));
});

test("every kind of unknown value is the one that definitions know", () => {
  const number = "3eeb2bf0-c639-47a8-9e75-3b44932eb421";
  const list = "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2";
  const { bag, texts } = received(struct({ size: number, tags: [list], name: secretOf(unknownValue) }));
  expect(bag).toEqual({ size: unknownValue, tags: [unknownValue], name: unknownValue });
  expect(texts).toEqual([]);
});

test("an output that repeats a secret is one, unless the secret is too short to tell", () => {
  const bag = { answer: { parts: [{ text: "hunter2" }] }, state: "ready", size: 12 };
  expect(repeating(bag, ["hunter2", "12"])).toEqual(["answer"]);
  expect(repeating(bag, [])).toEqual([]);
});

test("the reference of a dynamic resource is dropped, and nothing at all is no property", () => {
  expect(received(struct({ __provider: "this.handler=…", a: 1 })).bag).toEqual({ a: 1 });
  expect(received(undefined).bag).toEqual({});
});

test("what is sent has secrets marked, and no properties without a value", () => {
  const bag = { a: undefined, b: [1, { c: undefined, d: null }], password: "x", absent: undefined };
  const text = sent(bag, new Set(["password", "absent"])).toJavaScript();
  expect(text).toEqual({ b: [1, { d: null }], password: secretOf("x") });
});
