import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { onDestroy } from "../../provider/lifecycle/vocabulary/field";
import { beginWith, state } from "./boxes";
import { box } from "./shapes";
import { changedKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";

/** Ends for which nothing is read, and so nothing is doubted. */

const retained: Definition = { ...box, inputs: { ...box.inputs, onDestroy: onDestroy({ retain: [] }) } };
const event: Definition = { ...box, hooks: { ...box.hooks, remove: () => Promise.resolve() }, action: true };

test.each([
  ["an object that stays", retained],
  ["an event", event],
])("%s waits for no node that lags behind, although it was made a moment ago", async (_what, definition) => {
  const { service, clock, life } = beginWith();
  const fresh = { ...state, [changedKey]: await service.time() };
  await life(definition, { lagSeconds: 30 }).delete("b-1", fresh);
  expect([clock.seconds, service.changes]).toEqual([0, []]);
});
