import { ifFound } from "../../provider/api/errors";
import { defineResource, type Definition, type Scope } from "../../provider/lifecycle/vocabulary/definition";
import { ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { ref } from "../../provider/lifecycle/vocabulary/field";
import { standing } from "./boxes";
import { archive, archived, begin, byCalls, byHook, item, usual } from "./endings";
import { rejection, type Fault } from "./fakeService";
import { box, event } from "./shapes";
import { changedKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";

/** What ends an object by more than one DELETE, and how it is known that it has ended. */

const deleted = 'Box "one": deleted the object "b-1". This cannot be undone.';

describe("whether the object was there", () => {
  test("an object that is ended is seen, and its end told", async () => {
    const { end, presence, log, service } = begin();
    await end(usual);
    expect(service.changes).toEqual([`DELETE ${item}`]);
    expect(presence.seen).toHaveBeenCalledTimes(1);
    expect(presence.gone).not.toHaveBeenCalled();
    expect(log).toEqual([deleted]);
  });

  test("one that its steps do not find must be allowed to be missing, and nothing is told", async () => {
    const { end, presence, log, service } = begin(undefined);
    service.objects.delete(item);
    await end(usual);
    expect(presence.gone).toHaveBeenCalledTimes(1);
    expect(presence.seen).not.toHaveBeenCalled();
    expect([log, service.changes]).toEqual([[], []]);
    presence.gone.mockRejectedValue(new ResourceError("it is on another service"));
    await expect(end(usual)).rejects.toThrow("it is on another service");
  });

  test("a part that is left says nothing of an object that is missing", async () => {
    const { end, presence, service } = begin();
    service.objects.delete(item);
    service.put(`${item}/lid`, {});
    const reading = byHook(async ({ api }) => {
      await api.get(`${item}/lid`);
      await ifFound(api.get(item));
    });
    await end(reading);
    expect(presence.gone).toHaveBeenCalledTimes(1);
    expect(presence.seen).not.toHaveBeenCalled();
  });

  test("without anybody to decide that, it counts as deleted", async () => {
    const { withoutPresence, service } = begin();
    service.objects.delete(item);
    await withoutPresence(usual);
    expect(service.changes).toEqual([]);
  });

  test.each<[string, Definition]>([
    ["reads a part that is missing first", byHook(async ({ api }) => void (await ifFound(api.get(`${item}/lid`))))],
    [
      "reads the object after such a part",
      byHook(async ({ api }) => {
        await ifFound(api.get(`${item}/lid`));
        await api.get(item);
      }),
    ],
    [
      "reads what the object has become after it",
      byHook(async ({ api }) => {
        await api.get(item);
        await ifFound(api.get("/boxes/b-2"));
      }),
    ],
    ["reads nothing", byHook(() => Promise.resolve())],
    ["has nothing to do", byCalls()],
  ])("a missing part says nothing of an object whose end %s", async (_how, definition) => {
    const { end, presence } = begin();
    await end(definition, { currentId: "b-2" });
    expect(presence.seen).toHaveBeenCalledTimes(1);
    expect(presence.gone).not.toHaveBeenCalled();
  });

  test("what was ended need not be what the resource began with", async () => {
    const { end, presence, log, service } = begin();
    service.objects.delete(item);
    service.put("/boxes/b-2", standing);
    const later = byHook(async ({ api }) => {
      await ifFound(api.get(item));
      if (await ifFound(api.get("/boxes/b-2"))) await api.delete("/boxes/b-2");
    });
    await end(later, { currentId: "b-2" });
    expect(service.objects.has("/boxes/b-2")).toBe(false);
    expect(presence.gone).not.toHaveBeenCalled();
    expect(log).toEqual([deleted]);
  });

  test("a last call that does not find it leaves that to be decided", async () => {
    const { end, presence, service } = begin();
    service.objects.delete(item);
    service.fail({ call: "POST", kind: "notFound" });
    await end(byCalls("archive"));
    expect(presence.gone).toHaveBeenCalledTimes(1);
    expect(presence.seen).not.toHaveBeenCalled();
  });
});

describe("a node that lags behind", () => {
  const recent = async (all: ReturnType<typeof begin>) => ({ [changedKey]: await all.service.time() });
  const stale: Fault = { call: `GET ${item}`, response: archived };

  test("may show an object that was just changed as ended already: it is looked at until something is done", async () => {
    const all = begin();
    all.service.fail({ ...stale, times: 3 });
    await all.end(usual, await recent(all));
    expect(all.service.changes).toEqual([`DELETE ${item}`]);
    // Three that were stale, the one that was not, and one after the end.
    expect(all.reads()).toBe(5);
    expect(all.presence.seen).toHaveBeenCalledTimes(1);
  });

  test("is waited for as long as one may lag behind, if nothing is ever found to do", async () => {
    const all = begin(archived);
    await all.end(usual, await recent(all));
    expect(all.service.changes).toEqual([]);
    expect(all.clock.seconds).toBeCloseTo(10, 3);
    expect(all.presence.seen).toHaveBeenCalledTimes(1);
  });

  test("is waited for no longer once the object is not found", async () => {
    const all = begin();
    all.service.fail({ ...stale, meanwhile: (service) => void service.objects.delete(item) });
    const reading = byHook(async ({ api }, id) => void (await ifFound(api.get(`/boxes/${id}`))));
    await all.end(reading, await recent(all));
    // Half a second until it was looked at again, and then as long as a missing object is doubted.
    expect(all.clock.seconds).toBeCloseTo(10.5, 3);
  });

  test("is not doubted about an object that was not changed recently", async () => {
    const all = begin(archived);
    await all.end(usual);
    expect([all.reads(), all.clock.seconds]).toEqual([2, 0]);
  });

  test("may not know the object: a first read that does not find it is repeated", async () => {
    const { end, service, presence } = begin();
    service.fail({ call: `GET ${item}`, kind: "notFound" });
    await end(usual);
    expect(service.changes).toEqual([`DELETE ${item}`]);
    expect(presence.gone).not.toHaveBeenCalled();
  });

  test("is not waited for where another object is missing, nor once the object was seen", async () => {
    const { end, clock } = begin();
    const twice = byHook(async ({ api }, id) => {
      await ifFound(api.get(`/boxes/${id}/lid`));
      if (await ifFound(api.get(`/boxes/${id}`))) await api.delete(`/boxes/${id}`);
      await ifFound(api.get(`/boxes/${id}`));
    });
    await end(twice);
    expect(clock.seconds).toBe(0);
  });
});

describe("the calls of an ending", () => {
  const showsEnd: Fault = {
    call: `POST ${item}/archive`,
    response: {},
    meanwhile: (all) => void all.put(item, archived),
  };

  test("are sent by their names, and may be repeated when a response is lost", async () => {
    const { end, service } = begin();
    const post = jest.spyOn(service, "post");
    service.fail({ ...showsEnd, meanwhile: (all) => void all.objects.delete(item) });
    await end(byCalls("archive"));
    expect(post.mock.calls).toEqual([[`${item}/archive`, undefined, { repeatable: true }]]);
  });

  test("delete the record only once it shows that the call before has ended the object", async () => {
    const { end, service } = begin();
    service.fail(showsEnd, { call: `GET ${item}`, response: { ...standing, id: "b-1" }, times: 4 });
    await end(byCalls(archive, "DELETE"));
    const sent = service.calls.slice(service.calls.indexOf(`POST ${item}/archive`));
    expect(sent.indexOf(`DELETE ${item}`)).toBeGreaterThan(3);
    expect(service.objects.has(item)).toBe(false);
  });

  test("are sent once where no record shows them", async () => {
    const { end, service } = begin();
    service.fail({ call: `POST ${item}/archive`, response: {} });
    await end(byCalls({ verb: "archive", unless: () => undefined }));
    expect(service.changes).toEqual([`POST ${item}/archive`]);
  });
});

describe("the end of an object", () => {
  test.each<[string, Definition]>([
    ["of one that stays", byCalls()],
    ["of one that no service knows", byHook(() => Promise.resolve(), { path: "" })],
  ])("%s is not looked for", async (_which, definition) => {
    const { end, service } = begin();
    await end(definition);
    expect(service.calls).toEqual([]);
  });

  test("of an event is not looked for, unless it can be read", async () => {
    const { end, service } = begin();
    service.put("/events/b-1", {});
    await end({ ...event, hooks: undefined }, { what: "a" });
    expect(service.calls).toEqual(["DELETE /events/b-1"]);
    service.calls.length = 0;
    service.put("/events/b-1", {});
    const removable: Definition = { ...event, hooks: { remove: ({ api }, id) => api.delete(`/events/${id}`) } };
    await end(removable, { what: "a" });
    expect(service.calls).toEqual(["DELETE /events/b-1"]);
    service.put("/events/b-1", {});
    service.fail({ call: "DELETE", response: {}, times: 99 });
    const read = (api: Scope["api"], id: string) => api.get(`/events/${id}`);
    const readable: Definition = { ...removable, hooks: { ...removable.hooks, read } };
    await expect(end(readable, { what: "a" })).rejects.toThrow(/the object is as before/);
  });

  test("is awaited for a type without hooks as well", async () => {
    const { end, service } = begin();
    service.fail({ call: `GET ${item}`, response: { ...standing, id: "b-1" }, times: 2 });
    await end({ ...box, hooks: undefined });
    expect(service.calls.filter((call) => call.startsWith("DELETE"))).toHaveLength(1);
    expect(service.objects.has(item)).toBe(false);
  });

  test("is not taken for granted where its record cannot be read", async () => {
    const { end, service, presence } = begin();
    const gone = usual.hooks!.remove!;
    const failing = byHook(async (scope, id, known) => {
      await gone(scope, id, known);
      service.fail({ call: `GET ${item}`, kind: "forbidden" });
    });
    await expect(end(failing)).rejects.toThrow(/403/);
    expect(presence.seen).not.toHaveBeenCalled();
  });

  test("is shown by a record that the steps do not find", async () => {
    const { end, presence, clock } = begin();
    const strict = byHook(async ({ api }, id) => {
      await api.get(`/boxes/${id}`);
      await api.delete(`/boxes/${id}`);
    });
    await end(strict);
    expect(presence.seen).toHaveBeenCalledTimes(1);
    expect(presence.gone).not.toHaveBeenCalled();
    expect(clock.seconds).toBe(0);
  });

  test("that a hook waits for in vain is told in its words", async () => {
    const { end } = begin();
    const waiting = byHook(({ poll }) =>
      poll(
        () => Promise.resolve(undefined),
        5,
        () => "the lid is still open",
      ),
    );
    const { message } = await rejection(end(waiting), ResourceError);
    expect(message).toMatch(/^deleting Box "one" failed: the lid is still open/);
  });

  test("that something else prevents names it, as the references of other types lead to it", async () => {
    const { end, service, surroundings } = begin();
    const shelf = { ...box, type: "Shelf", path: "/shelves" };
    const lid: Definition = defineResource({
      type: "Lid",
      path: "/lids",
      inputs: { shelf: ref(shelf) },
      outputs: {},
      filters: ["id"],
    });
    surroundings.types = () => [lid];
    service.put("/shelves/b-1", standing);
    service.put("/lids/l-1", { shelf: "b-1" });
    service.fail({ call: "DELETE", kind: "conflict", times: 999 });
    await expect(end(shelf)).rejects.toThrow('It is used by Lid "l-1": remove that first.');
  });
});
