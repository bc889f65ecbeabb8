import type { Api, Wire } from "../../provider/api/client";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { needsOf } from "../../provider/lifecycle/vocabulary/field";
import { registry } from "../../provider/resources";
import { fixtures } from "../lifecycle/fixtures";
import { make, startRig, type Rig } from "../lifecycle/rig";
import { changing, unanswered, type Change } from "./records";

/**
 * A create that got no response made nothing, and the object that is called so is somebody else's:
 * a key that was in the external system before and that a refresh has just recorded, or one that
 * another stack has just made. It is not taken over.
 */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

/** The id of the object that the resource ends up with, or the error. */
async function created(type: string, args: Bag, ear: (api: Api) => Api): Promise<string> {
  const lifecycle = rig.lifecycle(type, undefined, (api) => unanswered(ear(api), { isMade: false }));
  const { inputs, failures } = lifecycle.check({}, args);
  expect(failures).toEqual([]);
  return lifecycle.create(inputs).then(
    ({ id }) => id,
    (error: unknown) => (error as Error).message,
  );
}

const earlier = (text: string): string => new Date(Date.parse(text) - 200 * 24 * 3600 * 1000).toISOString();
const isDate = (value: unknown): value is string => typeof value === "string" && /^2\d{3}-\d\d-\d\dT/.test(value);

/** The part of the external system, with earlier dates. */
function aged(value: unknown): unknown {
  if (isDate(value)) return earlier(value);
  if (Array.isArray(value)) return value.map(aged);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, aged(inner)]));
}

/** The record without the dates of the external system. */
function undated(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const shown = Object.entries(value).filter(([, inner]) => !isDate(inner));
  return Object.fromEntries(shown.map(([name, inner]) => [name, undated(inner)]));
}

const inParts = (change: (part: unknown) => unknown) => (record: Wire) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === "object" ? change(value) : value]),
  );

const keys = registry.filter(
  ({ role, inputs, outputs }) =>
    role === "key" && needsOf({ inputs, outputs }).some(([, needed]) => needed.role === "container"),
);

describe.each(keys.map(({ type }) => type))("%s", (type) => {
  test.each([
    ["is older than its record", aged],
    ["does not show how old it is", undated],
  ])("that %s", async (_, change) => {
    const args = await fixtures[type]!.args(rig);
    const { id } = await make(rig, type, args);
    const outcome = await created(type, args, (api) => changing(api, inParts(change)));
    expect(outcome).not.toBe(id);
    expect(outcome).toMatch(/adopt|^[\w:-]{20,}$/);
  });
});

test("a key that another stack has made differently at the same moment", async () => {
  const args = await fixtures.AwsKey!.args(rig);
  await make(rig, "AwsKey", { ...args, description: "Another stack's" });
  expect(await created("AwsKey", args, (api) => api)).toMatch(/already has this object.*adopt: /s);
});

test("but what the create has made is continued with, although its response was lost", async () => {
  const args = await fixtures.AwsKey!.args(rig);
  const changes: Change[] = [];
  const losing = (api: Api) => unanswered(api, { isMade: true, changes });
  const { inputs } = rig.lifecycle("AwsKey").check({}, args);
  const { id } = await rig.lifecycle("AwsKey", undefined, losing).create(inputs);
  expect(id).toBe((changes[0]!.result as Wire).id);
});
