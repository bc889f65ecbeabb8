import * as z from "zod";
import { changedRefreshSeconds, count, managerSchemas, refreshSeconds, user } from "../../../shared/keyManagers/world";

const algorithms = ["AES", "TDES", "RSA", "EC", "HMAC-SHA256", "HMAC-SHA384", "HMAC-SHA512", "ARIA"] as const;
const states = ["Pre-Active", "Active", "Deactivated", "Compromised", "Destroyed"] as const;

export const keySchema = z.strictObject({
  name: z.string().min(1),
  algorithm: z.enum(algorithms).default("AES"),
  /** Bits. */
  size: z.int().positive().default(256),
  curveId: z.string().optional(),
  usageMask: z.int().min(0).max(4_194_303).default(12),
  description: z.string().default(""),
  labels: z.record(z.string(), z.string()).default({}),
  meta: z.record(z.string(), z.unknown()).default({}),
  undeletable: z.boolean().default(false),
  unexportable: z.boolean().default(false),
  /** How many versions the key has. */
  versions: z.int().min(1).max(100).default(1),
  /** State of the newest version; older ones are deactivated. */
  state: z.enum(states).default("Active"),
  /** Days since the first version was made. */
  ageInDays: z.number().min(0).default(90),
});

export const domainSchema = z.strictObject({
  id: z.string().min(1),
  name: z.string().min(1),
  /** Seconds that a refresh takes; by the number of keys without it. */
  refreshSeconds,
  keys: z.array(keySchema).default([]),
});

/** The part "externalCm" of a world file. */
export const schemas = managerSchemas(domainSchema, user);

/** POST /emulator/world/externalCm/domains: adds a domain to `manager`, or changes the one of that id. */
export const domainChangeSchema = z.strictObject({
  id: z.string().min(1),
  manager: z.string().optional(),
  name: z.string().optional(),
  refreshSeconds: changedRefreshSeconds,
});

/** POST /emulator/world/externalCm/keys: adds a key to a domain; with `key` (name) changes, rotates or deletes one there. */
export const keyChangeSchema = z.strictObject({
  domainId: z.string().min(1),
  key: z.string().optional(),
  delete: z.boolean().optional(),
  /** Adds a version. */
  rotate: z.boolean().optional(),
  name: z.string().optional(),
  algorithm: z.enum(algorithms).optional(),
  size: z.int().positive().optional(),
  curveId: z.string().optional(),
  usageMask: z.int().min(0).optional(),
  description: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  undeletable: z.boolean().optional(),
  unexportable: z.boolean().optional(),
  state: z.enum(states).optional(),
  count,
});

export type WorldDomain = z.infer<typeof domainSchema>;
export type WorldKey = z.infer<typeof keySchema>;
