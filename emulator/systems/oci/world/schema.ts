import * as z from "zod";
import { throttlingStatuses } from "../cloud/errors";
import { algorithms, curveIds } from "../cloud/shapes";

const names = z.array(z.string().min(1));
const tags = z.record(z.string(), z.string());
const ocid = (kind: string) => z.string().startsWith(`ocid1.${kind}.`, `must be an OCID of the kind ${kind}`);

export const keySchema = z.strictObject({
  name: z.string().min(1),
  algorithm: z.enum(algorithms).default("AES"),
  /** Bytes; what is usual for the algorithm without it. */
  length: z.int().optional(),
  curveId: z.enum(curveIds as [string]).optional(),
  protectionMode: z.enum(["HSM", "SOFTWARE"]).default("HSM"),
  /** Name of its compartment; the vault's without it. */
  compartment: z.string().optional(),
  state: z.enum(["ENABLED", "DISABLED", "PENDING_DELETION"]).default("ENABLED"),
  /** Days until a key that is pending deletion goes away. */
  deletionDays: z.int().min(7).max(30).default(30),
  freeformTags: tags.default({}),
  definedTags: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  /** True for material that was uploaded. */
  uploaded: z.boolean().default(false),
  /** How many versions it has. */
  versions: z.int().min(1).max(50).default(1),
  /** Days since the key was made. */
  ageInDays: z.number().min(0).default(90),
});

export const vaultSchema = z.strictObject({
  ocid: ocid("vault").optional(),
  name: z.string().min(1),
  /** Name of its compartment. */
  compartment: z.string().default("root"),
  region: z.string(),
  type: z.enum(["DEFAULT", "VIRTUAL_PRIVATE"]).default("DEFAULT"),
  state: z.enum(["ACTIVE", "PENDING_DELETION"]).default("ACTIVE"),
  freeformTags: tags.default({}),
  keys: z.array(keySchema).default([]),
});

const userSchema = z.strictObject({
  userOcid: ocid("user"),
  fingerprint: z.string().regex(/^[\da-f]{2}(:[\da-f]{2}){15}$/),
  keyFile: z.string().min(1),
  passPhrase: z.string().optional(),
});

const compartmentSchema = z.strictObject({
  ocid: ocid("compartment").optional(),
  name: z.string().min(1),
  description: z.string().default(""),
  /** Name of the compartment it lies in. */
  parent: z.string().default("root"),
  accessible: z.boolean().default(true),
  freeformTags: tags.default({}),
});

/**
 * How many calls Oracle Cloud accepts in that time; further ones are throttled, under the given
 * status.
 */
const rateSchema = z.strictObject({
  calls: z.int().min(0),
  seconds: z.number().positive(),
  status: z.literal(throttlingStatuses).default(429),
});

const limits = {
  rate: rateSchema.optional(),
  /** How many keys the tenancy may have. */
  keyLimit: z.int().min(0).optional(),
};

const tagDefaults = z.record(z.string(), z.record(z.string(), z.string()));

const tenancySchema = z.strictObject({
  tenancyOcid: ocid("tenancy"),
  name: z.string().min(1),
  regions: names.min(1),
  namespace: z.string().min(1),
  users: z.array(userSchema).default([]),
  compartments: z.array(compartmentSchema).default([]),
  buckets: z.array(z.strictObject({ name: z.string(), compartment: z.string().default("root") })).default([]),
  tagNamespaces: z.array(z.strictObject({ name: z.string(), tags: names })).default([]),
  vaults: z.array(vaultSchema).default([]),
  ...limits,
  /** Whether Oracle Cloud gives new keys the defined tags `Oracle-Tags`. */
  oracleTags: z.boolean().default(false),
  /** Defined tags that new keys get, by namespace and name, where the request says nothing of them. */
  tagDefaults: tagDefaults.default({}),
  readyAfterSeconds: z.number().min(0).default(0),
  testSeconds: z.number().min(0).default(0.05),
  syncSeconds: z.number().min(0).optional(),
});

/** The part "oci" of a world file. */
export const ociSchema = z.strictObject({ tenancies: z.array(tenancySchema).default([]) });

/**
 * POST /emulator/world/oci/tenancies: changes a tenancy by its OCID; what is left out stays, users
 * are added or altered.
 */
export const tenancyChangeSchema = z.strictObject({
  tenancy: ocid("tenancy"),
  users: z.array(userSchema).optional(),
  removeUsers: names.optional(),
  regions: names.min(1).optional(),
  rate: rateSchema.nullable().optional(),
  keyLimit: limits.keyLimit.nullable(),
  oracleTags: z.boolean().optional(),
  tagDefaults: tagDefaults.optional(),
  readyAfterSeconds: z.number().min(0).optional(),
  testSeconds: z.number().min(0).optional(),
  syncSeconds: z.number().min(0).nullable().optional(),
});

/**
 * POST /emulator/world/oci/vaults: adds a vault to a tenancy, or changes the one that `vault` names
 * by OCID or name.
 */
export const vaultChangeSchema = z.strictObject({
  tenancy: ocid("tenancy").optional(),
  vault: z.string().optional(),
  delete: z.boolean().optional(),
  ...vaultSchema.partial().omit({ ocid: true, keys: true }).shape,
});

/**
 * POST /emulator/world/oci/keys: adds a key to a vault, or changes the one that `key` names by OCID
 * or name.
 */
export const keyChangeSchema = z.strictObject({
  vault: z.string(),
  key: z.string().optional(),
  delete: z.boolean().optional(),
  /** Makes a new version in Oracle Cloud. */
  rotate: z.boolean().optional(),
  enabled: z.boolean().optional(),
  ...keySchema.partial().omit({ state: true, deletionDays: true, ageInDays: true, versions: true }).shape,
});

export type Rate = z.infer<typeof rateSchema>;
export type WorldTenancy = z.infer<typeof tenancySchema>;
export type WorldVault = z.infer<typeof vaultSchema>;
export type WorldKey = z.infer<typeof keySchema>;
