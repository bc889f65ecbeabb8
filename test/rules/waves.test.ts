import { pageSize } from "../../provider/api/client";
import { Waves } from "../../provider/lifecycle/service/waves";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { beginWith, standing, state } from "./boxes";
import { box } from "./shapes";

/** Objects that are deleted at the same time are looked for in one page of their list. */

const listed: Definition = { ...box, filters: ["name"] };
const list = "GET /boxes?";

function begin(count: number, definition = listed, isShared = true) {
  const { service, life } = beginWith();
  const ids = Array.from({ length: count }, (_one, at) => `w-${at}`);
  for (const id of ids) service.put(`/boxes/${id}`, { ...standing, name: id });
  const lifecycle = life(definition, isShared ? { waves: new Waves(service) } : {});
  const destroy = (...some: string[]) => Promise.all(some.map((id) => lifecycle.delete(id, { ...state, name: id })));
  const lists = () => service.calls.filter((call) => call === list).length;
  /** How often an object was read after its delete. */
  const looks = (id: string) => {
    const after = service.calls.slice(service.calls.lastIndexOf(`DELETE /boxes/${id}`));
    return after.filter((call) => call === `GET /boxes/${id}`).length;
  };
  return { service, ids, destroy, lists, looks };
}

test("one page serves all deletes of a wave, and the next page the next wave", async () => {
  const { service, ids, destroy, lists, looks } = begin(20);
  await destroy(...ids.slice(0, 10));
  expect(lists()).toBe(1);
  await destroy(...ids.slice(10));
  expect(lists()).toBe(2);
  expect([...service.objects.keys()].filter((path) => path.startsWith("/boxes/w"))).toEqual([]);
  expect(ids.map(looks)).toEqual(ids.map(() => 0));
});

test("the page is read after the last delete that runs", async () => {
  const { service, destroy, lists } = begin(2);
  const atOnce = service.delete.bind(service);
  let go = () => {};
  const held = new Promise<void>((done) => (go = done));
  jest.spyOn(service, "delete").mockImplementation(async (path: string) => {
    if (path === "/boxes/w-1") await held;
    return atOnce(path);
  });
  const done = destroy("w-0", "w-1");
  for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next));
  expect(lists()).toBe(0);
  go();
  await done;
  expect(lists()).toBe(1);
});

test("an object that the list still shows is looked at itself", async () => {
  const { service, destroy, looks } = begin(2);
  service.fail({ call: "DELETE /boxes/w-0", response: {}, times: 99 });
  const [kept, gone] = await Promise.allSettled([destroy("w-0"), destroy("w-1")]);
  expect([kept.status, gone.status]).toEqual(["rejected", "fulfilled"]);
  expect([looks("w-0") > 0, looks("w-1")]).toEqual([true, 0]);
});

test("a page that was asked for before a delete proves nothing about it", async () => {
  const { service, destroy, lists } = begin(2);
  let second: Promise<unknown> | undefined;
  // The second delete is answered while the page is on its way, which lacks its object already.
  service.fail({ call: list, meanwhile: () => void (second = destroy("w-1")), response: { items: [{ id: "b-1" }] } });
  await destroy("w-0");
  await second;
  expect(lists()).toBe(2);
});

test.each([
  ["fails", 3, { call: list, kind: "forbidden", times: 99 } as const],
  ["is longer than a page", pageSize + 5, undefined],
])("where the list %s, each object is looked at itself", async (_name, count, fault) => {
  const { service, ids, destroy, looks, lists } = begin(count);
  if (fault) service.fail(fault);
  await destroy(ids[0]!, ids[1]!);
  expect(ids.slice(0, 2).map(looks)).toEqual([1, 1]);
  const before = lists();
  await destroy(ids.at(-1)!);
  // The list may be readable later; it will not become shorter.
  expect(lists() > before).toBe(fault !== undefined);
});

test.each<[string, boolean, Definition]>([
  ["that nothing deletes with others", false, listed],
  ["whose list is unknown", true, box],
  [
    "that is read in another way",
    true,
    { ...listed, hooks: { ...box.hooks, read: (api, id) => api.get(`/boxes/${id}`) } },
  ],
  ["that shows its end itself", true, { ...listed, hooks: { ...box.hooks, ended: () => false } }],
  ["that its system may lose", true, { ...listed, remembersGone: true }],
])("an object %s is looked at itself", async (_name, isShared, definition) => {
  const { ids, destroy, lists, looks } = begin(2, definition, isShared);
  await destroy(...ids);
  expect([lists(), ...ids.map(looks)]).toEqual([0, 1, 1]);
});
