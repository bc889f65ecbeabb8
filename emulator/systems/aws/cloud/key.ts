import { createHash, randomBytes, randomUUID } from "node:crypto";
import { badRequest, conflict, type ServiceError } from "../../../core/errors";
import { given, type JsonObject } from "../../../core/fields";
import { outside, type Scope } from "../../../core/scope";
import type { Stored } from "../../../core/record";
import { defineKind } from "../../../core/store";
import { formatTime } from "../../../core/time";
import { policyForm } from "./policyForm";
import { usagesOf } from "./specs";

/** One generation of a key's material. */
export interface Material {
  readonly id: string;
  readonly state: "CURRENT" | "NON_CURRENT" | "PENDING_ROTATION" | "PENDING_MULTI_REGION_IMPORT_AND_ROTATION";
  /** "" for material that AWS made itself. */
  readonly importState: "IMPORTED" | "PENDING_IMPORT" | "";
  readonly rotationType: "ON_DEMAND" | "AUTOMATIC" | "";
  readonly rotationDate?: string;
  readonly description?: string;
  /** When imported material ends; absent when it doesn't. */
  readonly validTo?: string;
}

type KeyState = "Enabled" | "Disabled" | "PendingImport" | "PendingDeletion" | "PendingReplicaDeletion";

/** A key as it exists in AWS, in one region. */
export interface CloudKey extends Stored {
  readonly account: string;
  readonly region: string;
  readonly keyId: string;
  readonly arn: string;
  readonly description: string;
  readonly manager: "CUSTOMER" | "AWS";
  readonly spec: string;
  readonly usage: string;
  readonly origin: string;
  readonly state: KeyState;
  readonly createdAt: string;
  /** When a key that is pending deletion goes away. */
  readonly deletionDate?: string;
  /** Days that a primary waits once its last replica is gone. */
  readonly deletionDays?: number;
  readonly tags: Readonly<Record<string, string>>;
  /** Without the "alias/" in front. A key that is pending deletion still holds its aliases. */
  readonly aliases: readonly string[];
  readonly policy: JsonObject;
  readonly rotation?: { readonly days: number; readonly next: string };
  /** Oldest first. */
  readonly materials: readonly Material[];
  /** Region of the primary, for multi-region keys; all of a family share one key id. */
  readonly primaryRegion?: string;
  /** Id of the custom key store that holds it, `cks-…`. */
  readonly storeId?: string;
  /** Id by which AWS asks the external key store for it. */
  readonly xksKeyId?: string;
  /** SubjectPublicKeyInfo as PEM, made when somebody first asks for it. */
  readonly publicKey?: string;
}

export const cloudKeys = defineKind<CloudKey>("aws-cloud-keys", {
  place: (key) => `${key.account}/${key.region}`,
  alias: (key) => key.aliases.map((alias) => `${key.account}/${key.region}/${alias}`),
  store: (key) => key.storeId,
  family: (key) => `${key.account}/${key.keyId}`,
});

/** A refusal by AWS, passed on by the service as a bad request with the text of AWS. */
export const awsError = (code: string, text: string): ServiceError => badRequest(`${code}: ${text}`);

export const cloudKeyId = (account: string, region: string, keyId: string): string => `${account}/${region}/${keyId}`;

export function partition(region: string): string {
  if (region.startsWith("us-gov-")) return "aws-us-gov";
  return region.startsWith("cn-") ? "aws-cn" : "aws";
}

export function defaultPolicy(account: string, region: string): JsonObject {
  const root = `arn:${partition(region)}:iam::${account}:root`;
  const everything = {
    Sid: "Enable IAM User Permissions",
    Effect: "Allow",
    Principal: { AWS: root },
    Action: "kms:*",
    Resource: "*",
  };
  return { Version: "2012-10-17", Id: "key-default-1", Statement: [everything] };
}

export interface NewCloudKey {
  readonly account: string;
  readonly region: string;
  readonly keyId?: string;
  readonly spec?: string;
  readonly usage?: string;
  readonly origin?: string;
  readonly multiRegion?: boolean;
  readonly manager?: "CUSTOMER" | "AWS";
  readonly description?: string;
  readonly alias?: string;
  readonly tags?: Record<string, string>;
  readonly policy?: JsonObject;
  readonly createdAt?: string;
  readonly storeId?: string;
  readonly xksKeyId?: string;
}

const usual = {
  spec: "SYMMETRIC_DEFAULT",
  origin: "AWS_KMS",
  multiRegion: false,
  manager: "CUSTOMER",
  description: "",
  tags: {},
} as const;

/** Makes a key in AWS. */
export function createCloudKey(scope: Scope, wanted: NewCloudKey): CloudKey {
  const { account, region } = wanted;
  const { alias, multiRegion, usage, ...facts } = { ...usual, ...given(wanted) };
  refuseExcess(facts);
  if (alias !== undefined) freeAlias(scope, account, region, alias);
  const keyId = wanted.keyId ?? (multiRegion ? `mrk-${randomBytes(16).toString("hex")}` : randomUUID());
  const native = facts.origin === "AWS_KMS";
  const imported = facts.origin === "EXTERNAL";
  return scope.put(cloudKeys, {
    createdAt: formatTime(scope.now),
    ...facts,
    policy: policyForm(facts.policy ?? defaultPolicy(account, region), partition(region)),
    id: cloudKeyId(account, region, keyId),
    domain: outside,
    account,
    region,
    keyId,
    arn: `arn:${partition(region)}:kms:${region}:${account}:key/${keyId}`,
    usage: usageOf(facts.spec, usage),
    state: imported ? "PendingImport" : "Enabled",
    aliases: alias === undefined ? [] : [alias],
    materials: native && facts.spec === "SYMMETRIC_DEFAULT" ? [firstMaterial()] : [],
    primaryRegion: multiRegion ? region : undefined,
  });
}

function usageOf(spec: string, wanted: string | undefined): string {
  const usages = usagesOf(spec);
  const usage = wanted ?? usages[0] ?? "";
  if (usages.includes(usage)) return usage;
  throw awsError("ValidationException", `KeyUsage ${usage} is not compatible with KeySpec ${spec}`);
}

function firstMaterial(): Material {
  return { id: randomBytes(32).toString("hex"), state: "CURRENT", importState: "", rotationType: "" };
}

/** Refuses an alias that another key of that account and region holds. */
export function freeAlias(scope: Scope, account: string, region: string, alias: string): void {
  if (!/^[A-Za-z0-9/_-]{1,250}$/.test(alias))
    throw awsError("ValidationException", `alias "${alias}" has characters that are not allowed`);
  if (alias.startsWith("aws/")) throw awsError("NotAuthorizedException", "aliases that begin with aws/ are reserved");
  if (aliasHolder(scope, account, region, alias) !== undefined) throw aliasTaken(account, region, alias);
}

export function aliasHolder(scope: Scope, account: string, region: string, alias: string): CloudKey | undefined {
  return scope.in(outside).by(cloudKeys, "alias", `${account}/${region}/${alias}`)[0];
}

function aliasTaken(account: string, region: string, alias: string): ServiceError {
  return conflict(
    `AlreadyExistsException: An alias with the name arn:${partition(region)}:kms:${region}:${account}:alias/${alias} already exists`,
  );
}

export function changeCloudKey(scope: Scope, key: CloudKey, changes: Partial<CloudKey>): CloudKey {
  refuseExcess(changes);
  const { policy = key.policy } = changes;
  return scope.put(cloudKeys, { ...key, ...changes, policy: policyForm(policy, partition(key.region)) });
}

const mostTags = 50;
const longestTagKey = 128;
const longestTagValue = 256;
const longestDescription = 8192;

/**
 * Tags that AWS sets itself: everybody sees them, nobody else changes them, and they count for no
 * limit.
 */
const isReserved = (tagKey: string): boolean => tagKey.toLowerCase().startsWith("aws:");

/** The tags without AWS's own. */
export const withoutReserved = (tags: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(tags).filter(([key]) => !isReserved(key)));

export function refuseReserved(tagKeys: readonly string[]): void {
  const key = tagKeys.find(isReserved);
  if (key !== undefined)
    throw awsError("TagException", `${key}: tag keys that begin with aws: are reserved for AWS's own use`);
}

/** What AWS takes of tags that a request brings. */
export function checkTags(tags: Readonly<Record<string, string>>): void {
  refuseReserved(Object.keys(tags));
  const length = (text: string): number => [...text].length;
  for (const [key, value] of Object.entries(tags)) {
    if (length(key) > longestTagKey)
      throw awsError("ValidationException", `a tag key has more than ${longestTagKey} characters`);
    if (length(value) > longestTagValue)
      throw awsError("ValidationException", `the value of the tag ${key} has more than ${longestTagValue} characters`);
  }
}

/** What AWS takes of one key. */
function refuseExcess({ tags = {}, description = "" }: Partial<Pick<CloudKey, "tags" | "description">>): void {
  if (Object.keys(withoutReserved(tags)).length > mostTags) throw awsError("TagException", "Too many tags");
  if (description.length > longestDescription)
    throw awsError("ValidationException", `the description has more than ${longestDescription} characters`);
}

/** The keys that share one multi-region key id, the key itself among them. */
export function family(scope: Scope, key: CloudKey): CloudKey[] {
  return key.primaryRegion === undefined
    ? [key]
    : scope.in(outside).by(cloudKeys, "family", `${key.account}/${key.keyId}`);
}

export const isPrimary = (key: CloudKey): boolean => key.primaryRegion === key.region;

/** The same text always gives the same key id: for keys of a world file that gives none. */
export function keyIdFrom(text: string, multiRegion: boolean): string {
  const hex = createHash("sha256").update(text).digest("hex").slice(0, 32);
  if (multiRegion) return `mrk-${hex}`;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
