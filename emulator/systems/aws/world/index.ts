import { notFound } from "../../../core/errors";
import { given } from "../../../core/fields";
import { outside, type Scope, type WorldPart } from "../../../core/scope";
import { day, formatTime } from "../../../core/time";
import { readBody } from "../../../core/world";
import { planAutoRotation, removeCloudKey, replicate, scheduleDeletion } from "../cloud/actions";
import { changeCloudKey, cloudKeys, createCloudKey, keyIdFrom, type CloudKey } from "../cloud/key";
import { describe } from "../cloud/describe";
import { accounts, type Account } from "./accounts";
import { defaultAwsWorld } from "./default";
import {
  accountChangeSchema,
  accountSchema,
  awsSchema,
  keyChangeSchema,
  keySchema,
  type WorldAccount,
  type WorldKey,
} from "./schema";

function seed(scope: Scope, part: unknown): void {
  for (const account of awsSchema.parse(part).accounts) {
    addAccount(scope, account);
    account.keys.forEach((key, index) => addKey(scope, account.accountId, key, String(index)));
  }
}

function addAccount(scope: Scope, { keys: _keys, ...account }: WorldAccount): Account {
  return scope.put(accounts, { id: account.accountId, domain: outside, ...account });
}

/** @param seedText makes the key's id the same in every run; a random one without it */
function addKey(scope: Scope, account: string, key: WorldKey, seedText?: string): CloudKey {
  const { region, spec, usage, origin, manager, description, tags, policy, multiRegion } = key;
  const keyId =
    key.keyId ?? (seedText === undefined ? undefined : keyIdFrom(`${account}/${region}/${seedText}`, multiRegion));
  const createdAt = formatTime(scope.now - key.ageInDays * day);
  const facts = {
    account,
    region,
    keyId,
    spec,
    usage,
    origin,
    manager,
    description,
    tags,
    policy,
    multiRegion,
    createdAt,
  };
  let cloud = changeCloudKey(scope, createCloudKey(scope, facts), { aliases: key.aliases });
  if (key.rotationPeriodInDays !== undefined) cloud = planAutoRotation(scope, cloud, key.rotationPeriodInDays);
  for (const replica of key.replicas) replicate(scope, cloud, replica, { description, tags });
  if (key.state === "PendingDeletion") return scheduleDeletion(scope, cloud, key.deletionDays);
  return key.state === undefined ? cloud : changeCloudKey(scope, cloud, { state: key.state });
}

function show(scope: Scope): object {
  const keys = scope.all(cloudKeys);
  return {
    accounts: scope.all(accounts).map(({ id: _id, domain: _domain, credentials, clusters, ...account }) => ({
      ...account,
      clusters: clusters.map(({ password: _password, ...cluster }) => cluster),
      credentials: credentials.map(({ accessKeyId }) => ({ accessKeyId })),
      keys: keys
        .filter((key) => key.account === account.accountId)
        .map((key) => ({ region: key.region, ...describe(scope, key) })),
    })),
  };
}

function changeAccount(scope: Scope, body: unknown): object {
  const { credentials = [], removeCredentials = [], syncSeconds, ...changes } = readBody(accountChangeSchema, body);
  const before =
    scope.get(accounts, changes.accountId) ?? addAccount(scope, accountSchema.parse({ accountId: changes.accountId }));
  const replaced = [...removeCredentials, ...credentials.map(({ accessKeyId }) => accessKeyId)];
  const kept = before.credentials.filter(({ accessKeyId }) => !replaced.includes(accessKeyId));
  const sync = syncSeconds === undefined ? {} : { syncSeconds: syncSeconds ?? undefined };
  const {
    credentials: all,
    clusters,
    ...account
  } = scope.put(accounts, {
    ...before,
    ...given(changes),
    ...sync,
    credentials: [...kept, ...credentials],
  });
  const shownClusters = clusters.map(({ password: _password, ...cluster }) => cluster);
  return { ...account, clusters: shownClusters, credentials: all.map(({ accessKeyId }) => ({ accessKeyId })) };
}

function changeKey(scope: Scope, body: unknown): object {
  const {
    account,
    key: reference,
    delete: gone,
    enabled,
    rotationPeriodInDays,
    ...changes
  } = readBody(keyChangeSchema, body);
  if (reference === undefined) {
    const { accountId } = scope.need(accounts, account);
    const rotation = rotationPeriodInDays ?? undefined;
    const wanted = readBody(keySchema, {
      ...changes,
      rotationPeriodInDays: rotation,
      ageInDays: 0,
      ...(enabled === false ? { state: "Disabled" } : {}),
    });
    return describe(scope, addKey(scope, accountId, wanted));
  }
  const key = findKey(scope, account, reference, changes.region);
  if (gone === true) {
    removeCloudKey(scope, key);
    return {};
  }
  const { description = key.description, tags = key.tags, aliases = key.aliases, policy = key.policy } = changes;
  const state = enabled === undefined ? key.state : enabled ? "Enabled" : "Disabled";
  const changed = changeCloudKey(scope, key, { description, tags, aliases, policy, state });
  if (rotationPeriodInDays === undefined) return describe(scope, changed);
  if (rotationPeriodInDays === null) return describe(scope, changeCloudKey(scope, changed, { rotation: undefined }));
  return describe(scope, planAutoRotation(scope, changed, rotationPeriodInDays));
}

/** A key by key id, ARN, or alias; the region decides between replicas and equal aliases. */
function findKey(scope: Scope, account: string, reference: string, region: string | undefined): CloudKey {
  const own = scope
    .all(cloudKeys)
    .filter((key) => key.account === account && (region === undefined || key.region === region));
  const alias = reference.replace(/^alias\//, "");
  const found = own.find((key) => [key.keyId, key.arn].includes(reference) || key.aliases.includes(alias));
  if (found === undefined) throw notFound();
  return found;
}

/** AWS as it is behind the service. */
export const awsWorld: WorldPart = {
  name: "aws",
  schema: awsSchema,
  initial: { ...defaultAwsWorld },
  seed,
  show,
  changes: { accounts: changeAccount, keys: changeKey },
};
