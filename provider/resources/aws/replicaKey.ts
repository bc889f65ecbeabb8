import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
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
import { aliasName, iamName, policyDocument } from "./keySchemas";
import { awsKey } from "./key";
import { act, awsKeys, currentKey } from "./keyRecord";
import { awsRegion } from "./kms";

const kind = "aws_param.MultiRegionConfiguration.MultiRegionKeyType";
const settleSeconds = 120;

/** A replica of a multi-Region key in another region: it has the id and the material of the primary, and aliases, tags and policy of its own. Destroying it schedules its deletion in AWS (see `onDestroy`). */
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
    /** Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in its account and region. Changes in place. Default: none. */
    alias: z.array(aliasName).default([]),
    /** Free text. Changes in place; AWS keys cannot lose a description once they have one. */
    description: z.string().max(8192).optional(),
    /** Key policy, a JSON document as text or object; its formatting has no meaning. Excludes `policyTemplate` and the five lists below. Default: the policy the service makes. Changes in place. */
    policy: policyDocument.optional(),
    /** Id of the `AwsPolicyTemplate` whose policy the key gets and follows. Excludes `policy` and the five lists. Default: none; taken out, the key keeps the policy it has. Changes in place. */
    policyTemplate: z.string().min(1).optional(),
    /** IAM users, by name, that may use the key. Default: left to the service. Changes in place. */
    keyUsers: z.array(iamName).optional(),
    /** IAM roles, by name, that may use the key. Default: left to the service. Changes in place. */
    keyUsersRoles: z.array(iamName).optional(),
    /** IAM users, by name, that may administer the key. Default: left to the service. Changes in place. */
    keyAdmins: z.array(iamName).optional(),
    /** IAM roles, by name, that may administer the key. Default: left to the service. Changes in place. */
    keyAdminsRoles: z.array(iamName).optional(),
    /** Other AWS accounts, 12 digits each, that may use the key. Default: left to the service. Changes in place. */
    externalAccounts: z.array(z.string().regex(/^\d{12}$/, "must be AWS account numbers of 12 digits")).optional(),
    /** True to let AWS accept a policy that locks out its own author. Used when the policy is set. Default false. */
    bypassPolicyLockoutSafetyCheck: z.boolean().default(false),
    /** AWS tags, text by key. Changes in place. Default: none. */
    tags: z.record(z.string(), z.string()).default({}),
    /** False to disable the key: it can then neither encrypt nor decrypt. Default true. Changes in place; a key pending deletion is recovered first. */
    enabled: z.boolean().default(true),
    /** What destroying the resource does to the key: `scheduleDeletion` gives up its aliases and lets AWS delete it after `deletionWindowDays`, until when it can be recovered; `retain` leaves it as it is. Default `scheduleDeletion`. Kept by the provider. */
    onDestroy: z.enum(["scheduleDeletion", "retain"]).default("scheduleDeletion"),
    /** Days between destroying the resource and the end of the key, 7 to 30. Default 30. Kept by the provider. */
    deletionWindowDays: z.number().int().min(7).max(30).default(30),
  },
  outputs: {
    /** ARN of the key in AWS. */
    arn: z.string(),
    /** Id of the key in AWS. */
    keyId: z.string(),
    /** State of the key in AWS: Creating, Enabled, Disabled, PendingImport, PendingDeletion, PendingReplicaDeletion, Updating or Unavailable. */
    keyState: z.string(),
    /** The service's id of the key that carries the aliases now. A rotation that makes a new key changes it; the resource's own id stays. */
    currentId: z.string(),
  },
  label: ({ alias, region }) => (alias as string[] | undefined)?.[0] ?? (region as string | undefined),
  keepsPlace: { retain: "every", scheduleDeletion: [["primaryKey", "region"]] },
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
  usualFilters: { multiRegionKeyType: "REPLICA" },
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
      const primary = isIn(known.map((one) => one.record)) ?? isIn(await api.list(awsKeys, { keyid: keyIdOf(record) }));
      if (primary) return { primaryKey: primary.id };
      const region = pick(record, "aws_param.MultiRegionConfiguration.PrimaryKey.Region") as string | undefined;
      throw new ResourceError(
        `its primary key${region ? ` in ${region}` : ""} is not in the service, and a replica cannot be declared without it: ` +
          "let the AwsKms have that region, refresh it, and adopt both",
      );
    },
  },
  hooks: {
    check: policyFailures,
    async create({ api, inputs, label }, body) {
      const primary = await currentKey(api, inputs.primaryKey, {});
      if (!primary) throw new ResourceError(`creating ${label} failed: the service has no key ${inputs.primaryKey}.`);
      return api.post(`${awsKeys}/${segment(idIn(primary))}/replicate-key`, body);
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

/** The keys of a family have one id in AWS. */
function isRelated(one: Wire, record: Wire): boolean {
  return one.kms_id === record.kms_id && keyIdOf(one) === keyIdOf(record) && one.gone !== true;
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
    const now = await currentKey(api, idIn(record), {});
    return now && !keyReady.pending.includes(state(now)) ? now : undefined;
  };
  return poll(look, settleSeconds, () => `${label}: the replica is still being made after ${settleSeconds} s.`);
}
