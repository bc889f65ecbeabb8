import * as z from "zod";
import { defineResource, type Bag, type Definition, type Shape } from "../../provider/lifecycle/vocabulary/definition";
import { field, named, ref, type Marks } from "../../provider/lifecycle/vocabulary/field";

/** A definition that uses every word of the vocabulary, so that each rule has a case. */

export const account = defineResource({
  type: "Account",
  path: "/accounts",
  inputs: { name: named(z.string().min(1)) },
  outputs: { state: z.string(), lastError: field(z.string().optional(), { wire: { from: "last_error" } }) },
  ready: {
    output: "state",
    is: ["ready"],
    pending: ["testing"],
    reason: "lastError",
    timeoutSeconds: 30,
    untested: [],
    test: (api, id) => api.post(`/accounts/${id}/test`, {}, { repeatable: true }),
  },
}) as Definition;

export const box = defineResource({
  type: "Box",
  path: "/boxes",
  inputs: {
    name: named(z.string().min(1), { change: "replace" }),
    account: ref(account, { change: "replace", wire: { to: "account_ref.id", from: "account" } }),
    kind: field(z.enum(["small", "large"]).default("small"), { change: "replace" }),
    region: field(z.string().optional(), { change: "replace", absent: "theirs" }),
    description: field(z.string().optional(), { absent: "keep" }),
    meta: field(z.record(z.string(), z.unknown()).optional(), { absent: "theirs", as: "merge" }),
    sizeInLitres: field(z.number().min(1).max(10).default(5), { wire: "box_param.Size" }),
    enabled: z.boolean().default(true),
    labels: z.record(z.string(), z.string()).default({}),
    tags: field(z.array(z.string()).default([]), {
      as: "set",
      wire: {
        encode: (tags: string[]) => tags.map((tag) => ({ tag })),
        decode: (tags: { tag: string }[]) => tags.map(({ tag }) => tag),
      },
    }),
    steps: z.array(z.string()).default([]),
    policy: field(z.union([z.string(), z.record(z.string(), z.unknown())]).optional(), {
      absent: "theirs",
      as: { document: (document) => document },
    }),
    expiresAt: z.string().optional(),
    secretKey: field(z.string().optional(), { seen: "never", secret: true }),
    owner: z.object({ fullName: z.string(), contacts: z.array(z.object({ eMail: z.string() })).optional() }).optional(),
    onDestroy: field(z.enum(["retain", "destroy"]).default("retain"), { seen: "local" }),
    quota: field(z.number().optional(), {
      wire: { to: false, from: ({ limits }) => (limits as Bag | undefined)?.quota },
    }),
  },
  outputs: {
    state: z.string().optional(),
    serialNumber: field(z.string().optional(), { wire: { from: "serial" } }),
    version: z.number().default(0),
  },
  fixed: { operation: "boxing", box_param: { Shape: "cube" } },
  mark: "meta",
  hooks: {
    check: ({ enabled, expiresAt, tags, steps }) => [
      ...(enabled === false && expiresAt === undefined
        ? [{ property: "expiresAt", reason: "is required when enabled is false" }]
        : []),
      ...(tags?.some((tag) => steps?.includes(tag)) ? [{ property: "steps", reason: "must differ from tags" }] : []),
    ],
  },
}) as Definition;

/** The same definition, with other marks on some of its fields. */
export function remarked(definition: Definition, marks: Record<string, Marks>): Definition {
  const among = (shape: Shape) =>
    Object.fromEntries(Object.entries(shape).map(([key, one]) => [key, marks[key] ? field(one, marks[key]) : one]));
  return { ...definition, inputs: among(definition.inputs), outputs: among(definition.outputs) };
}

const freeBox = remarked(box, { account: { ref: undefined } });

/** A box that becomes ready by itself after a while. */
export const slowBox: Definition = {
  ...freeBox,
  type: "SlowBox",
  ready: { output: "state", is: ["ready"], pending: ["making"], timeoutSeconds: 60 },
};

/** A box without a unique value, which can only be found by its id. */
export const namelessBox: Definition = { ...freeBox, type: "NamelessBox", unique: [] };

/** An event: it runs when it is created, and again when an input changes. */
export const event = defineResource({
  type: "Event",
  path: "/events",
  action: true,
  inputs: { what: z.string(), triggers: z.record(z.string(), z.unknown()).optional() },
  outputs: { outcome: z.string().optional() },
}) as Definition;

/** An object whose list of shelves decides which books the service shows. */
export const room = defineResource({
  type: "Room",
  path: "/rooms",
  inputs: {
    name: named(z.string()),
    shelves: field(z.array(z.string()), {
      covers: {
        by: "shelf",
        lost: (held: string[], wanted: string[]) => held.filter((one) => !wanted.includes(one)),
        effect: "Books there stay.",
      },
    }),
  },
  outputs: {},
}) as Definition;

/** An object that lies on a shelf. */
export const book = defineResource({
  type: "Book",
  path: "/books",
  inputs: { room: ref(room), shelf: z.string() },
  outputs: { endsAt: z.string().optional() },
  fixed: { kind: "book" },
  mark: "meta",
  filters: ["shelf"],
  scheduled: { endsAt: ({ ending }) => ending as string | undefined },
}) as Definition;
/** In the same collection, which is listed once. */
export const atlas: Definition = { ...book, type: "Atlas", fixed: { kind: "atlas" } };
/** Its list cannot be narrowed to a shelf. */
const { filters: _filters, ...unfiltered } = book;
export const sign: Definition = { ...unfiltered, type: "Sign", path: "/signs" };

export const boxInputs: Bag = {
  name: "one",
  account: "a-1",
  kind: "small",
  sizeInLitres: 5,
  enabled: true,
  labels: {},
  tags: [],
  steps: [],
  onDestroy: "retain",
};
