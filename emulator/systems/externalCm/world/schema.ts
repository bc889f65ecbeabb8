import * as z from "zod";

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
  refreshSeconds: z.number().min(0).optional(),
  keys: z.array(keySchema).default([]),
});

const nodeSchema = z.strictObject({ hostname: z.string().min(1), certificate: z.string().min(1) });
const userSchema = z.strictObject({ username: z.string().min(1), password: z.string().min(1) });

export const managerSchema = z.strictObject({
  name: z.string().min(1),
  nodes: z.array(nodeSchema).min(1),
  users: z.array(userSchema).default([]),
  testSeconds: z.number().min(0).default(0.05),
  readyAfterSeconds: z.number().min(0).default(0),
  domains: z.array(domainSchema).default([]),
});

/** The part "externalCm" of a world file. */
export const externalCmSchema = z.strictObject({ managers: z.array(managerSchema).default([]) });

/** POST /emulator/world/externalCm/managers: adds a manager, or changes the one of that name; users are added or altered. */
export const managerChangeSchema = z.strictObject({
  name: z.string().min(1),
  nodes: z.array(nodeSchema).min(1).optional(),
  users: z.array(userSchema).optional(),
  removeUsers: z.array(z.string()).optional(),
  testSeconds: z.number().min(0).optional(),
  readyAfterSeconds: z.number().min(0).optional(),
});

/** POST /emulator/world/externalCm/domains: adds a domain to `manager`, or changes the one of that id. */
export const domainChangeSchema = z.strictObject({
  id: z.string().min(1),
  manager: z.string().optional(),
  name: z.string().optional(),
  refreshSeconds: z.number().min(0).nullable().optional(),
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
  /** Adds that many keys, with numbers behind the name. */
  count: z.int().min(1).max(100_000).optional(),
});

export type WorldManager = z.infer<typeof managerSchema>;
export type WorldDomain = z.infer<typeof domainSchema>;
export type WorldKey = z.infer<typeof keySchema>;
