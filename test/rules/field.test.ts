import * as z from "zod";
import {
  field,
  fieldsWhere,
  marksIn,
  named,
  nameInputOf,
  needsOf,
  ref,
} from "../../provider/lifecycle/vocabulary/field";
import { account, box } from "./shapes";

/** Marks belong to one field, even if other fields share its schema. */

test("a mark stays with its field: the schema that it was added to has none", () => {
  const text = z.string().min(1);
  const secret = field(text, { secret: true });
  expect(marksIn(secret)).toEqual({ secret: true });
  expect(marksIn(text)).toEqual({});
  expect(secret.safeParse("").success).toBe(false);
});

test("marks of a shared field are merged, and each overrides marks of the same kind", () => {
  const shared = field(z.string().optional(), { absent: "keep", wire: "somewhere.else" });
  expect(marksIn(field(shared, { absent: "theirs" }))).toEqual({ absent: "theirs", wire: "somewhere.else" });
  expect(marksIn(shared)).toEqual({ absent: "keep", wire: "somewhere.else" });
});

test("wrappers of a field have no marks: they come last", () => {
  expect(marksIn(field(z.string(), { secret: true }).optional())).toEqual({});
});

test("a definition's name, its references and its fields of one kind are found by their marks", () => {
  expect(nameInputOf(box)).toBe("name");
  expect(nameInputOf({ inputs: { name: z.string() }, outputs: {} })).toBeUndefined();
  expect(needsOf(box)).toEqual([["account", account]]);
  expect(needsOf({ inputs: { any: field(z.string(), { ref: "any" }) }, outputs: {} })).toEqual([]);
  expect(fieldsWhere(box, ({ change }) => change === "replace")).toEqual(["name", "account", "kind", "region"]);
  expect(marksIn(named(z.string(), { change: "replace" }))).toEqual({ change: "replace", named: true });
  expect(ref(account).safeParse("").success).toBe(false);
});
