import * as z from "zod";
import { type Api, type Wire } from "../../api/client";
import { ApiError } from "../../api/errors";
import { idIn } from "../../api/responses";
import { defineResource, type Bag } from "../../lifecycle/vocabulary/definition";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { field, ref } from "../../lifecycle/vocabulary/field";
import { frequencyOf, newestOf, vaultKey } from "./key";

const hour = 3_600_000;
const day = 24 * hour;

/**
 * How often a `VaultKey` is due for rotation, for a `VaultRotationSchedule` with
 * `rotationDateReached`. Its id is that of the key. Destroying it switches the frequency off; a key
 * whose frequency somebody changed meanwhile keeps that.
 *
 * The service counts the days from when they are set. A key that is older then gets fewer days, so
 * that its age counts. Its next version inherits them, which is drift. An update within a day of
 * that rotation corrects it for good; a later one subtracts the age again.
 */
export const vaultKeyRotation = defineResource({
  type: "VaultKeyRotation",
  role: "schedule",
  path: vaultKey.path,
  item: vaultKey.item,
  spelling: "camel",
  inputs: {
    /** Id of the `VaultKey`. Changing it forces replacement of the rotation, not of the key. */
    key: ref(vaultKey, { change: "replace", wire: { to: false, from: "key" } }),
    /** Days after a rotation at which the key is due. */
    frequencyDays: field(z.number().int().min(1), { wire: { to: false, from: "frequencyDays" } }),
  },
  outputs: {
    /** Number of the version that has fewer days, because of its age. */
    version: field(z.number().optional(), { seen: "once", wire: { from: "setOn" } }),
    /** Days that were set on that version. */
    versionDays: field(z.number().optional(), { seen: "once", wire: { from: "setDays" } }),
  },
  label: ({ key }) => (key === undefined ? undefined : `VaultKey ${key as string}`),
  unique: [["key"]],
  partOf: () => vaultKey,
  actions: [
    {
      inputs: ["frequencyDays"],
      run: async ({ api, inputs }, { id, state }) => set(api, inputs, await newestOf(api, id, state)),
    },
  ],
  existing: { list: "rotationFrequencyDays of the VaultKey says the same" },
  hooks: {
    async create({ api, inputs }) {
      const newest = await newestOf(api, inputs.key, {});
      const held = frequencyOf(newest);
      if (held !== 0 && held !== inputs.frequencyDays) throw hasFrequency(inputs.key, held);
      return set(api, inputs, newest);
    },
    read: async (api, id, state) => asRotation(await newestOf(api, id, state), id, state),
    async find({ api, inputs }) {
      const newest = await newestOf(api, inputs.key, {});
      return frequencyOf(newest) > 0 ? [asRotation(newest, inputs.key, {})] : [];
    },
    async remove({ api }, id, state) {
      const newest = await newestOf(api, id, state);
      if (isOurs(newest, state)) await patch(api, newest, 0);
    },
    ended: (record, state) => !isOurs(record, state),
  },
});

function patch(api: Api, version: Wire, days: number): Promise<Wire> {
  return api.patch(vaultKey.item!(idIn(version)), { rotationFrequencyDays: String(days) });
}

/** Sets it on the newest version, whose age counts. */
async function set(api: Api, { key, frequencyDays }: Bag, newest: Wire): Promise<Wire> {
  const days = await daysLeft(api, newest, frequencyDays as number);
  const record = { ...newest, ...(await patch(api, newest, days)) };
  if (frequencyOf(record) !== days)
    throw new ResourceError(
      `the service did not take the rotation frequency of VaultKey "${String(newest.name)}": ` +
        `${days} days were set, and it returns ${frequencyOf(record)}. Nothing rotates it yet.`,
    );
  if (days === frequencyDays) return asRotation(record, key as string, {});
  const { version } = newest;
  return asRotation({ ...record, setOn: version, setDays: days }, key as string, {
    frequencyDays,
    version,
    versionDays: days,
  });
}

/**
 * At least a day: a frequency of 0 is none. What a daily schedule made less than a day ago is still
 * in time with all the days, because the check comes at the same time of day.
 */
async function daysLeft(api: Api, { createdAt, version }: Wire, frequencyDays: number): Promise<number> {
  const age = (await api.time()) - Date.parse(String(createdAt));
  const isNew = age < (Number(version) > 0 ? day : hour);
  return isNew ? frequencyDays : Math.max(1, frequencyDays - Math.ceil(age / day));
}

/** A rotation is identified by its key. The days that were set on its current version are in order. */
function asRotation(record: Wire, key: string, state: Bag): Wire {
  const frequencyDays = isOurs(record, state) ? state.frequencyDays : frequencyOf(record);
  return { ...record, id: key, key, frequencyDays };
}

function isOurs(record: Wire, { frequencyDays, version, versionDays }: Bag): boolean {
  const held = frequencyOf(record);
  return held > 0 && (held === frequencyDays || (held === versionDays && record.version === version));
}

function hasFrequency(key: string, held: number): ApiError {
  return new ApiError(`the key already has a rotation frequency of ${held} days`, {
    kind: "conflict",
    call: "GET",
    advice:
      "If its VaultKey declares rotationFrequencyDays, remove that argument, and set it to 0 in the service. " +
      `Else take it over by adding the argument  adopt: "${key}"  to the VaultKeyRotation, or  adopt: true  to the KeyRotationPolicy that has the key.`,
  });
}
