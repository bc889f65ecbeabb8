import { z } from "zod";
import type { Api, Wire } from "../../api/client";
import { defineResource, type Bag, type Failure } from "../../engine/definition";
import { pick } from "../../engine/wire";
import {
  act,
  awsKeys,
  bareAlias,
  bareNames,
  currentKey,
  inTurn,
  isEnabled,
  isPendingDeletion,
  tagList,
  tagMap,
  type AwsTag,
} from "./keyRecord";
import { awsKms, awsRegion } from "./kms";

/** The service takes names and answers ARNs, of which only the name counts: an ARN written here would always differ. */
const iamName = z.string().regex(/^[\w+=,.@-]+$/, "must be names of IAM users or roles, without path or ARN");

/** A customer-managed key in an AWS account, made and managed through the service. */
export const awsKey = defineResource({
  type: "AwsKey",
  path: awsKeys,
  feature: "CCKM",
  inputs: {
    /** Id of the `AwsKms` container, the AWS account, that holds the key. A change replaces the key. */
    kms: z.string().min(1),
    /** AWS region of the key; one of the container's regions. A change replaces the key. */
    region: awsRegion,
    /** Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in its account and region. Changes in place. Default: none. */
    alias: z
      .array(
        z
          .string()
          .regex(
            /^(?!alias\/|aws\/)[A-Za-z0-9/_-]{1,250}$/,
            "may hold letters, digits, /, _ and -, without the prefix alias/",
          ),
      )
      .default([]),
    /** Free text. Changes in place; AWS keys cannot lose a description once they have one. */
    description: z.string().max(8192).optional(),
    /** Kind and size of the key: SYMMETRIC_DEFAULT, RSA_2048, RSA_3072, RSA_4096, ECC_NIST_P256, ECC_NIST_P384, ECC_NIST_P521, ECC_SECG_P256K1, HMAC_224, HMAC_256, HMAC_384 or HMAC_512. Default SYMMETRIC_DEFAULT. A change replaces the key. */
    customerMasterKeySpec: z
      .enum([
        "SYMMETRIC_DEFAULT",
        "RSA_2048",
        "RSA_3072",
        "RSA_4096",
        "ECC_NIST_P256",
        "ECC_NIST_P384",
        "ECC_NIST_P521",
        "ECC_SECG_P256K1",
        "HMAC_224",
        "HMAC_256",
        "HMAC_384",
        "HMAC_512",
      ])
      .default("SYMMETRIC_DEFAULT"),
    /** What the key is for: ENCRYPT_DECRYPT, SIGN_VERIFY or GENERATE_VERIFY_MAC. Default: what fits the key spec. A change replaces the key. */
    keyUsage: z.enum(["ENCRYPT_DECRYPT", "SIGN_VERIFY", "GENERATE_VERIFY_MAC"]).optional(),
    /** Where the key material comes from: AWS_KMS, or EXTERNAL for material imported later. Default AWS_KMS. A change replaces the key. */
    origin: z.enum(["AWS_KMS", "EXTERNAL"]).default("AWS_KMS"),
    /** True for a multi-Region primary key. Default false. A change replaces the key. */
    multiRegion: z.boolean().default(false),
    /** Key policy, a JSON document as text or object; its formatting has no meaning. Excludes the five lists below. Default: the policy the service makes. Changes in place. */
    policy: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
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
    /** True to let AWS rotate the key's material by itself; symmetric AWS_KMS keys only. Default false. Changes in place. */
    keyRotationEnabled: z.boolean().default(false),
    /** Days between AWS's own rotations, 90 to 2560. Default: the service's choice, 365. Changes in place. */
    rotationPeriodInDays: z.number().int().min(90).max(2560).optional(),
    /** What destroying the resource does to the key: `scheduleDeletion` gives up its aliases and lets AWS delete it after `deletionWindowDays`, until when it can be recovered; `retain` leaves it as it is. Default `scheduleDeletion`. Kept by the provider. */
    onDestroy: z.enum(["scheduleDeletion", "retain"]).default("scheduleDeletion"),
    /** Days between destroying the resource and the end of the key, 7 to 30. Default 30. Kept by the provider. */
    deletionWindowDays: z.number().int().min(7).max(30).default(30),
  },
  outputs: {
    /** ARN of the key in AWS. */
    arn: z.string().optional(),
    /** Id of the key in AWS. */
    keyId: z.string().optional(),
    /** State of the key in AWS: Creating, Enabled, Disabled, PendingImport, PendingDeletion, PendingReplicaDeletion, Updating or Unavailable. */
    keyState: z.string().optional(),
    /** The service's id of the key that carries the aliases now. A rotation that makes a new key changes it; the resource's own id stays. */
    currentId: z.string().optional(),
  },
  label: ({ alias }) => (alias as string[] | undefined)?.[0],
  unique: [["kms", "region", "alias"]],
  immutable: ["kms", "region", "customerMasterKeySpec", "keyUsage", "origin", "multiRegion"],
  writeOnly: ["bypassPolicyLockoutSafetyCheck"],
  unordered: ["alias", "keyUsers", "keyUsersRoles", "keyAdmins", "keyAdminsRoles", "externalAccounts"],
  json: ["policy"],
  computed: [
    "keyUsage",
    "policy",
    "keyUsers",
    "keyUsersRoles",
    "keyAdmins",
    "keyAdminsRoles",
    "externalAccounts",
    "rotationPeriodInDays",
  ],
  sticky: ["description"],
  local: ["onDestroy", "deletionWindowDays"],
  needs: { kms: awsKms },
  filters: [
    "id",
    "keyid",
    "arn",
    "alias",
    "kms",
    "kmsId",
    "region",
    "cloudName",
    "origin",
    "keystate",
    "keyusage",
    "keymanager",
    "keyMaterialOrigin",
    "keySource",
    "multiRegion",
    "enabled",
    "gone",
    "rotationJobEnabled",
    "jobConfigId",
  ],
  wire: {
    kms: { to: "kms", from: "kms_id" },
    // One alias fits into the create call; the others follow as actions.
    alias: {
      to: "aws_param.Alias",
      encode: (alias: string[]) => alias[0],
      decode: (alias: string[]) => alias.map(bareAlias),
    },
    description: "aws_param.Description",
    customerMasterKeySpec: "aws_param.CustomerMasterKeySpec",
    keyUsage: "aws_param.KeyUsage",
    origin: "aws_param.Origin",
    multiRegion: "aws_param.MultiRegion",
    policy: { to: "aws_param.Policy", encode: parsedPolicy },
    keyUsers: { decode: bareNames },
    keyUsersRoles: { decode: bareNames },
    keyAdmins: { decode: bareNames },
    keyAdminsRoles: { decode: bareNames },
    bypassPolicyLockoutSafetyCheck: "aws_param.BypassPolicyLockoutSafetyCheck",
    tags: { to: "aws_param.Tags", encode: tagList, decode: tagMap },
    enabled: { to: false, from: isEnabled },
    keyRotationEnabled: { to: false, from: "aws_param.KeyRotationEnabled" },
    rotationPeriodInDays: { to: false, from: "aws_param.RotationPeriodInDays" },
    arn: "aws_param.Arn",
    keyId: { from: (answer) => pick(answer, "aws_param.KeyID") ?? pick(answer, "aws_param.KeyId") },
    keyState: "aws_param.KeyState",
    currentId: { from: "id" },
  },
  ready: {
    output: "keyState",
    is: ["Enabled", "Disabled", "PendingImport", "Unavailable"],
    pending: ["Creating", "Updating"],
    timeoutSeconds: 120,
    // Somebody scheduled its deletion: a declared key is recovered before its window ends.
    async test(api, id) {
      const record = await currentKey(api, id, {});
      return record && isPendingDeletion(record) ? act(api, record, "cancel-deletion") : { ...record };
    },
  },
  actions: [
    {
      // First of all: a disabled key refuses some of the changes below.
      inputs: ["enabled"],
      async run({ api, inputs }, { record }) {
        const now = isPendingDeletion(record) ? await act(api, record, "cancel-deletion") : record;
        return inputs.enabled && !isEnabled(now) ? act(api, now, "enable") : now;
      },
    },
    {
      inputs: ["description"],
      run: ({ api, inputs }, { record }) => act(api, record, "update-description", { description: inputs.description }),
    },
    {
      inputs: ["alias"],
      run({ api, inputs }, { record }) {
        const held = ((pick(record, "aws_param.Alias") ?? []) as string[]).map(bareAlias);
        const gone = held.filter((one) => !inputs.alias.includes(one));
        const added = inputs.alias.filter((one) => !held.includes(one));
        return inTurn(record, [
          ...added.map((alias) => (at: Wire) => act(api, at, "add-alias", { alias })),
          ...gone.map((alias) => (at: Wire) => act(api, at, "delete-alias", { alias })),
        ]);
      },
    },
    {
      inputs: ["tags"],
      run({ api, inputs }, { record }) {
        const held = tagMap((pick(record, "aws_param.Tags") ?? []) as AwsTag[]);
        const set = Object.entries(inputs.tags).filter(([key, value]) => held[key] !== value);
        const gone = Object.keys(held).filter((key) => !(key in inputs.tags));
        const tags = set.map(([tag_key, tag_value]) => ({ tag_key, tag_value }));
        return inTurn(record, [
          ...(tags.length > 0 ? [(at: Wire) => act(api, at, "add-tags", { tags })] : []),
          ...(gone.length > 0 ? [(at: Wire) => act(api, at, "remove-tags", { tags: gone })] : []),
        ]);
      },
    },
    {
      inputs: [
        "policy",
        "keyUsers",
        "keyUsersRoles",
        "keyAdmins",
        "keyAdminsRoles",
        "externalAccounts",
        "bypassPolicyLockoutSafetyCheck",
      ],
      run: ({ api, inputs }, { record }) => setPolicy(api, record, inputs),
    },
    {
      inputs: ["keyRotationEnabled", "rotationPeriodInDays"],
      run({ api, inputs }, { record }) {
        if (!inputs.keyRotationEnabled) return act(api, record, "disable-auto-rotation");
        return act(api, record, "enable-auto-rotation", { rotation_period_in_days: inputs.rotationPeriodInDays });
      },
    },
    {
      // Last of all, for the same reason.
      inputs: ["enabled"],
      run: async ({ api, inputs }, { record }) => (inputs.enabled ? record : act(api, record, "disable")),
    },
  ],
  hooks: {
    check(inputs): Failure[] {
      const lists = (["keyUsers", "keyUsersRoles", "keyAdmins", "keyAdminsRoles", "externalAccounts"] as const).filter(
        (key) => inputs[key],
      );
      const failures: Failure[] = [];
      if (inputs.policy !== undefined && lists.length > 0) {
        failures.push({
          property: "policy",
          reason: `excludes ${lists.join(", ")}: the service makes a policy from those`,
        });
      }
      if (typeof inputs.policy === "string" && !isJson(inputs.policy)) {
        failures.push({ property: "policy", reason: "is not valid JSON" });
      }
      const rotates =
        (inputs.customerMasterKeySpec ?? "SYMMETRIC_DEFAULT") === "SYMMETRIC_DEFAULT" && inputs.origin !== "EXTERNAL";
      if (inputs.keyRotationEnabled && !rotates) {
        failures.push({
          property: "keyRotationEnabled",
          reason: "is possible for symmetric keys of origin AWS_KMS only",
        });
      }
      if (inputs.rotationPeriodInDays !== undefined && inputs.keyRotationEnabled === false) {
        failures.push({ property: "rotationPeriodInDays", reason: "has no meaning unless keyRotationEnabled is true" });
      }
      return failures;
    },
    async find({ api, inputs }) {
      if (inputs.alias.length === 0) return [];
      const found = await api.list(awsKeys, { kms_id: inputs.kms, region: inputs.region, alias: inputs.alias });
      const isIt = (key: Wire) =>
        ((pick(key, "aws_param.Alias") ?? []) as string[]).some((one) => inputs.alias.includes(bareAlias(one)));
      return found.filter(
        (key) => isIt(key) && key.kms_id === inputs.kms && key.region === inputs.region && key.gone !== true,
      );
    },
    read: (api, id, state) => currentKey(api, id, state),
    async remove({ api, inputs }, id, state) {
      if (inputs.onDestroy === "retain") return;
      const key = await currentKey(api, id, state);
      if (!key) return;
      if (isPendingDeletion(key)) return;
      // A key pending deletion keeps its aliases in AWS: without this, its successor could not be made.
      const aliases = ((pick(key, "aws_param.Alias") ?? []) as string[]).map(bareAlias);
      const freed = await inTurn(
        key,
        aliases.map((alias) => (at: Wire) => act(api, at, "delete-alias", { alias })),
      );
      await act(api, freed, "schedule-deletion", { days: inputs.deletionWindowDays });
    },
  },
});

function parsedPolicy(policy: string | Bag): unknown {
  return typeof policy === "string" ? JSON.parse(policy) : policy;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function setPolicy(api: Api, record: Wire, inputs: Bag): Promise<Wire> {
  const { policy, keyUsers, keyUsersRoles, keyAdmins, keyAdminsRoles, externalAccounts } = inputs;
  const lists = {
    key_users: keyUsers,
    key_users_roles: keyUsersRoles,
    key_admins: keyAdmins,
    key_admins_roles: keyAdminsRoles,
    external_accounts: externalAccounts,
  };
  if (policy !== undefined) return act(api, record, "policy", { policy: parsedPolicy(policy as string | Bag) });
  return Object.values(lists).some((list) => list !== undefined) ? act(api, record, "policy", lists) : record;
}
