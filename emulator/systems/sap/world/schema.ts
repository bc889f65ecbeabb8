import * as z from "zod";
import { curves, keyTypes, operationNames } from "../cloud";

const userSchema = z.strictObject({ user: z.string().min(1), secret: z.string().min(1) });
const technicalSchema = z.strictObject({ apiKey: z.string().min(1), secret: z.string().min(1) });
const seconds = z.number().min(0);
const operations = z.array(z.enum(operationNames)).min(1);

export const keySchema = z.strictObject({
  name: z.string().min(1),
  description: z.string().default(""),
  type: z.enum(keyTypes).default("AES"),
  size: z.int().optional(),
  curve: z.enum(Object.keys(curves) as [string]).optional(),
  operations: operations.default(["ENCRYPT", "DECRYPT"]),
  enabled: z.boolean().default(true),
  exportable: z.boolean().default(false),
  role: z.string().default("MASTER_KEY"),
  /** How many versions it has; all of them are enabled. */
  versions: z.int().min(1).default(1),
  /** Days since the key was made. */
  ageInDays: z.number().min(0).default(90),
});

const groupSchema = z.strictObject({
  groupId: z.string().min(1),
  name: z.string().min(1),
  application: z.string().default("HANA"),
  tier: z.string().default("PROD"),
  region: z.string().default("eu10"),
  provider: z.string().default("AWS"),
  keyStoreName: z.string().default("default"),
  creatorName: z.string().default("Custodian"),
  keys: z.array(keySchema).default([]),
});

export const tenantSchema = z.strictObject({
  tenant: z.string().min(1),
  apiEndpoint: z.string().regex(/\/kms\/v2$/, "must end in /kms/v2"),
  users: z.array(userSchema).default([]),
  technicalUsers: z.array(technicalSchema).default([]),
  readyAfterSeconds: seconds.default(0),
  testSeconds: seconds.default(0.05),
  syncSeconds: seconds.optional(),
  groups: z.array(groupSchema).default([]),
});

/** The part "sap" of a world file. */
export const sapSchema = z.strictObject({ tenants: z.array(tenantSchema).default([]) });

/** POST /emulator/world/sap/tenants: what is left out stays; lists are replaced, groups are added. */
export const tenantChangeSchema = z.strictObject({
  tenant: z.string().min(1),
  apiEndpoint: z.string().optional(),
  users: z.array(userSchema).optional(),
  technicalUsers: z.array(technicalSchema).optional(),
  readyAfterSeconds: seconds.optional(),
  testSeconds: seconds.optional(),
  syncSeconds: seconds.nullable().optional(),
  groups: z.array(groupSchema).optional(),
});

/** POST /emulator/world/sap/keys: without `key` makes one in the group, with it (a name or an id in SAP) changes or removes one. */
export const keyChangeSchema = z.strictObject({
  group: z.string().min(1),
  key: z.string().optional(),
  delete: z.boolean().optional(),
  /** True adds a version, as a rotation in SAP itself does. */
  rotate: z.boolean().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  enabled: z.boolean().optional(),
  exportable: z.boolean().optional(),
  operations: operations.optional(),
  type: z.enum(keyTypes).optional(),
  size: z.int().optional(),
  curve: z.string().optional(),
});

export type WorldTenant = z.infer<typeof tenantSchema>;
export type WorldKey = z.infer<typeof keySchema>;
