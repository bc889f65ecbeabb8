import type { Api, Wire } from "../../provider/api/client";
import { searchable } from "../../provider/lifecycle/evidence/candidates";
import { registry } from "../../provider/resources";
import { fixtures } from "../lifecycle/fixtures";
import { startRig, type Rig } from "../lifecycle/rig";
import { unanswered, type Change } from "./records";

/**
 * What many lists call a name, no independent source shows. A create whose response is lost is not
 * sent again when an object that is listed since then does not show its name: it may be the one.
 */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

/** The record without the values, wherever they stand. */
function without(record: unknown, values: ReadonlySet<unknown>): unknown {
  if (Array.isArray(record)) return record.map((one) => without(one, values));
  if (typeof record !== "object" || record === null) return record;
  const kept = Object.entries(record).filter(([, value]) => !values.has(value));
  return Object.fromEntries(kept.map(([name, value]) => [name, without(value, values)]));
}

const creatable = registry.flatMap((definition) => {
  const { type, action } = definition;
  // Settings always exist, and other objects of any path have no list that is known.
  return action || ["ApiObject", "ApiSetting"].includes(type) ? [] : [[type, definition] as const];
});

test.each(creatable)("%s", async (type, definition) => {
  const args = await fixtures[type]!.args(rig);
  const { inputs } = rig.lifecycle(type).check({}, args);
  const names = searchable(definition, inputs)
    .flat()
    .map((key) => inputs[key])
    .filter((value) => typeof value === "string");
  const changes: Change[] = [];
  const nameless = (api: Api): Api => ({
    ...api,
    list: async (...call) => (await api.list(...call)).map((one) => without(one, new Set(names)) as Wire),
  });
  const outcome = await rig
    .lifecycle(type, undefined, (api) => unanswered(nameless(api), { isMade: true, changes }))
    .create(inputs)
    .then(
      () => "created",
      (error: unknown) => (error as Error).message,
    );
  // Some recognize their object by our mark.
  expect(outcome).toMatch(/^created$|Whether the service made it is not known/);
  expect(changes.slice(1).filter(({ call }) => call === changes[0]!.call)).toEqual([]);
});
