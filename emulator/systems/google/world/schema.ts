import * as z from "zod";
import { algorithmsOf, protectionLevels, purposes } from "../cloud/algorithms";

const names = z.array(z.string().min(1));
const labels = z.record(z.string(), z.string());
const projectId = z.string().regex(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/, "must be the id of a Google project");

const versionSchema = z.strictObject({
  state: z.enum(["ENABLED", "DISABLED", "DESTROY_SCHEDULED", "DESTROYED"]).default("ENABLED"),
  /** True for material that was brought along from elsewhere. */
  imported: z.boolean().default(false),
});

const keySchema = z.strictObject({
  name: z.string().min(1),
  purpose: z.enum(purposes as [string]).default("ENCRYPT_DECRYPT"),
  /** Default: what is usual for the purpose. */
  algorithm: z.enum(Object.values(algorithmsOf).flat() as [string]).optional(),
  protectionLevel: z.enum(protectionLevels).default("SOFTWARE"),
  labels: labels.default({}),
  /** Days between Google's own rotations; absent when they are off. */
  rotationDays: z.int().min(1).optional(),
  /** Days until the first of them. */
  nextRotationInDays: z.number().min(0.001).optional(),
  /** Days that versions stay recoverable once their destruction is scheduled. */
  destroyDays: z.int().min(1).max(120).default(1),
  importOnly: z.boolean().default(false),
  /** Oldest first; the last one is the primary of a symmetric key. */
  versions: z.array(versionSchema).default([{ state: "ENABLED", imported: false }]),
  /** Days since the key was made. */
  ageInDays: z.number().min(0).default(90),
});

const ringSchema = z.strictObject({
  name: z.string().min(1),
  location: z.string().min(1),
  keys: z.array(keySchema).default([]),
});

export const projectSchema = z.strictObject({
  projectId,
  name: z.string().optional(),
  number: z.string().regex(/^\d+$/).optional(),
  labels: labels.default({}),
  locations: names.default(["global", "europe-west3", "us-east1"]),
  generationSeconds: z.number().min(0).default(0.2),
  syncSeconds: z.number().min(0).optional(),
  keyRings: z.array(ringSchema).default([]),
});

const credentialSchema = z.strictObject({ privateKeyId: z.string().min(1), privateKey: z.string().min(1) });

export const accountSchema = z.strictObject({
  email: z.string().min(1),
  keys: z.array(credentialSchema).default([]),
  projects: z.array(projectId).default([]),
  readyAfterSeconds: z.number().min(0).default(0),
  testSeconds: z.number().min(0).default(0.05),
});

/** The part "google" of a world file. */
export const googleSchema = z.strictObject({
  serviceAccounts: z.array(accountSchema).default([]),
  projects: z.array(projectSchema).default([]),
});

/**
 * POST /emulator/world/google/serviceAccounts: an account by its e-mail address; what is left out
 * stays, keys are added or altered.
 */
export const accountChangeSchema = z.strictObject({
  email: z.string().min(1),
  keys: z.array(credentialSchema).optional(),
  removeKeys: names.optional(),
  projects: z.array(projectId).optional(),
  readyAfterSeconds: z.number().min(0).optional(),
  testSeconds: z.number().min(0).optional(),
});

/**
 * POST /emulator/world/google/projects: a project by its id; what is left out stays, key rings are
 * added.
 */
export const projectChangeSchema = z.strictObject({
  projectId,
  name: z.string().optional(),
  labels: labels.optional(),
  locations: names.optional(),
  generationSeconds: z.number().min(0).optional(),
  syncSeconds: z.number().min(0).nullable().optional(),
  keyRings: z.array(ringSchema).optional(),
});

/**
 * POST /emulator/world/google/keys: without `key` adds the key `add` to `keyRing`; with it, changes
 * the one of that full name.
 */
export const keyChangeSchema = z.strictObject({
  keyRing: z.string().optional(),
  add: keySchema.optional(),
  key: z.string().optional(),
  labels: labels.optional(),
  /** Adds a version, which becomes the primary one. */
  rotate: z.boolean().optional(),
  /** Number of the version that becomes the primary one. */
  primary: z.int().min(1).optional(),
  /** Number of the version to change, and what becomes of it. */
  version: z.int().min(1).optional(),
  state: z.enum(["ENABLED", "DISABLED", "DESTROY_SCHEDULED", "DESTROYED"]).optional(),
  /** Takes the key out of Google, as the end of its project would. */
  delete: z.boolean().optional(),
});

export type WorldKey = z.infer<typeof keySchema>;
export type WorldProject = z.infer<typeof projectSchema>;
export type WorldRing = z.infer<typeof ringSchema>;
export type WorldAccount = z.infer<typeof accountSchema>;
