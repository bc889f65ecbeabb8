import { ApiError } from "../../provider/api/errors";
import type { Wire } from "../../provider/api/client";
import { Marker } from "../../provider/lifecycle/evidence/mark";
import { itemsIn, plainCreate, proven } from "../../provider/lifecycle/reconciler/create";
import { scopeFor } from "../../provider/lifecycle/reconciler/operations";
import type { Bag, Definition, Hooks } from "../../provider/lifecycle/vocabulary/definition";
import { beginWith } from "./boxes";
import { rejection, type FakeService } from "./fakeService";
import { account, book, box, boxInputs, event, namelessBox } from "./shapes";

/** Which response to a create is about the object that was created. */

const owner = { name: "acme/shop/dev/Box/one", backend: "0123456789ab" };
const markerOf = (definition: Definition) => new Marker(definition, owner, { keys: [], digest: undefined });

function begin(definition: Definition, inputs: Bag) {
  const { service, clock, stop } = beginWith();
  const environment = { api: service, clock, stop: stop.signal, log: () => {}, lagSeconds: 30 };
  return { service, clock, scope: scopeFor(definition, environment, {}, inputs) };
}

/** Whether a response is accepted, after the create was sent with a mark or without one. */
async function isAccepted(definition: Definition, record: Wire, { inputs = boxInputs, marker = markerOf(definition) }) {
  const { scope } = begin(definition, inputs);
  const work = proven(definition, scope, record, marker);
  if (await work.then(() => true).catch(() => false)) {
    expect(await work).toBe(record);
    return true;
  }
  const error = await rejection(work, ApiError);
  expect(error.message).toBe("the response is about another object");
  // What was created is looked for, as after a lost response.
  expect(error.kind).toBe("unanswered");
  return false;
}

describe("a mark that was sent decides", () => {
  const marker = markerOf(box);
  const sent = marker.marked({ name: "one" });
  const other = markerOf(box).marked({ name: "one" });

  test.each<[boolean, string, Wire]>([
    [true, "it, whatever else is shown", { ...sent, name: "two" }],
    [false, "that of another call, with the same name", other],
    [true, "none, and the name", { name: "one" }],
    [false, "none, and another name", { name: "two" }],
  ])("%j for a response with %s", async (accepted, _what, record) => {
    expect(await isAccepted(box, record, { marker })).toBe(accepted);
  });
});

describe("without a mark, what was sent decides", () => {
  const shown: Wire = { id: "b-9", kind: "small", account: "a-1", box_param: { Size: 5 } };

  test.each<[boolean, string, Wire]>([
    [
      true,
      "the same name, and a description that the service has not applied yet",
      { name: "one", description: "old" },
    ],
    [false, "another name", { ...shown, name: "two" }],
    [true, "no name, and all that was sent", shown],
    [false, "no name, and another kind", { ...shown, kind: "large" }],
    [false, "no name, and a reference to another object", { ...shown, account: "a-2" }],
    [false, "another object by name", { ...shown, account: "other" }],
    [true, "the same object by name", { ...shown, account: "acme" }],
  ])("%j for a response with %s", async (accepted, _what, record) => {
    const unnamed = { ...box, inputs: { ...box.inputs, name: namelessBox.inputs.name } } as Definition;
    const referring = { ...unnamed, inputs: { ...unnamed.inputs, account: box.inputs.account } } as Definition;
    expect(await isAccepted(referring, record, {})).toBe(accepted);
  });

  test("a document in another form tells nothing", async () => {
    const inputs = { ...boxInputs, policy: '{"a":1}', owner: { fullName: "Ada" } };
    const record = { ...shown, policy: { a: 2 }, owner: { full_name: "Bob" } };
    expect(await isAccepted(box, record, { inputs })).toBe(true);
  });

  test("an event has no object that could be another one", async () => {
    expect(await isAccepted(event, { id: "e-1", what: "other" }, { inputs: { what: "once" } })).toBe(true);
  });
});

describe("what a response does not tell, a search by the inputs does", () => {
  const found = (find: NonNullable<Hooks<never>["find"]>) =>
    ({ ...book, unique: [["room", "shelf"]], hooks: { find } }) as Definition;
  const inputs = { room: "r-1", shelf: "b" };

  test.each<[boolean, string, Wire[]]>([
    [true, "it", [{ id: "k-9" }]],
    [true, "it beside another one", [{ id: "k-1" }, { id: "k-9" }]],
    [false, "another one", [{ id: "k-1" }]],
    [false, "nothing, even after a node has had time to know it", []],
  ])("%j if it finds %s", async (accepted, _what, records) => {
    const definition = found(() => Promise.resolve(records));
    expect(await isAccepted(definition, { id: "k-9" }, { inputs })).toBe(accepted);
  });

  test("a node that lags is asked again", async () => {
    const answers: Wire[][] = [[], [], [{ id: "k-9" }]];
    const find = jest.fn(() => Promise.resolve(answers.shift() ?? []));
    expect(await isAccepted(found(find), { id: "k-9" }, { inputs })).toBe(true);
    expect(find).toHaveBeenCalledTimes(3);
  });

  test("no search is needed if the response shows what was sent", async () => {
    const find = jest.fn(() => Promise.resolve([]));
    expect(await isAccepted(found(find), { id: "k-9", shelf: "b" }, { inputs })).toBe(true);
    expect(find).not.toHaveBeenCalled();
  });

  test("a default of what it does not show tells nothing", async () => {
    const find = jest.fn(() => Promise.resolve([]));
    const filled = { ...found(find), inputs: { ...book.inputs, shelf: box.inputs.kind } } as Definition;
    expect(await isAccepted(filled, { id: "k-9" }, { inputs: { room: "r-1", shelf: "small" } })).toBe(false);
    expect(find).toHaveBeenCalled();
  });

  test.each<[string, Definition]>([
    ["without a search", book],
    ["of which any number may be alike", { ...found(() => Promise.resolve([])), unique: [] }],
  ])("a type %s takes the response", async (_which, definition) => {
    expect(await isAccepted(definition, { id: "k-9" }, { inputs })).toBe(true);
  });
});

describe("the call that creates", () => {
  const sentBy = async (definition: Definition, inputs: Bag) => {
    const { service, scope } = begin(definition, inputs);
    await plainCreate(definition, scope, { name: "one" });
    return service.bodies.map(({ call, body }) => [call, body]);
  };

  test.each<[string, Partial<Definition>, string, unknown]>([
    ["the collection", {}, "POST /accounts", { name: "one" }],
    ["another path", { createPath: "/accounts/new" }, "POST /accounts/new", { name: "one" }],
    ["a path of the inputs", { createPath: ({ name }) => `/in/${String(name)}` }, "POST /in/one", { name: "one" }],
    ["a body of its own", { hooks: { body: () => ({ all: true }) } }, "POST /accounts", { all: true }],
  ])("goes to %s", async (_what, more, call, body) => {
    expect(await sentBy({ ...account, ...more }, { name: "one" })).toEqual([[call, body]]);
  });
});

describe("of what a call adds to a list", () => {
  const { kind } = box.inputs;
  const shelf: Definition = {
    ...book,
    type: "Shelf",
    path: "/shelves",
    createPath: { path: "/rooms/r-1/add", adds: "added" },
    unique: [["room", "shelf"]],
    inputs: { room: box.inputs.region!, shelf: kind! },
  };
  const inputs = { room: "r-1", shelf: "small" };
  const [own, other]: Wire[] = [
    { id: "s-1", room: "r-1", shelf: "small" },
    { id: "s-2", room: "r-1", shelf: "large" },
  ];

  const added = (response: Wire, prepare: (service: FakeService) => void = () => {}) => {
    const { service, scope } = begin(shelf, inputs);
    prepare(service);
    service.fail({ call: "POST /rooms/r-1/add", response });
    return plainCreate(shelf, scope, {});
  };

  test.each<[string, Wire]>([
    ["under its name", { added: [other, own] }],
    ["under the usual name", { resources: [other, own] }],
    ["in a bare list", [{}, other, own] as never],
    ["alone", own!],
    ["without the rest of what was sent", { added: [other, { id: "s-1", shelf: "small" }] }],
  ])("the object is found %s", async (_where, response) => {
    expect(await added(response)).toMatchObject({ id: "s-1", shelf: "small" });
  });

  test("an item that shows only an id is read", async () => {
    const response = { added: [{ id: "s-0" }, { id: "s-2" }, { id: "s-1" }] };
    const record = await added(response, (service) => {
      service.put("/shelves/s-1", own!);
      service.put("/shelves/s-2", other!);
    });
    expect(record).toEqual(own);
  });

  test.each<[string, Wire]>([
    ["another object", { added: [other] }],
    ["an object without an id", { added: [{ room: "r-1", shelf: "small" }] }],
    ["nothing", { added: [] }],
    ["no list", { added: null, resources: [] }],
  ])("a response with %s counts as lost", async (_what, response) => {
    const error = await rejection(added(response), ApiError);
    expect(error).toMatchObject({
      message: "the response does not name what was added",
      kind: "unanswered",
      facts: { call: "POST /rooms/r-1/add" },
    });
  });
});

test.each<[string, Wire, readonly string[], number]>([
  ["the named list", { added: [{}], resources: [{}, {}] }, ["added"], 1],
  ["the usual one, if that is absent", { added: null, resources: [{}, {}] }, ["added"], 2],
  ["none, if there is no list", { other: [{}] }, ["added"], 0],
  ["a bare list", [{}, {}, {}] as never, [], 3],
])("items come from %s", (_where, response, names, count) => {
  expect(itemsIn(response, ...names)).toHaveLength(count);
});
