import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { Api, Wire } from "../../api/client";
import { ApiError } from "../../api/errors";
import { defineResource, type Bag } from "../../lifecycle/vocabulary/definition";
import { field, onDestroy } from "../../lifecycle/vocabulary/field";
import { heldValue } from "./apiObject";

// It always exists, is read with GET and changed with PATCH.
/**
 * Fields of a settings object of the service, which always exists. Only one program should set a
 * field. Destroying it restores the fields' previous values, unless `onDestroy` says otherwise.
 */
export const apiSetting = defineResource({
  type: "ApiSetting",
  path: "/",
  label: ({ path }) => String(path),
  inputs: {
    /**
     * The settings object, relative to `/api/v1`, such as
     * `/cckm/settings/aws_key_expiry_notification`. Changing it restores the old one, and sets the
     * new one.
     */
    path: field(z.string().regex(/^\/.*[^/]$/, "must start with / and not end with it, relative to /api/v1"), {
      change: "replace",
    }),
    /**
     * The fields to set, at least one, in the service's own field names, and their values. Other
     * fields are not changed; a field that is removed gets its previous value back.
     */
    values: z
      .record(z.string(), z.unknown())
      .refine((values) => Object.keys(values).length > 0, "needs at least one field"),
    /**
     * On destroy, `restore` restores the fields' previous values, `retain` leaves them as they are.
     * A field that had no value before keeps the program's.
     */
    onDestroy: onDestroy({ restore: "hook", retain: [] }),
  },
  outputs: {
    /** Previous values of these fields. */
    before: z.record(z.string(), z.unknown()),
  },
  actions: [
    {
      inputs: ["values"],
      async run({ api, inputs }, { id, record }) {
        const { before, values } = record as unknown as Held;
        const wanted = Object.keys(inputs.values);
        const dropped = Object.keys(values).filter((key) => !wanted.includes(key));
        const response = await api.patch(id, { ...fieldsOf(before, dropped), ...inputs.values });
        // The response contains what was set; another node may not know it yet.
        const found = wanted.every((key) => key in response) ? response : await api.get(id);
        return heldIn(found, id, { before: fieldsOf(before, wanted) }, inputs);
      },
    },
  ],
  existing: {
    notLookedUp: "which of its fields are meant is an input",
    list: "stands for settings that always exist: which of them a program should set cannot be inferred",
  },
  hooks: {
    // Creating it only reads: what differs is set afterwards, so that `before` is recorded whatever happens.
    // What it restores in the end must not hang on one response.
    async create({ api, inputs }) {
      const [found, again] = [await read(api, inputs.path, {}, inputs), await read(api, inputs.path, {}, inputs)];
      if (isDeepStrictEqual(found, again)) return found;
      throw new ApiError("two responses show different values", { kind: "unanswered", call: `GET ${inputs.path}` });
    },
    find: async ({ api, inputs }) => [await read(api, inputs.path, {}, inputs)],
    read,
    async remove({ api }, id, { before }) {
      await api.patch(id, before);
    },
    ended: ({ values }, { before }) =>
      Object.entries(values as Bag).every(([key, value]) => isDeepStrictEqual(value, (before as Bag)[key] ?? value)),
  },
});

interface Held {
  values: Bag;
  before: Bag;
}

async function read(api: Api, path: string, state: Bag, wanted: Bag): Promise<Wire> {
  return heldIn(await api.get(path), path, state, wanted);
}

/**
 * The fields that were set and those that will be; of the latter, what they hold now is what they
 * held before.
 */
function heldIn(found: Wire, path: string, state: Bag, wanted: Bag): Wire {
  const fields = { ...(state.values as Bag | undefined), ...(wanted.values as Bag | undefined) };
  const held = fieldsOf(found, Object.keys(fields));
  const values = Object.fromEntries(Object.keys(held).map((key) => [key, heldValue(fields[key], held[key], key)]));
  return { id: path, path, values, before: { ...held, ...(state.before as Bag | undefined) } };
}

const fieldsOf = (bag: Bag, keys: readonly string[]): Bag =>
  Object.fromEntries(keys.filter((key) => key in bag).map((key) => [key, bag[key]]));
