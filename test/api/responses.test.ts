import { flawOf, idIn } from "../../provider/api/responses";
import type { Expected } from "../../provider/api/transport";
import { errorOf, fakeNetwork, loggedIn } from "./support";

/** What is accepted as a response of the service, by what was requested. */

function nested(depth: number): object {
  let value = {};
  for (let level = 0; level < depth; level++) value = { inner: value };
  return value;
}
const object = { id: "1" };

/** Bodies, each with the kinds of response that accept it with status 200. */
const bodies: { what: string; body: unknown; fits: Expected[] }[] = [
  { what: "an object", body: object, fits: ["object", "items", "change", "silent"] },
  { what: "a list", body: { resources: [object], total: 1 }, fits: ["object", "items", "change", "silent", "page"] },
  { what: "an empty list", body: { resources: null, total: 0 }, fits: ["object", "items", "change", "silent", "page"] },
  {
    what: "a list without a total",
    body: { resources: [object] },
    fits: ["object", "items", "change", "silent", "page"],
  },
  { what: "an array", body: [object], fits: ["items"] },
  { what: "an empty array", body: [], fits: ["items"] },
  { what: "an object without fields", body: {}, fits: [] },
  { what: "null", body: null, fits: [] },
  { what: "a number", body: 7, fits: [] },
  { what: "nothing", body: undefined, fits: ["text", "silent"] },
  { what: "a web page", body: "<!DOCTYPE html><html>", fits: [] },
  { what: "a web page after an empty line", body: " \n<html>", fits: [] },
  { what: "a text", body: "a,b\n1,2", fits: ["text"] },
  { what: "a text that names a page", body: "a <html>", fits: ["text"] },
  { what: "an object nested too deeply", body: nested(100_000), fits: [] },
  { what: "one that is so in a part", body: { deep: nested(100), id: "1" }, fits: [] },
  { what: "a list of strings", body: { resources: ["a"], total: 1 }, fits: ["object", "items", "change", "silent"] },
  {
    what: "a list with one string",
    body: { resources: [object, "a"], total: 2 },
    fits: ["object", "items", "change", "silent"],
  },
  {
    what: "a list that is a string",
    body: { resources: "a", total: 1 },
    fits: ["object", "items", "change", "silent"],
  },
  {
    what: "an invalid total",
    body: { resources: [], total: "many" },
    fits: ["object", "items", "change", "silent"],
  },
  { what: "a negative total", body: { resources: [], total: -1 }, fits: ["object", "items", "change", "silent"] },
];
const kinds: Expected[] = ["object", "page", "items", "text", "change", "silent"];

test.each(bodies)("$what", ({ body, fits }) => {
  const isText = (kind: Expected) => kind === "text" && typeof body !== "string" && body !== undefined;
  const fitting = kinds.filter(
    (expect) => !isText(expect) && flawOf({ method: "GET", path: "/x", expect }, 200, body) === undefined,
  );
  expect(new Set(fitting)).toEqual(new Set(fits));
});

test.each([
  [200, "is empty"],
  [201, "is empty"],
  [202, undefined],
  [204, undefined],
])("an empty response with status %i to a change", (status, flaw) => {
  for (const method of ["POST", "PATCH", "PUT", "DELETE"] as const)
    expect(flawOf({ method, path: "/x" }, status, undefined)).toBe(flaw);
  expect(flawOf({ method: "GET", path: "/x" }, status, undefined)).toBe("is empty");
});

test("a string is not JSON; a number is, and no object", () => {
  expect(flawOf({ method: "GET", path: "/x" }, 200, "yes")).toBe("is not JSON");
  expect(flawOf({ method: "GET", path: "/x" }, 200, 7)).toBe("is a bare value, not an object");
});

test.each([199, 300])("status %i is no success, whatever the body", async (status) => {
  const { api } = fakeNetwork(loggedIn(() => ({ status, body: { id: "1" } })));
  expect((await errorOf(api.get("/x"))).message).toContain(String(status));
});

test("an object without an id is rejected", () => {
  expect(idIn({ id: "a" })).toBe("a");
  expect(idIn({ user_id: 7 }, "user_id")).toBe("7");
  for (const record of [{}, { id: "" }, { id: null }, { id: {} }]) expect(() => idIn(record)).toThrow(/has no id/);
});

test.each(["/vault/keys2/..", "/vault/keys2/.", "/vault/keys2/%2E%2e", "/vault//x", "/vault/keys2/", "vault/keys2/x"])(
  "a DELETE of %s is not sent",
  async (path) => {
    const { api, names } = fakeNetwork(loggedIn(() => ({ status: 204 })));
    const error = await errorOf(api.delete(path));
    expect(error.message).toContain("nothing was sent");
    expect(names()).toEqual([]);
  },
);

test("a list that never ends is not read forever", async () => {
  let made = 0;
  const page = () => Array.from({ length: 500 }, () => ({ id: String(made++), text: "x".repeat(4_000) }));
  const endless = fakeNetwork(
    loggedIn(() => {
      const body = { total: 1e12, resources: page() };
      return { body, length: 500 * 4_000 };
    }),
  );
  expect((await errorOf(endless.api.list("/x"))).message).toMatch(/the list does not end after \d+ items/);
  const same = fakeNetwork(loggedIn(() => ({ body: { total: 1e12, resources: [{ id: "a" }, { id: "b" }] } })));
  expect(await same.api.list("/x")).toEqual([{ id: "a" }, { id: "b" }]);
});
