import {
  body,
  choice,
  emptiable,
  flag,
  integer,
  json,
  labels,
  mergedJson,
  object,
  objects,
  someTexts,
  text,
  time,
} from "../../emulator/core/body";
import { Fields } from "../../emulator/core/fields";

const schema = body({
  name: text.required,
  kind: choice(["big", "small"]).or("small"),
  size: integer(1, 4096),
  description: emptiable.or(""),
  note: text.clearable,
  until: time.clearable.or("never"),
  enabled: flag.or(true),
  meta: json,
  extra: mergedJson,
  labels: labels.or({}),
});

const read = (sent: object, before?: object) => schema(new Fields(sent), before);

describe("the schema of a body", () => {
  test("reads its fields, in any case, and fills in defaults", () => {
    expect(read({ NAME: "a", Size: 7, other: 1, note: null })).toEqual({
      name: "a",
      kind: "small",
      size: 7,
      description: "",
      until: "never",
      enabled: true,
      labels: {},
    });
  });

  test.each([
    [{}, "name is required"],
    [{ name: "" }, "name is required"],
    [{ name: "a", kind: "huge" }, 'kind must be one of big, small, not "huge"'],
    [{ name: "a", size: 5000 }, "size must be between 1 and 4096, not 5000"],
    [{ name: "a", enabled: "yes" }, "enabled must be true or false"],
    [{ name: "a", until: "tomorrow" }, 'until must be an RFC 3339 time, not "tomorrow"'],
    [{ size: 5000, enabled: "yes" }, "name is required"],
  ])("rejects %j with the first mistake", (sent, message) => {
    expect(() => read(sent)).toThrow(message);
  });

  const before = {
    ...read({ name: "a", kind: "big", size: 7, description: "x", note: "n", until: "2030-01-01T00:00:00Z" }),
    meta: { a: 1 },
    extra: { a: 1 },
    labels: { a: "1", b: "2" },
  };

  test("keeps everything for an update that sends nothing", () => {
    expect(read({}, before)).toEqual(before);
  });

  test("clears only what an update may clear", () => {
    const empty = { name: "", kind: null, size: null, description: "", note: "", until: null, enabled: null };
    expect(read(empty, before)).toEqual({ ...before, description: "", note: undefined, until: "never" });
  });

  test("replaces an object, and merges what is merged", () => {
    const changes = { meta: { b: 2 }, extra: { b: 2 }, labels: { a: null, c: "3" } };
    expect(read(changes, before)).toEqual({
      ...before,
      meta: { b: 2 },
      extra: { a: 1, b: 2 },
      labels: { b: "2", c: "3" },
    });
  });

  test("names the path of a mistake in nested objects and lists", () => {
    const inner = body({ id: integer().required });
    const outer = body({ one: object(inner), many: objects(inner).required, some: someTexts.required });
    const readOuter = (sent: object) => () => outer(new Fields(sent));
    expect(readOuter({ one: {}, many: [] })).toThrow("one.id is required");
    expect(readOuter({ many: [{ id: 1 }, { id: "2" }] })).toThrow("many[1].id must be an integer");
    expect(readOuter({ many: [], some: [] })).toThrow("some is required");
    expect(outer(new Fields({ many: [{ id: 1 }], some: ["a"] }))).toEqual({ many: [{ id: 1 }], some: ["a"] });
  });

  test("converts a value that was sent, and keeps one that was converted before", () => {
    const seconds = body({ wait: text.as((given, name) => `${name}:${given}`).required });
    expect(seconds(new Fields({ wait: "5s" }))).toEqual({ wait: "wait:5s" });
    expect(seconds(new Fields({}), { wait: "wait:1s" })).toEqual({ wait: "wait:1s" });
  });
});
