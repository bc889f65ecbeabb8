import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { Api, Wire } from "../../api/client";
import { isInDoubt } from "../../api/errors";
import { isConfirmed } from "../../lifecycle/service/state";
import { defineResource, type At, type Bag, type Failure, type Scope } from "../../lifecycle/vocabulary/definition";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { field } from "../../lifecycle/vocabulary/field";
import { moment } from "../moment";
import type { Material, OnDemandRotation } from "../onDemand";
import { momentAt } from "../rotation";
import { definitionIn } from "../systems";
import { onDemandOf, onDemandTypes, whyNotNow } from "./onDemand";

const hour = 3_600_000;
/** How long a rotation that the service has accepted may take until it is proved. */
const provedSeconds = 300;

/**
 * Rotates a key at once: when it is created, and when `triggers` or `ifMadeBefore` change. It waits
 * until the service shows new material. Its id is that of the key. Destroying it does nothing to
 * the key; later rotations are no drift. A key takes one `RotateNow`: to rotate it again, change
 * `triggers`, or `ifMadeBefore`.
 *
 * A run that was killed and is repeated rotates once with `ifMadeBefore`. Without it, it may rotate
 * twice: the service does not tell whose rotation it was. The old material stays in use for what it
 * has encrypted: after a leak, disable or revoke it.
 */
export const rotateNow = defineResource({
  type: "RotateNow",
  path: "/cckm",
  inputs: {
    /**
     * The key: `{ type, id }` with a type such as `AwsKey`; in TypeScript also the resource itself.
     * Changing it rotates the other key.
     */
    key: field(
      z.object({
        /** Type of the key's resource, such as `AwsKey`. */
        type: z.enum(onDemandTypes, { error: ({ input }) => whyNotNow(input) }),
        /** The service's id of the key. */
        id: z.string().min(1),
      }),
      { ref: "object", change: "replace", wire: { to: false, from: "key" } },
    ),
    /** Values of any kind; when one changes, the key is rotated again. */
    triggers: field(z.record(z.string(), z.unknown()).optional(), { seen: "local" }),
    /**
     * Rotates only material that was made before this moment, such as that of the leak: RFC 3339,
     * not in the future. So a repeated run does not rotate again. Not for DKE and for keys in
     * another CipherTrust Manager, whose records do not show when material was made.
     */
    ifMadeBefore: field(moment.optional(), { seen: "local" }),
  },
  outputs: {
    /** The service's id of the key that is current now: a rotation may make another one. */
    currentKey: field(z.string(), { wire: { from: "current_key" } }),
    /** When the material was made that this resource brought or found; absent until that is proved. */
    rotatedAt: z.string().optional(),
    /** What identified the material before the last rotation by this resource. */
    replaced: z.string().optional(),
    /** The arguments that the last rotation was asked for by, as JSON. */
    requested: field(z.string().optional(), { secret: true }),
    /** True while a rotation is not proved: the next update looks for its proof first. */
    isRotating: z.boolean(),
  },
  label: ({ key }) => (key ? `${(key as Key).type} ${(key as Key).id}` : undefined),
  unique: [["key"]],
  partOf: ({ key }) => definitionIn((key as Key | undefined)?.type),
  actions: [
    {
      inputs: ["triggers", "ifMadeBefore"],
      due: ({ isRotating }) => (isRotating === true ? { from: 0, why: "its rotation is not proved yet" } : undefined),
      run: (scope, at) => rotateOnce(scope as Rotating, at),
    },
  ],
  existing: {
    list: "is an event in the life of its key",
    notLookedUp: "it is an event, and only the state of its stack knows it",
  },
  hooks: {
    check: (inputs) => [...missing(inputs), ...undated(inputs)],
    // A key that is not known yet is new.
    replaces: () => ["key"],
    // The action rotates, so that what it begins is on record if it fails.
    create: async ({ api, inputs, label }) => asRotation(await keyNow(api, inputs.key, {}, label), inputs.key, begun),
    find: async () => [],
    async read(api, _id, state) {
      const key = state.key as Key | undefined;
      const record = key && (await current(api, key, state));
      return record && asRotation(record, key, state);
    },
    async remove() {
      // New material stays.
    },
    ended: () => true,
  },
});

interface Key {
  type: string;
  id: string;
}

function missing({ triggers, ifMadeBefore }: Bag): Failure[] {
  if (triggers !== undefined || ifMadeBefore !== undefined) return [];
  const reason =
    "is required unless ifMadeBefore is given: triggers rotate again when one changes, ifMadeBefore rotates once, however " +
    "often a run is repeated";
  return [{ property: "triggers", reason }];
}

function undated({ key, ifMadeBefore }: Bag): Failure[] {
  const { type } = (key ?? {}) as Partial<Key>;
  if (ifMadeBefore === undefined || type === undefined || !onDemandOf(type)?.undated) return [];
  const reason = `is not valid for ${type}: the service does not show when its material was made. Use triggers instead`;
  return [{ property: "ifMadeBefore", reason }];
}

type Rotating = Scope & { inputs: { key: Key; ifMadeBefore?: string } };

const begun = { isRotating: true };

/** A rotation is identified by its key; only the state knows of it. */
function asRotation(record: Wire, key: Key, { rotatedAt, replaced, requested, isRotating }: Bag): Wire {
  const current_key = record.newest_id ?? record.id;
  const known = { rotated_at: rotatedAt, replaced, requested, is_rotating: isRotating ?? false };
  return { id: key.id, key, current_key, ...known };
}

/** The current key. The last known one leads to it even if the original no longer exists. */
async function current(api: Api, { type, id }: Key, state: Bag): Promise<Wire | undefined> {
  const { find } = onDemandOf(type)!;
  const { currentKey: last } = state;
  const isOther = typeof last === "string" && last !== id && isConfirmed(state);
  return (isOther ? await find(api, last) : undefined) ?? find(api, id);
}

async function keyNow(api: Api, key: Key, state: Bag, label: string): Promise<Wire> {
  const record = await current(api, key, state);
  if (record) return record;
  throw new ResourceError(`rotating ${label} failed: the service has no such key.`);
}

/**
 * Rotates the key unless its material is new enough: by `ifMadeBefore`, or without it because an
 * earlier attempt is proved now.
 */
async function rotateOnce(scope: Rotating, { record, state, expect }: At): Promise<Wire> {
  const { api, inputs, label } = scope;
  const { key } = inputs;
  const facet = onDemandOf(key.type)!;
  const look = () => keyNow(api, key, state, label);
  const now = await look();
  const material = await facet.current(api, now);
  const requested = requestIn(inputs);
  // Other arguments may be about a later leak.
  const isPending = record.is_rotating === true && isSame(record.requested, requested);
  const earlier = isPending ? (record.replaced as string | undefined) : undefined;
  const isProved = earlier !== undefined && material.id !== earlier;
  const isNew = inputs.ifMadeBefore === undefined ? isProved : await isRecent(scope, material);
  if (!isNew) refuse(label, facet.refuses?.(now));
  const replaced = isNew ? (record.replaced as string | undefined) : material.id;
  expect(asRotation(now, key, { ...begun, replaced, requested }));
  if (isNew) scope.progress(`${label} is not rotated again: its material was made ${when(material)}`);
  else await rotate(scope, facet, now, material);
  const before = isNew ? undefined : material.id;
  const proved = await proof(scope, facet, look, before);
  const rotatedAt = proved.material.made ?? new Date(await api.time()).toISOString();
  return asRotation(proved.record, key, { rotatedAt, replaced, requested, isRotating: false });
}

/** The order of members means nothing. */
const isSame = (held: unknown, wanted: string): boolean =>
  typeof held === "string" && isDeepStrictEqual(JSON.parse(held), JSON.parse(wanted));

/** What a rotation is asked for by. */
const requestIn = ({ triggers, ifMadeBefore }: Bag): string => JSON.stringify({ triggers, ifMadeBefore });

const when = ({ made }: Material): string => (made === undefined ? "by an earlier attempt" : `at ${made}`);

/** Whether material needs no rotation by `ifMadeBefore`. */
async function isRecent({ api, inputs, label }: Rotating, { made }: Material): Promise<boolean> {
  const { ifMadeBefore } = inputs;
  if (ifMadeBefore === undefined) return false;
  const limit = Date.parse(ifMadeBefore);
  const now = await api.time();
  // The service tells its time in whole seconds.
  if (limit >= now + 1000)
    throw new ResourceError(
      `rotating ${label} failed: ifMadeBefore is ${ifMadeBefore}, which is later than the service's time, ${iso(now)}: new ` +
        "material would be rotated again. Write a moment in the past, such as that of the leak. Nothing was rotated.",
    );
  if (made === undefined)
    throw new ResourceError(
      `rotating ${label} failed: the service does not show when its material was made, so ifMadeBefore cannot be applied. ` +
        "Use triggers instead. Nothing was rotated.",
    );
  return Date.parse(made) >= limit;
}

const iso = (time: number): string => new Date(time).toISOString();

function refuse(label: string, why: string | undefined): void {
  if (why !== undefined) throw new ResourceError(`rotating ${label} failed: ${why}. Nothing was rotated.`);
}

async function rotate(scope: Rotating, facet: OnDemandRotation, key: Wire, material: Material): Promise<void> {
  const { label, progress } = scope;
  await warnOfRecent(scope, key, material);
  try {
    await facet.rotate(scope, key);
  } catch (error) {
    if (!isInDoubt(error)) throw error;
    // A second call might make a second version: the key itself shows whether the first one counted.
    progress(`${label}: the response to its rotation was lost; looking whether it has new material`);
  }
}

/** Without `ifMadeBefore`, nothing tells the material of an interrupted run from any other. */
async function warnOfRecent({ api, inputs, label, progress }: Rotating, key: Wire, { made }: Material): Promise<void> {
  const changed = made ?? momentAt(key, "updatedAt");
  if (inputs.ifMadeBefore !== undefined || changed === undefined) return;
  const now = await api.time();
  if (now - Date.parse(changed) >= hour) return;
  const what = made === undefined ? "its record was last changed" : "its material was made";
  const way =
    made === undefined
      ? "The service does not show when its material was made: compare its versions, or its audit records."
      : `With  ifMadeBefore: "${iso(now)}"  instead of triggers, a repeated run rotates once.`;
  progress(
    `warning: ${label} is rotated at ${iso(now)}, although ${what} at ${changed}, less than an hour before: perhaps by a run ` +
      `that was interrupted. ${way}`,
  );
}

interface Proof {
  record: Wire;
  material: Material;
}

/** Waits until the key uses other material than before. */
async function proof(
  scope: Rotating,
  facet: OnDemandRotation,
  look: () => Promise<Wire>,
  before: string | undefined,
): Promise<Proof> {
  const { api, label, progress } = scope;
  let waits = "the key still shows its old material";
  let failure: string | undefined;
  const seen = async (): Promise<Proof | undefined> => {
    const record = await look();
    const material = await facet.current(api, record);
    if (material.id !== before && material.waits === undefined) return { record, material };
    if (material.id === before) failure = await facet.failure?.(api, record);
    else {
      waits = `the key has new material, but ${material.waits}`;
      await facet.putToUse?.(api, record, material);
    }
    progress(`${label} is being rotated: ${waits}; waiting`);
    return undefined;
  };
  return scope.poll(seen, provedSeconds, () => overdue(label, waits, failure));
}

const overdue = (label: string, waits: string, failure: string | undefined): string =>
  `${label}: ${waits} when the wait ended${failure === undefined ? "" : `, and the service says: ${failure}`}. Look at its ` +
  "versions, and at its state in the service and in its cloud. The next `pulumi up` looks for new material first, and rotates " +
  "again only if there is none.";
