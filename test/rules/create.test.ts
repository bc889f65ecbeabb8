import type { Wire } from "../../provider/api/client";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { InitializationError, ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { markKey } from "../../provider/lifecycle/values/wire";
import { begin, posts } from "./boxes";
import { FakeService, rejection, stage, type Fault } from "./fakeService";
import { account, box, boxInputs, namelessBox } from "./shapes";
import { changedKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";

/** Create, with lost responses and failures. */

const unmarked: Definition = { ...box, mark: undefined };

test("an object is created with one POST, and no further request is sent", async () => {
  const { service, box: life } = begin();
  const { id, state } = await life.create({ ...boxInputs, description: "x", secretKey: "s" });
  expect(id).toBe("b-1");
  expect(state).toMatchObject({ ...boxInputs, description: "x", secretKey: "s", serialNumber: "s-1", version: 0 });
  expect(service.changes).toEqual(["POST /boxes"]);
});

test("the state contains what the definition declares and nothing else", async () => {
  const { service, box: life } = begin();
  service.fail({
    call: "POST /boxes",
    response: { id: "b-7", name: "one", account: "a-1", colour: "red", updatedAt: "now" },
  });
  const { state } = await life.create(boxInputs);
  const declared = [...Object.keys(box.inputs), ...Object.keys(box.outputs), changedKey];
  expect(Object.keys(state).filter((key) => !declared.includes(key) && state[key] !== undefined)).toEqual([]);
});

test("a response without an id does not identify the object: it is looked up", async () => {
  for (const after of [true, false]) {
    const { service, box: life } = begin();
    service.fail({ call: "POST /boxes", response: { name: "one" }, after });
    const { id } = await life.create(boxInputs);
    expect([...service.objects.keys()].filter((path) => path.startsWith("/boxes"))).toEqual([`/boxes/${id}`]);
  }
});

test("an object is found if the create failed after it, and nothing is retried if nothing was created", async () => {
  const made = begin();
  made.service.fail({ call: "POST /boxes", kind: "failed", after: true });
  expect((await made.box.create(boxInputs)).id).toBe("b-1");
  const none = begin();
  none.service.fail({ call: "POST /boxes", kind: "failed" });
  await expect(none.box.create(boxInputs)).rejects.toThrow(/500/);
  expect(none.service.calls.filter((call) => call === "POST /boxes")).toHaveLength(1);
});

test("each object has its own mark", async () => {
  const { service, box: life } = begin();
  await life.create({ ...boxInputs, meta: { team: "a" } });
  await life.create({ ...boxInputs, name: "two" });
  const metas = service.bodies.map(({ body }) => (body as { meta: Wire }).meta);
  expect(metas[0]).toEqual({ team: "a", [markKey]: expect.stringMatching(/^[0-9a-f]{12}$/) });
  expect(metas[1]![markKey]).not.toBe(metas[0]![markKey]);
});

interface Lost {
  name: string;
  definition?: Definition;
  faults: Fault[];
  unique?: boolean;
  posts: number;
  /** The error; none if the object exists in the end. */
  error?: RegExp[];
}

function forgetTime(service: FakeService): void {
  const { createdAt: _at, ...rest } = service.objects.get("/boxes/b-1")!;
  service.put("/boxes/b-1", rest);
}

const lost: Lost[] = [
  {
    name: "a response lost after the create: the object is found by our mark, and not created again",
    faults: [{ call: "POST /boxes", kind: "unanswered", after: true }],
    posts: 1,
  },
  {
    name: "a request lost before anything was created is retried",
    faults: [{ call: "POST /boxes", kind: "unanswered" }],
    posts: 2,
  },
  {
    name: "a request lost twice is sent a third time",
    faults: [{ call: "POST /boxes", kind: "unanswered", times: 2 }],
    posts: 3,
  },
  {
    name: "a request that is always lost fails after four attempts, with advice",
    faults: [{ call: "POST /boxes", kind: "unanswered", times: 99 }],
    posts: 4,
    error: [/creating Box "one" failed: the connection .* broke/, /Whether the service made it is not known/],
  },
  {
    name: "a second request that conflicts with the first one's object returns that",
    faults: [
      { call: "POST /boxes", kind: "unanswered" },
      { call: "POST /boxes", kind: "unanswered", after: true },
    ],
    posts: 2,
  },
  {
    name: "a lost response and a failed lookup: nothing is retried",
    faults: [
      { call: "POST /boxes", kind: "unanswered", after: true },
      { call: "GET /boxes?", kind: "forbidden" },
    ],
    posts: 1,
    error: [/not known/, /\/boxes/, /adopt: "<its id>"/],
  },
  {
    name: "an object without a mark is recognized by its creation time",
    definition: unmarked,
    faults: [{ call: "POST /boxes", kind: "unanswered", after: true }],
    posts: 1,
  },
  {
    name: "an object with neither mark nor time is not provably ours: the error names it and how to adopt it",
    definition: unmarked,
    faults: [{ call: "POST /boxes", kind: "unanswered", after: true, meanwhile: forgetTime }],
    posts: 1,
    error: [/creating Box "one" failed/, /with the id "b-1"/, /adopt: "b-1" {2}to Box "one"/],
  },
  {
    name: "an object that cannot be looked up is never sent twice",
    definition: { ...namelessBox, mark: undefined },
    unique: false,
    faults: [{ call: "POST /boxes", kind: "unanswered" }],
    posts: 1,
    error: [/not known/, /adopt: "<its id>"/],
  },
  {
    name: "an object whose list of unique values is empty is never sent twice",
    definition: { ...unmarked, unique: [["account", "tags"]] },
    unique: false,
    faults: [{ call: "POST /boxes", kind: "unanswered" }],
    posts: 1,
    error: [/not known/],
  },
  {
    name: "an object without a unique value is found by our mark, and not created again",
    definition: { ...box, unique: [] },
    unique: false,
    faults: [{ call: "POST /boxes", kind: "unanswered", after: true }],
    posts: 1,
  },
  {
    name: "a list that lags behind the create is read again before a second object without a unique value is created",
    definition: { ...box, unique: [] },
    unique: false,
    faults: [
      { call: "GET /boxes?" },
      { call: "POST /boxes", kind: "unanswered", after: true },
      { call: "GET /boxes?", response: { items: [] }, times: 2 },
    ],
    posts: 1,
  },
  {
    name: "a rejected request is not retried",
    faults: [{ call: "POST /boxes", kind: "badRequest" }],
    posts: 1,
    error: [/creating Box "one" failed: .*responded with 400 .*r-9.* \(POST \/boxes\)/, /Correct the argument/],
  },
];

test.each(lost)("$name", async ({ definition = box, faults, unique, posts: expected, error }) => {
  const { service, life } = begin(new FakeService(unique));
  service.fail(...faults);
  const work = life(definition).create(boxInputs);
  if (error) {
    const { message } = await rejection(work, ResourceError);
    for (const part of error) expect(message).toMatch(part);
  } else {
    const { id } = await work;
    expect([...service.objects.keys()].filter((path) => path.startsWith("/boxes"))).toEqual([`/boxes/${id}`]);
  }
  expect(posts(service)).toHaveLength(expected);
});

describe("a 404", () => {
  const removed = "Somebody removed it";

  test("on create means a wrong path or id", async () => {
    const { service, box: life } = begin();
    service.fail({ call: "POST /boxes", kind: "notFound" });
    const { message } = await rejection(life.create(boxInputs), ResourceError);
    expect(message).toContain("The object or path does not exist: check the ids");
    expect(message).not.toContain(removed);
  });

  test("on the update that follows a create does, too", async () => {
    const { service, life } = stage();
    service.fail({ call: "POST /accounts/b-1/test", kind: "notFound" });
    const { message } = await rejection(life(account).create({ name: "acme" }), InitializationError);
    expect(message).not.toContain(removed);
  });

  test("on update means that the object was deleted", async () => {
    const { service, box: life } = begin();
    const { id, state } = await life.create(boxInputs);
    service.fail({ call: `PATCH /boxes/${id}`, kind: "notFound" });
    const { message } = await rejection(life.update(id, state, { ...boxInputs, sizeInLitres: 6 }), ResourceError);
    expect(message).toContain(removed);
  });
});

describe("a failure after the object was created", () => {
  const connection: Definition = { ...account, inputs: { ...account.inputs, description: box.inputs.description! } };
  const inputs = { name: "acme", description: "x" };

  test("contains the id, all properties and the reason, so that the next run can continue", async () => {
    const { service, life } = stage();
    const response = { state: "failed", last_error: "wrong key" };
    service.fail({ call: "POST /accounts/b-1/test", times: 999, response });
    const error = await rejection(life(connection).create(inputs), InitializationError);
    expect(error.id).toBe("b-1");
    expect(error.properties).toMatchObject({ ...inputs, state: "failed", lastError: "wrong key" });
    expect(error.reasons).toEqual([error.message]);
    expect(error.message).toMatch(/Account "acme" is failed, not ready; the service says: wrong key/);
  });

  test("is continued by the next run, without a second object", async () => {
    const { service, life } = stage();
    service.fail({ call: "POST /accounts/b-1/test", kind: "failed" });
    const error = await rejection(life(connection).create(inputs), InitializationError);
    service.fail({ call: "POST /accounts/b-1/test", response: { state: "ready" } });
    const { state } = await life(connection).update(error.id, error.properties, inputs);
    expect(state).toMatchObject({ ...inputs, state: "ready" });
    expect(service.calls.filter((call) => call === "POST /accounts")).toHaveLength(1);
  });

  test("earlier than that is a plain failure: there is nothing to record", async () => {
    const { service, box: life } = begin();
    service.fail({ call: "POST /boxes", kind: "forbidden" });
    const { message, constructor } = await rejection(life.create(boxInputs), ResourceError);
    expect(constructor).toBe(ResourceError);
    expect(message).toMatch(/403.*missing permission/);
  });
});
