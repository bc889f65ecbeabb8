import * as z from "zod";
import type { Api, Wire } from "../../api/client";
import { defineResource, type Bag } from "../../engine/definition";
import { heldValue } from "./apiObject";

// It is always there, is read with GET and changed with PATCH.
/** Fields of a settings object of the service, which is always there. One program should set a field. Destroying it gives the fields back what they held before, unless `onDestroy` says otherwise. */
export const apiSetting = defineResource({
  type: "ApiSetting",
  path: "/",
  notLookedUp: "which of its fields are meant is an input",
  label: ({ path }) => String(path),
  inputs: {
    /** The settings object, relative to `/api/v1`, such as `/cckm/settings/aws_key_expiry_notification`. A change gives the old one back what it held, and sets the new one. */
    path: z.string().regex(/^\/.*[^/]$/, "must start with / and not end with it, relative to /api/v1"),
    /** The fields to set, at least one, in the service's own field names, and the values they are to have. Fields that are not named are left alone; a field that is taken out gets back what it held before. Changes in place. */
    values: z
      .record(z.string(), z.unknown())
      .refine((values) => Object.keys(values).length > 0, "needs at least one field, or there is nothing to set"),
    /** What happens on destroy: `restore` gives the fields back what they held before, `retain` leaves them as they are. Default `restore`. Kept by the provider. */
    onDestroy: z.enum(["restore", "retain"]).default("restore"),
  },
  outputs: {
    /** What these fields held before they were set. */
    before: z.record(z.string(), z.unknown()),
  },
  immutable: ["path"],
  local: ["onDestroy"],
  actions: [
    {
      inputs: ["values"],
      async run({ api, inputs }, { id, record }) {
        const { before, values } = record as unknown as Held;
        const wanted = Object.keys(inputs.values);
        const dropped = Object.keys(values).filter((key) => !wanted.includes(key));
        const answer = await api.patch(id, { ...fieldsOf(before, dropped), ...inputs.values });
        // The response shows what was set; another node may not have heard of it yet.
        const found = wanted.every((key) => key in answer) ? answer : await api.get(id);
        return heldIn(found, id, { before: fieldsOf(before, wanted) }, inputs);
      },
    },
  ],
  existing: { list: "stands for what is always there: which of it a program should set is nobody's guess" },
  hooks: {
    // Making it is no more than looking at it: what differs is then set, and `before` is safe whatever happens.
    create: ({ api, inputs }) => read(api, inputs.path, {}, inputs),
    find: async ({ api, inputs }) => [await read(api, inputs.path, {}, inputs)],
    read,
    async remove({ api, inputs }, id, { before }) {
      if (inputs.onDestroy === "restore") await api.patch(id, before);
    },
  },
});

interface Held {
  values: Bag;
  before: Bag;
}

async function read(api: Api, path: string, state: Bag, wanted: Bag): Promise<Wire> {
  return heldIn(await api.get(path), path, state, wanted);
}

/** The fields that were set and those that will be; of the latter, what they hold now is what they held before. */
function heldIn(found: Wire, path: string, state: Bag, wanted: Bag): Wire {
  const fields = { ...(state.values as Bag | undefined), ...(wanted.values as Bag | undefined) };
  const held = fieldsOf(found, Object.keys(fields));
  const values = Object.fromEntries(Object.keys(held).map((key) => [key, heldValue(fields[key], held[key], key)]));
  return { id: path, path, values, before: { ...held, ...(state.before as Bag | undefined) } };
}

const fieldsOf = (bag: Bag, keys: readonly string[]): Bag =>
  Object.fromEntries(keys.filter((key) => key in bag).map((key) => [key, bag[key]]));
