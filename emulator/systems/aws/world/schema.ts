import * as z from "zod";
import { specNames, usageNames } from "../cloud/specs";

const accountNumber = z.string().regex(/^\d{12}$/, "must be a text of 12 digits");
const names = z.array(z.string().min(1));

export const keySchema = z.strictObject({
  region: z.string(),
  keyId: z.string().optional(),
  aliases: names.default([]),
  description: z.string().default(""),
  spec: z.enum(specNames as [string]).default("SYMMETRIC_DEFAULT"),
  usage: z.enum(usageNames as [string]).optional(),
  origin: z.enum(["AWS_KMS", "EXTERNAL"]).default("AWS_KMS"),
  manager: z.enum(["CUSTOMER", "AWS"]).default("CUSTOMER"),
  state: z.enum(["Enabled", "Disabled", "PendingImport", "PendingDeletion"]).optional(),
  /** Days until a key that is pending deletion goes away. */
  deletionDays: z.int().min(7).max(30).default(30),
  multiRegion: z.boolean().default(false),
  /** Other regions that have a replica. */
  replicas: names.default([]),
  tags: z.record(z.string(), z.string()).default({}),
  policy: z.record(z.string(), z.unknown()).optional(),
  /** Days between AWS's own rotations; absent when they are off. */
  rotationPeriodInDays: z.int().min(90).max(2560).optional(),
  /** Days since the key was made. */
  ageInDays: z.number().min(0).default(90),
});

const credentialSchema = z.strictObject({ accessKeyId: z.string().min(1), secretAccessKey: z.string().min(1) });

const clusterSchema = z.strictObject({
  clusterId: z.string().regex(/^cluster-[a-z2-7]{11,16}$/, "must look like cluster-1a23b4cdefg"),
  region: z.string(),
  hsms: z.int().min(0).default(2),
  password: z.string().min(1),
  certificate: z.string().min(1),
});

export const accountSchema = z.strictObject({
  accountId: accountNumber,
  name: z.string().optional(),
  credentials: z.array(credentialSchema).default([]),
  regions: names.default(["us-east-1"]),
  users: names.default([]),
  roles: names.default([]),
  logGroups: names.default([]),
  clusters: z.array(clusterSchema).default([]),
  unreachableEndpoints: names.default([]),
  connectSeconds: z.number().min(0).default(0.3),
  readyAfterSeconds: z.number().min(0).default(0),
  testSeconds: z.number().min(0).default(0.05),
  syncSeconds: z.number().min(0).optional(),
  keys: z.array(keySchema).default([]),
});

/** The part "aws" of a world file. */
export const awsSchema = z.strictObject({ accounts: z.array(accountSchema).default([]) });

/**
 * POST /emulator/world/aws/accounts: an account by its number; what is left out stays, credentials
 * are added or altered.
 */
export const accountChangeSchema = z.strictObject({
  accountId: accountNumber,
  name: z.string().optional(),
  credentials: z.array(credentialSchema).optional(),
  removeCredentials: names.optional(),
  regions: names.optional(),
  users: names.optional(),
  roles: names.optional(),
  logGroups: names.optional(),
  clusters: z.array(clusterSchema).optional(),
  unreachableEndpoints: names.optional(),
  connectSeconds: z.number().min(0).optional(),
  readyAfterSeconds: z.number().min(0).optional(),
  testSeconds: z.number().min(0).optional(),
  syncSeconds: z.number().min(0).nullable().optional(),
});

/**
 * POST /emulator/world/aws/keys: adds a key, or changes the one that `key` names by id, ARN or
 * alias.
 */
export const keyChangeSchema = z.strictObject({
  account: accountNumber,
  key: z.string().optional(),
  region: z.string().optional(),
  delete: z.boolean().optional(),
  enabled: z.boolean().optional(),
  description: z.string().optional(),
  tags: z.record(z.string(), z.string()).optional(),
  aliases: names.optional(),
  policy: z.record(z.string(), z.unknown()).optional(),
  /** Null switches AWS's own rotation off. */
  rotationPeriodInDays: z.int().min(90).max(2560).nullable().optional(),
  spec: z.enum(specNames as [string]).optional(),
  usage: z.enum(usageNames as [string]).optional(),
  origin: z.enum(["AWS_KMS", "EXTERNAL"]).optional(),
  multiRegion: z.boolean().optional(),
});

export type WorldKey = z.infer<typeof keySchema>;
export type WorldAccount = z.infer<typeof accountSchema>;
