import { ifFound, isKind } from "../../provider/api/errors";
import type { Wire } from "../../provider/api/client";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { keptSets } from "../../provider/lifecycle/values/diff";
import { ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { onDestroy, ref } from "../../provider/lifecycle/vocabulary/field";
import { forbiddenAdvice } from "../../provider/lifecycle/layers/explained";
import { beginWith, standing, state } from "./boxes";
import { failure, rejection, type Fault } from "./fakeService";
import { account, box, event, remarked } from "./shapes";

/** Deleting an existing object. */

describe("delete", () => {
  const used: Definition = { ...box, hooks: { ...box.hooks, usedBy: async () => 'Shelf "top"' } };
  const inUse: Fault = { call: "DELETE", kind: "conflict", times: 999 };

  test("removes the object", async () => {
    const { service, box: life } = beginWith();
    await life.delete("b-1", state);
    expect(service.objects.has("/boxes/b-1")).toBe(false);
  });

  describe("is done once the object itself shows it", () => {
    test("not by an accepted call: somebody may have to approve it", async () => {
      const { service, clock, log, life } = beginWith();
      service.fail({ call: "DELETE /boxes/b-1", response: {}, times: 999 });
      const { message } = await rejection(life(box).delete("b-1", state), ResourceError);
      expect(message).toMatch(/^deleting Box "one" failed: .*the object is as before.*quorum.*stays in the state/);
      expect(clock.seconds).toBeCloseTo(45, 3);
      expect(log.join()).toContain("is as before");
      expect(service.changes).toEqual(["DELETE /boxes/b-1"]);
    });

    test("which a node that lags behind may take a while to show", async () => {
      const { service, life } = beginWith();
      service.fail({ call: "GET /boxes/b-1", response: { id: "b-1", ...standing }, times: 3 });
      await life(box).delete("b-1", state);
      expect(service.objects.has("/boxes/b-1")).toBe(false);
    });

    test("also by steps that the service accepts and does not take", async () => {
      const { service, life } = beginWith();
      const archive = { verb: "archive", unless: ({ archived }: Wire) => archived === true };
      const archiving = { ...box.inputs, onDestroy: onDestroy({ archive: [archive] }) };
      service.fail({ call: "POST /boxes/b-1/archive", response: {}, times: 999 });
      const ended = life({ ...box, inputs: archiving }).delete("b-1", { ...state, onDestroy: "archive" });
      await expect(ended).rejects.toThrow(/the object is as before/);
    });
  });

  test("takes the defaults for what only a program says, where the state lacks it because the object was imported", async () => {
    const kept: Definition = {
      ...box,
      inputs: { ...box.inputs, onDestroy: onDestroy({ retain: [], destroy: ["DELETE"] }) },
    };
    const { service, life } = beginWith();
    await life(kept).delete("b-1", state);
    expect(service.objects.has("/boxes/b-1")).toBe(true);
    await life(kept).delete("b-1", { ...state, onDestroy: "destroy" });
    expect(service.objects.has("/boxes/b-1")).toBe(false);
  });

  test("of a missing object is not an error", async () => {
    const { service, box: life } = beginWith();
    service.objects.delete("/boxes/b-1");
    await life.delete("b-1", state);
  });

  describe("in several steps", () => {
    const stepwise: Definition = {
      ...box,
      hooks: {
        ...box.hooks,
        async remove({ api }, id) {
          await api.delete(`/boxes/${id}/lid`);
          await api.delete(`/boxes/${id}`);
        },
      },
    };

    test("is not complete because a part was missing: the rest stays in the state", async () => {
      const { service, clock, life } = beginWith();
      const error = await rejection(life(stepwise).delete("b-1", state), ResourceError);
      expect(error.message).toMatch(
        /^deleting Box "one" failed: .*404.*The object itself still exists, so it stays in the state/,
      );
      expect(service.objects.has("/boxes/b-1")).toBe(true);
      expect(clock.seconds).toBeCloseTo(20, 3);
    });

    test("continues once the part exists again", async () => {
      const { service, life } = beginWith();
      service.put("/boxes/b-1/lid", {});
      service.fail({ call: "DELETE /boxes/b-1/lid", kind: "notFound" });
      await life(stepwise).delete("b-1", state);
      expect(service.changes).toEqual(["DELETE /boxes/b-1/lid", "DELETE /boxes/b-1/lid", "DELETE /boxes/b-1"]);
      expect(service.objects.has("/boxes/b-1")).toBe(false);
    });

    test("of an object that is entirely missing is not an error", async () => {
      const { service, life } = beginWith();
      service.objects.clear();
      await life(stepwise).delete("b-1", state);
      expect(service.changes).toEqual(["DELETE /boxes/b-1/lid"]);
    });

    test("does not mistake a failed read for a missing object", async () => {
      const { service, life } = beginWith();
      service.fail({ call: "GET /boxes/b-1", kind: "forbidden" });
      const { message } = await rejection(life(stepwise).delete("b-1", state), ResourceError);
      expect(message).toMatch(/^deleting Box "one" failed: the service responded with 403/);
    });

    test("shows its end also where only another part of it was left", async () => {
      const { service, life } = beginWith();
      const removable: Definition = {
        ...box,
        hooks: {
          async remove({ api }, id) {
            await ifFound(api.get(`/boxes/${id}`));
            if (await ifFound(api.get("/boxes/b-2"))) await api.delete("/boxes/b-2");
          },
        },
      };
      service.objects.delete("/boxes/b-1");
      service.put("/boxes/b-2", standing);
      service.fail({ call: "DELETE /boxes/b-2", response: {}, times: 999 });
      const deleting = life(removable).delete("b-1", { ...state, currentId: "b-2" });
      await expect(deleting).rejects.toThrow(/the object is as before/);
    });

    test("of an event reads nothing: there is no object", async () => {
      const { service, life } = beginWith();
      const removable: Definition = { ...event, hooks: { remove: ({ api }, id) => api.delete(`/events/${id}`) } };
      await life(removable).delete("e-1", { what: "a" });
      expect(service.calls).toEqual(["DELETE /events/e-1"]);
    });
  });

  describe("as onDestroy says", () => {
    const archive = { verb: "archive", unless: ({ archived }: Wire) => archived === true };
    const endings = { retain: [], archive: [archive], destroy: [archive, "DELETE"], shred: "hook" } as const;
    const ended: Definition = {
      ...box,
      inputs: { ...box.inputs, onDestroy: onDestroy(endings) },
      hooks: { ...box.hooks, remove: ({ api }, id) => api.delete(`/boxes/${id}/shreds`), ended: () => true },
    };
    const inSafe: Definition = {
      ...ended,
      inputs: { ...ended.inputs, onDestroy: onDestroy({ ...endings, shred: { calls: "hook", staysIn: "the safe" } }) },
    };
    const archived: Fault = {
      call: "POST /boxes/b-1/archive",
      response: {},
      meanwhile: (service) => void service.put("/boxes/b-1", { ...standing, archived: true }),
    };
    const calls: Readonly<Record<string, readonly string[]>> = {
      retain: [],
      archive: ["POST /boxes/b-1/archive"],
      destroy: ["POST /boxes/b-1/archive", "DELETE /boxes/b-1"],
      shred: ["DELETE /boxes/b-1/shreds"],
    };

    test.each(Object.entries(calls))("%s: %j", async (word, expected) => {
      const { service, life } = beginWith();
      service.put("/boxes/b-1/shreds", {});
      service.fail(archived);
      await life(ended).delete("b-1", { ...state, onDestroy: word });
      expect(service.changes).toEqual(expected);
    });

    test.each([
      ["retain", "stays in the service"],
      ["shred", 'stays in the safe (onDestroy: "shred"): only the service\'s record of it is removed, until a refresh'],
    ])("%s says that the object %s", async (word, said) => {
      const { service, life, log } = beginWith();
      service.put("/boxes/b-1/shreds", {});
      await life(inSafe).delete("b-1", { ...state, onDestroy: word });
      expect(log.join()).toContain(`Box "one" ${said}`);
    });

    test("retain says what the object goes with", async () => {
      const { life, log } = beginWith();
      const shelf: Definition = { ...account, type: "Shelf", role: "container" };
      const inputs = { ...ended.inputs, shelf: ref(shelf) };
      for (const [shelves, said] of [
        [{}, 'stays in the service (onDestroy: "retain")'],
        [{ shelf: "s-1" }, 'stays in the service (onDestroy: "retain"), as long as its Shelf does'],
      ] as const) {
        log.length = 0;
        await life({ ...ended, inputs }).delete("b-1", { ...state, ...shelves, onDestroy: "retain" });
        expect(log).toEqual([`Box "one" ${said}`]);
      }
    });

    test("says nothing of an object that is deleted", async () => {
      const { log, life } = beginWith({ ...standing, archived: true });
      await life(inSafe).delete("b-1", { ...state, onDestroy: "destroy" });
      expect(log).toEqual([]);
    });

    test("uses the default for a state that is older than the input", async () => {
      const { service, life } = beginWith();
      await life(ended).delete("b-1", { ...state, onDestroy: undefined });
      expect(service.changes).toEqual([]);
    });

    test("skips the steps that were already done", async () => {
      const { service, life } = beginWith({ ...standing, archived: true });
      await life(ended).delete("b-1", { ...state, onDestroy: "destroy" });
      expect(service.changes).toEqual(["DELETE /boxes/b-1"]);
    });

    test("repeats a step that a lagging node does not know the object for", async () => {
      const { service, life } = beginWith();
      const archived: Fault = {
        call: "POST /boxes/b-1/archive",
        response: {},
        meanwhile: (all) => void all.put("/boxes/b-1", { ...standing, archived: true }),
      };
      service.fail({ call: "POST /boxes/b-1/archive", kind: "notFound" }, archived);
      await life(ended).delete("b-1", { ...state, onDestroy: "destroy" });
      expect(service.changes).toEqual([archived.call, archived.call, "DELETE /boxes/b-1"]);
    });

    test("does not mistake a lost last call for a success", async () => {
      const { service, life } = beginWith();
      service.fail({ call: "POST /boxes/b-1/archive", kind: "notFound", times: 999 });
      const { message } = await rejection(life(ended).delete("b-1", { ...state, onDestroy: "archive" }), ResourceError);
      expect(message).toMatch(/^deleting Box "one" failed: .*404/);
    });

    test("keeps the unique values of an object that is not deleted", () => {
      const kept = Object.keys(endings).filter((word) => keptSets(ended, { onDestroy: word }).length > 0);
      expect(kept).toEqual(["retain", "archive"]);
    });
  });

  test("that is refused because the object is in use is retried until it is not", async () => {
    const { service, clock, box: life } = beginWith();
    service.fail({ ...inUse, times: 3 });
    await life.delete("b-1", state);
    expect(service.objects.has("/boxes/b-1")).toBe(false);
    expect(clock.pauses).toEqual([200, 320, 512]);
  });

  test("that is always refused fails at its deadline, and names what uses the object", async () => {
    const { service, clock, life } = beginWith();
    service.fail(inUse);
    const { message } = await rejection(life(used).delete("b-1", state), ResourceError);
    expect(message).toMatch(
      /^deleting Box "one" failed: the service responded with 409 .*\(DELETE \/boxes\/b-1\)\. It is used by Shelf "top": remove that first\. To keep the Box as well, remove it from the stack with .*$/,
    );
    expect(clock.seconds).toBeCloseTo(20, 3);
  });

  test.each([
    { name: "the users cannot be determined", users: () => Promise.reject(new Error("no")) },
    { name: "no user is found", users: () => Promise.resolve(undefined) },
  ])("that is always refused when $name still gives advice", async ({ users }) => {
    const { service, life } = beginWith();
    service.fail(inUse);
    const { message } = await rejection(
      life({ ...box, hooks: { ...box.hooks, usedBy: users } }).delete("b-1", state),
      ResourceError,
    );
    expect(message).toMatch(/409.*Remove what uses it first\. To keep the Box as well, remove it from the stack with /);
  });

  test("that an input forbids names the input that does", () => {
    const guarded = remarked(box, {
      enabled: { forbidsDelete: true },
      kind: { change: "replace", forbidsDelete: true },
    });
    const forbidden = failure("forbidden", "DELETE /boxes/b-1");
    expect(forbiddenAdvice(guarded, { enabled: true, kind: "small" }, forbidden)).toBe(
      "Set `enabled: false` and run `pulumi up`; then delete it.",
    );
    expect(forbiddenAdvice(guarded, { enabled: false }, forbidden)).toBeUndefined();
    expect(forbiddenAdvice(guarded, { enabled: true }, failure("conflict", "DELETE /boxes/b-1"))).toBeUndefined();
    expect(forbiddenAdvice(box, { enabled: true }, forbidden)).toBeUndefined();
  });

  test("that is refused for another reason is not retried", async () => {
    const { service, box: life } = beginWith();
    service.fail({ call: "DELETE", kind: "forbidden" });
    const { message } = await rejection(life.delete("b-1", state), ResourceError);
    expect(message).toMatch(/^deleting Box "one" failed: the service responded with 403/);
    expect(service.changes).toHaveLength(1);
  });

  test("that waits is interrupted when this process is asked to stop, and says what it waited for", async () => {
    const { service, stop, life } = beginWith();
    service.fail({ ...inUse, meanwhile: () => stop.abort() });
    const { message, cause } = await rejection(life(used).delete("b-1", state), ResourceError);
    expect(isKind(cause, "interrupted")).toBe(true);
    expect(message).toMatch(/interrupted while waiting: Box "one" is still in use.*run `pulumi up` again/);
  });
});
