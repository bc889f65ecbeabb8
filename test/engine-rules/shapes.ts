import * as z from "zod";
import { defineResource, namedAfterResource, type Bag, type Definition } from "../../provider/engine/definition";

/** A definition that uses every word of the vocabulary, so that each rule has something to speak about. */

export const account = defineResource({
  type: "Account",
  path: "/accounts",
  inputs: { name: namedAfterResource(z.string().min(1)) },
  outputs: { state: z.string(), lastError: z.string().optional() },
  wire: { lastError: { from: "last_error" } },
  ready: {
    output: "state",
    is: ["ready"],
    pending: ["testing"],
    reason: "lastError",
    timeoutSeconds: 30,
    retestOn: ["name"],
    test: (api, id) => api.post(`/accounts/${id}/test`, {}, { repeatable: true }),
  },
}) as Definition;

export const box = defineResource({
  type: "Box",
  path: "/boxes",
  inputs: {
    name: namedAfterResource(z.string().min(1)),
    account: z.string().min(1),
    kind: z.enum(["small", "large"]).default("small"),
    region: z.string().optional(),
    description: z.string().optional(),
    meta: z.record(z.string(), z.unknown()).optional(),
    sizeInLitres: z.number().min(1).max(10).default(5),
    enabled: z.boolean().default(true),
    labels: z.record(z.string(), z.string()).default({}),
    tags: z.array(z.string()).default([]),
    steps: z.array(z.string()).default([]),
    policy: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
    expiresAt: z.string().optional(),
    secretKey: z.string().optional(),
    owner: z.object({ fullName: z.string(), contacts: z.array(z.object({ eMail: z.string() })).optional() }).optional(),
    onDestroy: z.enum(["retain", "destroy"]).default("retain"),
    quota: z.number().optional(),
  },
  outputs: {
    state: z.string().optional(),
    serialNumber: z.string().optional(),
    version: z.number().default(0),
  },
  immutable: ["name", "account", "kind", "region"],
  secret: ["secretKey"],
  writeOnly: ["secretKey"],
  unordered: ["tags"],
  json: ["policy"],
  computed: ["region", "policy"],
  sticky: ["description", "meta"],
  local: ["onDestroy"],
  needs: { account },
  wire: {
    account: { to: "account_ref.id", from: "account" },
    sizeInLitres: "box_param.Size",
    quota: { to: false, from: ({ limits }) => (limits as Bag | undefined)?.quota },
    tags: {
      encode: (tags: string[]) => tags.map((tag) => ({ tag })),
      decode: (tags: { tag: string }[]) => tags.map(({ tag }) => tag),
    },
    serialNumber: { from: "serial" },
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

/** A box that becomes ready after a while by itself. */
export const slowBox: Definition = {
  ...box,
  type: "SlowBox",
  needs: undefined,
  ready: { output: "state", is: ["ready"], pending: ["making"], timeoutSeconds: 60 },
};

/** A box that the service allows any number of, and cannot be found by anything but its id. */
export const namelessBox: Definition = { ...box, type: "NamelessBox", unique: [], needs: undefined };

/** An event: it runs when it is created, and again when an input changes. */
export const event = defineResource({
  type: "Event",
  path: "/events",
  action: true,
  inputs: { what: z.string(), triggers: z.record(z.string(), z.unknown()).optional() },
  outputs: { outcome: z.string().optional() },
}) as Definition;

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
