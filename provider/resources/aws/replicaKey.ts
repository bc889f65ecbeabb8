import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, ref } from "../../lifecycle/vocabulary/field";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { pick } from "../../lifecycle/values/wire";
import {
  commonActions,
  disable,
  keyReady,
  policyRules,
  recoverAndEnable,
  scheduled,
  scheduleDeletion,
} from "./keyActions";
import { awsKeyFields, awsKeyFilters, awsKeyOutputs, keyEnds } from "./keyFields";
import { awsKey } from "./key";
import { act, awsKeys, awsMark, currentKey, keyIdOf } from "./keyRecord";
import { awsRegion } from "./kms";

const kind = "aws_param.MultiRegionConfiguration.MultiRegionKeyType";
const settleSeconds = 120;

/**
 * A replica of a multi-Region key in another region. It has the id and the material of the primary,
 * and aliases, tags and policy of its own. Destroying it schedules its deletion in AWS (see
 * `onDestroy`).
 */
export const awsReplicaKey = defineResource({
  type: "AwsReplicaKey",
  role: "key",
  path: awsKeys,
  inputs: {
    /** Id of the multi-Region primary, an `AwsKey` or `AwsUploadedKey` with `multiRegion`. */
    primaryKey: ref(awsKey, { change: "replace", seen: "never", wire: { to: false, from: false } }),
    /** AWS region of the replica; one of the container's regions. */
    region: field(awsRegion, { change: "replace", wire: { to: "replica_region", from: "region" } }),
    /**
     * True to make this replica the primary, false to give that back to `primaryKey`; the ids of
     * both keys stay. Default: left as it is.
     */
    isPrimary: field(z.boolean().optional(), {
      absent: "theirs",
      wire: { to: false, from: (record) => isPrimary(record) },
    }),
    ...awsKeyFields,
    /**
     * Free text. Updated in place. Once set, the description of an AWS key can be changed but not
     * removed.
     */
    description: field(awsKeyFields.description, { absent: "theirs" }),
    /**
     * On destroy, `scheduleDeletion` deletes the aliases of the key and schedules its deletion in
     * AWS. It can be recovered until `deletionWindowDays` have passed. `retain` leaves it as it
     * is.
     */
    onDestroy: keyEnds([["primaryKey", "region"]]),
  },
  outputs: {
    ...awsKeyOutputs,
  },
  label: ({ alias, region }) => (alias as string[] | undefined)?.[0] ?? (region as string | undefined),
  unique: [
    ["primaryKey", "region"],
    ["region", "alias"],
  ],
  scheduled,
  isOne: (record) => pick(record, kind) === "REPLICA",
  listing: { usual: { multiRegionKeyType: "REPLICA" } },
  filters: [...awsKeyFilters, "multiRegionKeyType"],
  mark: awsMark,
  ready: keyReady,
  actions: [
    {
      inputs: ["isPrimary"],
      async run(scope, { record }) {
        const { api, inputs, label } = scope;
        if (inputs.isPrimary === undefined) return record;
        const self = await settled(scope, record);
        if (isPrimary(self) === inputs.isPrimary) return self;
        const other = await currentKey(api, inputs.primaryKey, {});
        if (!other) throw new ResourceError(`${label}: the service has no key ${inputs.primaryKey}.`);
        const [from, to] = inputs.isPrimary ? [await primaryOf(api, self), self] : [self, other];
        await act(api, from, "update-primary-region", { PrimaryRegion: to.region });
        const swapped = async () => {
          const now = await currentKey(api, idIn(self), {});
          return now && isPrimary(now) === inputs.isPrimary ? now : undefined;
        };
        const overdue = () => `${label}: AWS has not moved the primary after ${settleSeconds} s.`;
        return scope.poll(swapped, settleSeconds, overdue);
      },
    },
    recoverAndEnable,
    ...commonActions,
    disable,
  ],
  existing: {
    async recall(record, known, api) {
      const isIn = (family: readonly Wire[]) => family.find((one) => isPrimary(one) && isRelated(one, record));
      const primary =
        isIn(known.map((one) => one.record)) ?? isIn(await api.list(awsKeys, { keyid: String(keyIdOf(record)) }));
      if (primary) return { primaryKey: primary.id };
      const region = pick(record, "aws_param.MultiRegionConfiguration.PrimaryKey.Region") as string | undefined;
      throw new ResourceError(
        `its primary key${region ? ` in ${region}` : ""} is not in the service, and a replica cannot be declared without it: ` +
          "let the AwsKms have that region, refresh it, and adopt both",
      );
    },
  },
  rules: policyRules,
  hooks: {
    async create({ api, inputs, label }, body) {
      const primary = await currentKey(api, inputs.primaryKey, {});
      if (!primary) throw new ResourceError(`creating ${label} failed: the service has no key ${inputs.primaryKey}.`);
      return api.post(`${awsKeys}/${segment(idIn(primary))}/replicate-key`, body);
    },
    async find({ api, inputs }) {
      const primary = await currentKey(api, inputs.primaryKey, {});
      if (!primary) return [];
      const found = await api.list(awsKeys, { keyid: String(keyIdOf(primary)), region: inputs.region });
      return found.filter(
        (key) => keyIdOf(key) === keyIdOf(primary) && key.region === inputs.region && key.gone !== true,
      );
    },
    read: (api, id, state) => currentKey(api, id, state),
    remove: scheduleDeletion,
  },
});

function isPrimary(record: Wire): boolean | undefined {
  const type = pick(record, kind);
  return type === undefined ? undefined : type === "PRIMARY";
}

/** The keys of a family have one id in AWS. */
function isRelated(one: Wire, record: Wire): boolean {
  return one.kms_id === record.kms_id && keyIdOf(one) === keyIdOf(record) && one.gone !== true;
}

/** The key of the same id that is now the primary, in any region. */
async function primaryOf(api: Api, record: Wire): Promise<Wire> {
  const family = await api.list(awsKeys, { keyid: String(keyIdOf(record)) });
  return family.find((key) => key.kms_id === record.kms_id && isPrimary(key)) ?? record;
}

interface Polling {
  api: Api;
  label: string;
  poll<T>(look: () => Promise<T | undefined>, deadlineSeconds: number, overdue: () => string): Promise<T>;
}

/** A new replica is `Creating` first, and cannot become the primary before AWS is done. */
function settled({ api, label, poll }: Polling, record: Wire): Promise<Wire> {
  const state = (key: Wire) => String(pick(key, "aws_param.KeyState"));
  if (!keyReady.pending.includes(state(record))) return Promise.resolve(record);
  const look = async () => {
    const now = await currentKey(api, idIn(record), {});
    return now && !keyReady.pending.includes(state(now)) ? now : undefined;
  };
  return poll(look, settleSeconds, () => `${label}: the replica is still being made after ${settleSeconds} s.`);
}
