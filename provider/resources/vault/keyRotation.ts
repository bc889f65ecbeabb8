import * as z from "zod";
import type { Api, Wire } from "../../api/client";
import { ApiError } from "../../api/errors";
import { idIn } from "../../api/responses";
import { defineResource, type Bag } from "../../lifecycle/vocabulary/definition";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { field, ref } from "../../lifecycle/vocabulary/field";
import { frequencyOf, vaultKey } from "./key";
import { keyVersions } from "./versions";
import { addVersion } from "./onDemand";

const hour = 3_600_000;
const day = 24 * hour;

/**
 * How often a `VaultKey` is due for rotation, for a `VaultRotationSchedule` with
 * `rotationDateReached`. Its id is that of the key. Destroying it switches the frequency off; a key
 * whose frequency somebody changed meanwhile keeps that.
 *
 * The service counts the days from when they are set. A key that is too old then gets a new version
 * at once. Any other gets fewer days, so that its age counts, and its next version inherits these,
 * which is drift. An update within a day of that rotation corrects it for good; a later one
 * subtracts the age again.
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
    /** Name of the key. */
    name: z.string(),
    /** Id of the newest version. */
    currentId: field(z.string(), { wire: { from: "currentId" } }),
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
      run: async ({ api, inputs }, { id, state }) => set(api, inputs, await keyVersions.newest(api, id, state)),
    },
  ],
  existing: { list: "rotationFrequencyDays of the VaultKey says the same" },
  hooks: {
    async create({ api, inputs }) {
      const newest = await keyVersions.newest(api, inputs.key, {});
      const held = frequencyOf(newest);
      // The same days may be another stack's: ending one rotation would end both.
      if (held !== 0) throw hasFrequency(inputs.key, held);
      return set(api, inputs, newest);
    },
    read: async (api, id, state) => asRotation(await keyVersions.newest(api, id, state), id, state),
    async find({ api, inputs }) {
      const newest = await keyVersions.newest(api, inputs.key, {});
      return frequencyOf(newest) > 0 ? [asRotation(newest, inputs.key, {})] : [];
    },
    async remove({ api }, id, state) {
      const newest = await keyVersions.newest(api, id, state);
      if (isSetBy(newest, state)) await patch(api, newest, 0);
    },
    ended: (record, state) => !isSetBy(record, state),
  },
});

function patch(api: Api, version: Wire, days: number): Promise<Wire> {
  return api.patch(vaultKey.item!(idIn(version)), { rotationFrequencyDays: String(days) });
}

/** Sets it on the newest version, whose age counts. A key that is too old gets a new version first. */
async function set(api: Api, inputs: Bag, found: Wire): Promise<Wire> {
  const { key, frequencyDays } = inputs as { key: string; frequencyDays: number };
  const newest = (await daysLeft(api, found, frequencyDays)) < 1 ? await rotate(api, found) : found;
  const days = await daysLeft(api, newest, frequencyDays);
  await patch(api, newest, days);
  const record = await api.get(vaultKey.item!(idIn(newest)));
  if (frequencyOf(record) !== days)
    throw new ResourceError(
      `the service did not take the rotation frequency of VaultKey "${String(newest.name)}": ` +
        `${days} days were set, and it returns ${frequencyOf(record)}. Nothing rotates it yet.`,
    );
  if (days === frequencyDays) return asRotation(record, key, {});
  const { version } = newest;
  return asRotation({ ...record, setOn: version, setDays: days }, key, { frequencyDays, version, versionDays: days });
}

/** With few days left, every later version would inherit them. */
async function rotate(api: Api, newest: Wire): Promise<Wire> {
  await addVersion(api, newest);
  const next = await keyVersions.newest(api, idIn(newest), {});
  if (Number(next.version) > Number(newest.version)) return next;
  throw new ResourceError(
    `rotating VaultKey "${String(newest.name)}", which is too old, failed: it has no new version.`,
  );
}

/**
 * Below 1 where the key is too old. What a daily schedule made less than a day ago is still in time
 * with all the days, because the check comes at the same time of day.
 */
async function daysLeft(api: Api, { createdAt, version }: Wire, frequencyDays: number): Promise<number> {
  const age = (await api.time()) - Date.parse(String(createdAt));
  const isNew = age < (Number(version) > 0 ? day : hour);
  return isNew ? frequencyDays : frequencyDays - Math.ceil(age / day);
}

/** A rotation is identified by its key. The days that were set on its current version are in order. */
function asRotation(record: Wire, key: string, state: Bag): Wire {
  const frequencyDays = isOurs(record, state) ? state.frequencyDays : frequencyOf(record);
  return { ...record, currentId: record.id, id: key, key, frequencyDays };
}

/** A version that nobody has looked at since may have inherited the fewer days. */
function isSetBy(record: Wire, { frequencyDays, versionDays }: Bag): boolean {
  const held = frequencyOf(record);
  return held > 0 && (held === frequencyDays || held === versionDays);
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
