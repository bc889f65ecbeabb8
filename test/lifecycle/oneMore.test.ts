import type { Wire } from "../../provider/api/client";
import { oneMore } from "../../provider/resources/oneMore";
import { failure } from "../rules/fakeService";

/** Adding an item to a list in which our own items cannot be recognized, with lost responses. */

const lost = failure("unanswered", "POST /versions");
const broken = failure("failed", "POST /versions");

/**
 * Creates an item at each time, or not, and then fails with the given error; a list may lag, or
 * fail.
 */
function stage(...script: { makes: number; fails?: Error }[]) {
  const items: Wire[] = [{ id: "v-0" }];
  const sent = { times: 0, pauses: 0, lateBy: 0 };
  let unreadable: Error | undefined;
  const make = async (): Promise<Wire> => {
    const { makes, fails } = script[sent.times++] ?? { makes: 1 };
    for (let at = 0; at < makes; at++) items.push({ id: `v-${items.length}` });
    if (fails) throw fails;
    return items.at(-1)!;
  };
  const list = async (): Promise<Wire[]> => {
    if (unreadable && sent.times > 0) throw unreadable;
    return sent.pauses < sent.lateBy ? items.slice(0, 1) : [...items];
  };
  const pause = async () => void sent.pauses++;
  const run = () => oneMore({ pause, pauses: [500, 1_500] }, list, make);
  return { run, sent, items, hide: (error: Error) => (unreadable = error) };
}

test.each([
  { name: "a lost response", fails: lost },
  { name: "a failure after the change", fails: broken },
])("after $name the item is found, and not created twice", async ({ fails }) => {
  const { run, sent, items } = stage({ makes: 1, fails });
  expect(await run()).toEqual({ id: "v-1" });
  expect([sent.times, items.length]).toEqual([1, 2]);
});

test("a request that created nothing is retried", async () => {
  const { run, sent } = stage({ makes: 0, fails: lost });
  expect(await run()).toEqual({ id: "v-1" });
  expect(sent.times).toBe(2);
});

test("a node that lags is read again before anything is created again", async () => {
  const { run, sent } = stage({ makes: 1, fails: lost });
  sent.lateBy = 2;
  expect(await run()).toEqual({ id: "v-1" });
  expect(sent).toMatchObject({ times: 1, pauses: 2 });
});

test.each([
  { name: "several are new", script: { makes: 2, fails: lost } },
  { name: "the service could not do it", script: { makes: 0, fails: broken } },
  { name: "it was refused", script: { makes: 0, fails: failure("badRequest", "POST /versions") } },
])("nothing is retried if $name", async ({ script }) => {
  const { run, sent } = stage(script);
  await expect(run()).rejects.toBe(script.fails);
  expect(sent.times).toBe(1);
});

test("if the lookup fails, the original error is reported, and nothing is retried", async () => {
  const { run, sent, hide } = stage({ makes: 1, fails: lost });
  hide(failure("unreachable", "GET /versions"));
  await expect(run()).rejects.toBe(lost);
  expect(sent.times).toBe(1);
});

test("a service that loses every request is not retried forever", async () => {
  const { run, sent } = stage(...Array.from({ length: 9 }, () => ({ makes: 0, fails: lost })));
  await expect(run()).rejects.toBe(lost);
  expect(sent.times).toBe(4);
});
