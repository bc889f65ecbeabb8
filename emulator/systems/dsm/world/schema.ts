import * as z from "zod";
import { changedRefreshSeconds, count, managerSchemas, refreshSeconds, user } from "../../../shared/keyManagers/world";
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
  refreshSeconds,
  keys: z.array(keySchema).default([]),
});

/** The part "dsm" of a world file; `domainIds` are the domains that a user is restricted to. */
export const schemas = managerSchemas(domainSchema, user.extend({ domainIds: z.array(z.int().positive()).optional() }));

/** POST /emulator/world/dsm/domains: adds a domain to a DSM, or changes the one of that number. */
export const domainChangeSchema = z.strictObject({
  manager: z.string(),
  id: z.int().positive(),
  name: z.string().optional(),
  description: z.string().optional(),
  kmipEnabled: z.boolean().optional(),
  refreshSeconds: changedRefreshSeconds,
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
  count,
});

export type WorldDomain = z.infer<typeof domainSchema>;
export type WorldKey = z.infer<typeof keySchema>;
