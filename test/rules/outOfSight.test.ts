import { Lifecycle } from "../boundLifecycle";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { beginWith, state } from "./boxes";
import { account, box, remarked } from "./shapes";
import { changedKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";
import { Presence } from "../../provider/lifecycle/layers/presence";

/** Objects in a container that is gone: nobody waits half a minute for each. */

const container: Definition = { ...account, role: "container" };
const inside = remarked(box, { account: { change: "replace", ref: container } });

/** Two boxes that were just made, and their account; the first is missing, and so is the account. */
async function afterTheFirst() {
  const all = beginWith();
  const { service, clock, stop, log } = all;
  const presence = new Presence(service, clock, { movedFrom: [], forgetMissing: false });
  const surroundings = () => ({
    api: service,
    clock,
    stop: stop.signal,
    log: (text: string) => void log.push(text),
    presence,
    lagSeconds: 30,
  });
  const life = new Lifecycle(inside, surroundings);
  const left = { ...state, [changedKey]: Date.parse("2026-01-01T00:00:00Z") };
  const read = async (id: string) => {
    const before = clock.seconds;
    const found = await life.read(id, left).then(
      (seen) => seen?.id,
      (error: Error) => error.message,
    );
    return { found, waited: Math.round(clock.seconds - before) };
  };
  service.objects.delete("/boxes/b-1");
  service.objects.delete("/accounts/a-1");
  const lost = expect.stringMatching(/nor Account "a-1", to which it belongs/) as string;
  expect(await read("b-1")).toEqual({ found: lost, waited: 30 });
  return { service, read, lost };
}

test("the first is waited for; the others are looked for once", async () => {
  const { read, lost } = await afterTheFirst();
  expect(await read("b-2")).toEqual({ found: lost, waited: 0 });
});

test("one that is there is found", async () => {
  const { service, read } = await afterTheFirst();
  service.put("/boxes/b-2", { name: "one", account: "a-1", kind: "small", box_param: { Size: 5 } });
  expect(await read("b-2")).toEqual({ found: "b-2", waited: 0 });
});

test("once the container is there again, a missing object is waited for, and then forgotten", async () => {
  const { service, read } = await afterTheFirst();
  service.put("/accounts/a-1", { name: "acme", state: "ready" });
  expect(await read("b-2")).toEqual({ found: undefined, waited: 31 });
});
