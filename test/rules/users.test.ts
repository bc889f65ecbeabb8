import * as z from "zod";
import { defineResource, type Definition } from "../../provider/lifecycle/vocabulary/definition";
import { field, named, ref } from "../../provider/lifecycle/vocabulary/field";
import { usersOf } from "../../provider/lifecycle/service/users";
import { FakeService } from "./fakeService";

/** A refused delete names what refers to the object. */

const shelf: Definition = defineResource({
  type: "Shelf",
  path: "/shelves",
  inputs: { name: named(z.string()) },
  outputs: {},
});

const book: Definition = defineResource({
  type: "Book",
  path: "/books",
  inputs: { title: named(z.string()), shelf: field(ref(shelf), { wire: "shelf_id" }) },
  outputs: {},
  filters: ["id"],
  fixed: { kind: "book" },
});

const label: Definition = defineResource({
  type: "Label",
  path: "/labels",
  inputs: { shelves: field(z.array(z.string()), { ref: shelf }) },
  outputs: {},
  filters: ["id"],
});

const begin = () => {
  const service = new FakeService();
  service.put("/shelves/s-1", { name: "left" });
  const known = { api: service, types: () => [shelf, book, label] };
  return { service, users: async () => (await usersOf(shelf, known, "s-1", { name: "left" }))?.named };
};

test("nobody", async () => {
  const { service, users } = begin();
  service.put("/books/b-1", { kind: "book", title: "other", shelf_id: "s-2" });
  expect(await users()).toBeUndefined();
});

test("by id, in a list, or by name, as some responses show it; objects without a name are shown by id", async () => {
  const { service, users } = begin();
  service.put("/books/b-1", { kind: "book", title: "one", shelf_id: "s-1" });
  service.put("/books/b-2", { kind: "book", title: "two", shelf_id: "left" });
  service.put("/books/b-3", { kind: "magazine", title: "three", shelf_id: "s-1" });
  service.put("/labels/l-1", { shelves: ["s-0", "s-1"] });
  expect(await users()).toBe('Book "one", Book "two", Label "l-1"');
});

test("a record of what no longer exists uses nothing", async () => {
  const { service, users } = begin();
  service.put("/books/b-1", { kind: "book", title: "one", shelf_id: "s-1", gone: true });
  expect(await users()).toBeUndefined();
});

test("no more than a reader needs", async () => {
  const { service, users } = begin();
  for (let n = 1; n <= 8; n++) service.put(`/books/b-${n}`, { kind: "book", title: `no ${n}`, shelf_id: "s-1" });
  expect(await users()).toMatch(/^(Book "no \d", ){5}3 more$/);
});

test("a list that is too long is not searched", async () => {
  const { service, users } = begin();
  service.put("/books/b-1", { kind: "book", title: "one", shelf_id: "s-1" });
  service.count = async (path) => (path === "/books" ? 2001 : 0);
  expect(await users()).toBeUndefined();
});
