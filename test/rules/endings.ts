import { ifFound } from "../../provider/api/errors";
import type { Wire } from "../../provider/api/client";
import type { Bag, Definition, Ending } from "../../provider/lifecycle/vocabulary/definition";
import { onDestroy } from "../../provider/lifecycle/vocabulary/field";
import { Lifecycle } from "../boundLifecycle";
import { standing, state as complete } from "./boxes";
import { stage, without } from "./fakeService";
import { box } from "./shapes";
import type { Presence } from "../../provider/lifecycle/layers/presence";
import type { Environment } from "../../provider/lifecycle/service/scope";
import type { Runtime } from "../../provider/lifecycle/layers/layer";

/** Boxes that end in other ways than by one DELETE. */

export const item = "/boxes/b-1";
/** It ends by the first word of its type. */
const state = without(complete, "onDestroy");
export const archived: Wire = { ...standing, id: "b-1", archived: true };
const isArchived = ({ archived: is }: Wire) => is === true;

/** A key that a hook ends: what is archived has ended already. */
export const byHook = (
  remove: NonNullable<Definition["hooks"]>["remove"],
  more: Partial<Definition> = {},
): Definition => ({
  ...box,
  role: "key",
  hooks: { ...box.hooks, remove },
  ...more,
});
export const usual = byHook(async ({ api }, id) => {
  const record = await ifFound(api.get(`/boxes/${id}`));
  if (record && !isArchived(record)) await api.delete(`/boxes/${id}`);
});
/** The same, as calls. */
export const byCalls = (...ending: Exclude<Ending, "hook">): Definition => ({
  ...box,
  role: "key",
  inputs: { ...box.inputs, onDestroy: onDestroy({ end: ending }) },
});
export const archive = { verb: "archive", unless: isArchived };

/** A box in a service, and who decides whether something is missing. */
export function begin(object: Wire | undefined = standing) {
  const { service, clock, stop, log } = stage();
  if (object) service.put(item, object);
  const presence = { verify: jest.fn(), isLeftBehind: jest.fn(), seen: jest.fn(), gone: jest.fn() };
  const known: Environment = {
    api: service,
    clock,
    stop: stop.signal,
    log: (text: string) => void log.push(text),
    lagSeconds: 10,
  };
  const surroundings: Runtime = { ...known, presence: presence as unknown as Presence };
  const end = (definition: Definition, more: Bag = {}) =>
    new Lifecycle(definition, () => surroundings).delete("b-1", { ...state, ...more });
  const withoutPresence = (definition: Definition) => new Lifecycle(definition, () => known).delete("b-1", state);
  const reads = () => service.calls.filter((call) => call === `GET ${item}`).length;
  return { service, clock, log, presence, surroundings, end, withoutPresence, reads };
}
