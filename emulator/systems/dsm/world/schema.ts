import * as z from "zod";
import { asymmetricAlgorithms, encryptionModes, symmetricAlgorithms } from "../manager";

export const keySchema = z.strictObject({
  name: z.string().min(1),
  algorithm: z.enum([...symmetricAlgorithms, ...asymmetricAlgorithms] as [string]).default("AES256"),
  description: z.string().default(""),
  /** Of symmetric keys; CBC by default. */
  encryptionMode: z.enum(encryptionModes as [string]).optional(),
  extractable: z.boolean().default(true),
  expirationTime: z.iso.datetime().optional(),
  keyVersionLifeSpan: z.int().min(0).max(3650).optional(),
  /** Days since the key was made. */
  ageInDays: z.number().min(0).default(90),
});

export const domainSchema = z.strictObject({
  id: z.int().positive(),
  name: z.string().min(1),
  description: z.string().default(""),
  adminType: z.string().default("ALL_ADMIN"),
  kmipEnabled: z.boolean().default(false),
  /** Seconds that a refresh takes; by the number of keys without it. */
  refreshSeconds: z.number().min(0).optional(),
  keys: z.array(keySchema).default([]),
});

const nodeSchema = z.strictObject({ hostname: z.string().min(1), certificate: z.string().min(1) });
const userSchema = z.strictObject({
  username: z.string().min(1),
  password: z.string().min(1),
  /** Numbers of the domains that the user is restricted to; absent for all. */
  domainIds: z.array(z.int().positive()).optional(),
});

export const managerSchema = z.strictObject({
  name: z.string().min(1),
  nodes: z.array(nodeSchema).min(1),
  users: z.array(userSchema).default([]),
  testSeconds: z.number().min(0).default(0.05),
  readyAfterSeconds: z.number().min(0).default(0),
  domains: z.array(domainSchema).default([]),
});

/** The part "dsm" of a world file. */
export const dsmSchema = z.strictObject({ managers: z.array(managerSchema).default([]) });

/** POST /emulator/world/dsm/managers: adds a DSM, or changes the one of that name; users are added or altered. */
export const managerChangeSchema = z.strictObject({
  name: z.string().min(1),
  nodes: z.array(nodeSchema).min(1).optional(),
  users: z.array(userSchema).optional(),
  removeUsers: z.array(z.string()).optional(),
  testSeconds: z.number().min(0).optional(),
  readyAfterSeconds: z.number().min(0).optional(),
});

/** POST /emulator/world/dsm/domains: adds a domain to a DSM, or changes the one of that number. */
export const domainChangeSchema = z.strictObject({
  manager: z.string(),
  id: z.int().positive(),
  name: z.string().optional(),
  description: z.string().optional(),
  kmipEnabled: z.boolean().optional(),
  refreshSeconds: z.number().min(0).nullable().optional(),
});

/** POST /emulator/world/dsm/keys: adds a key to a domain, or with `key` (name or id) changes or deletes one there. */
export const keyChangeSchema = z.strictObject({
  manager: z.string(),
  domainId: z.int().positive(),
  key: z.string().optional(),
  delete: z.boolean().optional(),
  name: z.string().optional(),
  algorithm: keySchema.shape.algorithm.optional(),
  description: z.string().optional(),
  encryptionMode: keySchema.shape.encryptionMode,
  extractable: z.boolean().optional(),
  expirationTime: z.iso.datetime().optional(),
  keyVersionLifeSpan: z.int().min(0).max(3650).optional(),
  /** Adds that many keys, with numbers behind the name. */
  count: z.int().min(1).max(100_000).optional(),
});

export type WorldManager = z.infer<typeof managerSchema>;
export type WorldDomain = z.infer<typeof domainSchema>;
export type WorldKey = z.infer<typeof keySchema>;
