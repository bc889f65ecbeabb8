import { Marker } from "../../provider/lifecycle/evidence/mark";
import { refuseShrinking, type Shrinking } from "../../provider/lifecycle/guards/coverage";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";
import { FakeService, type Fault } from "./fakeService";
import { atlas, book, room, sign } from "./shapes";

/** What a shorter list would leave outside, and who has it. */

const stack = { organization: "acme", project: "shop", stack: "dev" };
const backend = "0123456789ab";
const home = { stack, backend, isFile: false, former: [] };
const markOf = (name: string) => new Marker(book, { name, backend }, { keys: [], digest: undefined }).marked({});
const ours = markOf("acme/shop/dev/Book/novel");

interface Case {
  news?: Bag;
  changed?: readonly string[];
  books?: Bag[];
  more?: Partial<Shrinking>;
  fault?: Fault;
}

/** The plan of a room that gives up the shelf `b`. */
async function shrink({ news = { shelves: ["a"] }, changed = ["name", "shelves"], books = [], more, fault }: Case) {
  const service = new FakeService();
  books.forEach((one, index) => service.put(`/books/${index}`, { room: "r-1", shelf: "b", kind: "book", ...one }));
  if (fault) service.fail(fault);
  const log: string[] = [];
  const vacate = jest.fn<void, [Definition, string, string]>();
  const said = await refuseShrinking(
    room,
    { api: service, log: (line) => log.push(line), types: () => [room, book, atlas, sign] },
    {
      id: "r-1",
      label: 'Room "one"',
      olds: { name: "one", shelves: ["a", "b"] },
      news,
      changed,
      home,
      isRefreshed: false,
      holderOf: () => undefined,
      vacate,
      ...more,
    },
  ).then(
    () => log.join("\n"),
    (error: Error) => error.message,
  );
  return { said, vacated: vacate.mock.calls.map(([{ type }, id, why]) => [type, id, why]), calls: service.calls };
}

test.each<[string, Case]>([
  ["the list becomes longer", { news: { shelves: ["a", "b", "c"] }, books: [ours] }],
  ["the list is not known yet", { news: { shelves: unknownValue }, books: [ours] }],
  ["something else changes", { changed: ["name"], books: [ours] }],
])("nothing is read if %s", async (_what, one) => {
  expect(await shrink(one)).toEqual({ said: "", vacated: [], calls: [] });
});

test("nothing is said of an empty shelf, of another room, and of what is gone", async () => {
  const books = [
    { ...ours, shelf: "a" },
    { ...ours, room: "r-2" },
    { ...ours, gone: true },
  ];
  expect(await shrink({ books })).toEqual({ said: "", vacated: [], calls: ["GET /books?"] });
});

describe("what the stack has there is refused", () => {
  test.each<[string, Case["more"]]>([
    ["", {}],
    [" if the whole list goes", { news: {} }],
  ])("by its mark%s", async (_what, more) => {
    const { said, vacated } = await shrink({ books: [ours], more });
    expect(said).toBe(
      'changing Room "one" was refused: without ' +
        (more?.news ? "a, b" : "b") +
        ' in its `shelves`, the service would no longer manage what this stack has there: "0" (made for ' +
        "acme/shop/dev/Book/novel). Books there stay. Remove that in an update before this one, or keep the entry. If this " +
        "stack no longer has it, run the command with --refresh, which shows that.",
    );
    expect(vacated).toEqual([]);
  });

  test("by the resource that has it", async () => {
    const holderOf = ({ type }: Definition, id: string) => (id === "1" ? `${type} "bound"` : undefined);
    const { said } = await shrink({ books: [{}, { kind: "atlas" }, ours], more: { holderOf } });
    expect(said).toContain('there: Atlas "bound", "2" (made for acme/shop/dev/Book/novel). Books');
    expect(said).not.toContain("--refresh");
  });
});

describe("what the stack does not have is left with a warning, and noted", () => {
  test.each<[string, Case]>([
    ["its mark is another stack's", { books: [markOf("acme/shop/new/Book/novel")] }],
    ["it has no mark", { books: [{}] }],
    ["a refresh has not read it, whatever its mark says", { books: [ours], more: { isRefreshed: true } }],
    ["its end is scheduled", { books: [{ ...ours, ending: "2026-02-01T00:00:00Z" }] }],
    ["the stack is not known", { books: [ours], more: { home: undefined } }],
  ])("if %s", async (_why, one) => {
    const { said, vacated } = await shrink(one);
    expect(said).toBe(
      'warning: Room "one" without b in its `shelves`: the service lists 1 object there, not known to be of this stack. Books ' +
        "there stay.",
    );
    expect(vacated).toEqual([
      ["Book", "0", 'Room "one" is without b in its `shelves` from this update on. Books there stay.'],
    ]);
  });
});

test("what cannot be read is not given up", async () => {
  const { said, vacated } = await shrink({ books: [{}], fault: { call: "GET /books", kind: "forbidden" } });
  expect(said).toMatch(
    /^changing Room "one" was refused: .* could not be read: the service responded with 403 .* keep the entry\.$/,
  );
  expect(vacated).toEqual([]);
});
