import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { defineResource } from "../../engine/definition";
import { ResourceError } from "../../engine/failure";
import { pick } from "../../engine/wire";
import {
  commonActions,
  disable,
  keyReady,
  keyWire,
  policyFailures,
  policyLists,
  recoverAndEnable,
  scheduleDeletion,
} from "./keyActions";
import { keyOutputs, livingFields, namedFields, policyFields } from "./keyFields";
import { awsKey } from "./key";
import { act, awsKeys, currentKey } from "./keyRecord";
import { awsRegion } from "./kms";

const kind = "aws_param.MultiRegionConfiguration.MultiRegionKeyType";
const settleSeconds = 120;

/** A replica of a multi-Region key in another region: it has the id and the material of the primary, and aliases, tags and policy of its own. */
export const awsReplicaKey = defineResource({
  type: "AwsReplicaKey",
  path: awsKeys,
  feature: "CCKM",
  inputs: {
    /** Id of the multi-Region primary, an `AwsKey` or `AwsUploadedKey` with `multiRegion`. Not read back. A change replaces the replica. */
    primaryKey: z.string().min(1),
    /** AWS region of the replica; one of the container's regions. A change replaces the replica. */
    region: awsRegion,
    /** True to make this replica the primary, false to give that back to `primaryKey`; the ids of both keys stay. Default: left as it is. Changes in place. */
    isPrimary: z.boolean().optional(),
    ...namedFields,
    ...policyFields,
    ...livingFields,
  },
  outputs: {
    ...keyOutputs,
  },
  label: ({ alias, region }) => (alias as string[] | undefined)?.[0] ?? (region as string | undefined),
  unique: [
    ["primaryKey", "region"],
    ["region", "alias"],
  ],
  immutable: ["primaryKey", "region"],
  writeOnly: ["primaryKey", "bypassPolicyLockoutSafetyCheck"],
  unordered: ["alias", ...policyLists],
  json: ["policy"],
  computed: ["isPrimary", "description", "policy", "policyTemplate", ...policyLists],
  local: ["onDestroy", "deletionWindowDays"],
  needs: { primaryKey: awsKey },
  isOne: (record) => pick(record, kind) === "REPLICA",
  filters: [
    "id",
    "keyid",
    "arn",
    "alias",
    "kms",
    "kmsId",
    "region",
    "keystate",
    "multiRegionKeyType",
    "enabled",
    "gone",
  ],
  wire: {
    ...keyWire,
    primaryKey: { to: false, from: false },
    region: { to: "replica_region", from: "region" },
    isPrimary: { to: false, from: (record) => isPrimary(record) },
  },
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
          const now = await currentKey(api, String(self.id), {});
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
    recall(record, known) {
      const family = known.filter(
        (one) => one.record.kms_id === record.kms_id && keyIdOf(one.record) === keyIdOf(record),
      );
      return { primaryKey: family.find((one) => isPrimary(one.record))?.id };
    },
  },
  hooks: {
    check: policyFailures,
    async create({ api, inputs, label }, body) {
      const primary = await currentKey(api, inputs.primaryKey, {});
      if (!primary) throw new ResourceError(`creating ${label} failed: the service has no key ${inputs.primaryKey}.`);
      return api.post(`${awsKeys}/${segment(String(primary.id))}/replicate-key`, body);
    },
    async find({ api, inputs }) {
      const primary = await currentKey(api, inputs.primaryKey, {});
      if (!primary) return [];
      const found = await api.list(awsKeys, { keyid: keyIdOf(primary), region: inputs.region });
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

function keyIdOf(record: Wire): string {
  return String(pick(record, "aws_param.KeyID") ?? pick(record, "aws_param.KeyId"));
}

/** The key of the same id that is the primary now, whichever region that is in. */
async function primaryOf(api: Api, record: Wire): Promise<Wire> {
  const family = await api.list(awsKeys, { keyid: keyIdOf(record) });
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
    const now = await currentKey(api, String(record.id), {});
    return now && !keyReady.pending.includes(state(now)) ? now : undefined;
  };
  return poll(look, settleSeconds, () => `${label}: the replica is still being made after ${settleSeconds} s.`);
}
