import * as z from "zod";
import { secretTypes } from "../cloud";

const names = z.array(z.string().min(1));
const organizationId = z.string().regex(/^[A-Za-z0-9]{18}$/, "must be a Salesforce id of 18 characters");
const userSchema = z.strictObject({ username: z.string().min(1), password: z.string().min(1) });
const clientSchema = z.strictObject({ clientId: z.string().min(1), clientSecret: z.string().min(1) });
const status = z.enum(["ACTIVE", "ARCHIVED", "DESTROYED"]);

/** Secrets of one type stand from old to new: each one that is ACTIVE archives the one before. */
export const secretSchema = z.strictObject({
  type: z.enum(secretTypes),
  status: status.default("ACTIVE"),
  source: z.enum(["HSM", "UPLOADED", "CACHE-ONLY"]).default("HSM"),
  derivation: z.enum(["PBKDF2", "NONE"]).default("PBKDF2"),
  /** Days since the secret was made. */
  ageInDays: z.number().min(0).default(90),
});

export const certificateSchema = z.strictObject({
  name: z.string().min(1),
  keySize: z.union([z.literal(2048), z.literal(4096)]).default(4096),
  /** PEM. */
  certificate: z.string().optional(),
});

const common = {
  name: z.string().optional(),
  users: z.array(userSchema).optional(),
  clients: z.array(clientSchema).optional(),
  domainName: z.string().optional(),
  namedCredentials: names.optional(),
  readyAfterSeconds: z.number().min(0).optional(),
  testSeconds: z.number().min(0).optional(),
};

export const orgSchema = z.strictObject({
  ...common,
  organizationId,
  type: z.string().default("Regular"),
  sandbox: z.boolean().default(false),
  syncSeconds: z.number().min(0).optional(),
  keys: z.array(secretSchema).default([]),
  certificates: z.array(certificateSchema).default([]),
});

/** The part "salesforce" of a world file. */
export const salesforceSchema = z.strictObject({ organizations: z.array(orgSchema).default([]) });

/** POST /emulator/world/salesforce/organizations: what is left out stays; lists are replaced. */
export const orgChangeSchema = z.strictObject({
  ...common,
  organizationId,
  sandbox: z.boolean().optional(),
  syncSeconds: z.number().min(0).nullable().optional(),
});

/** POST /emulator/world/salesforce/keys: without `key` makes a secret, with it (an id in Salesforce) changes or removes one. */
export const secretChangeSchema = z.strictObject({
  organization: organizationId,
  key: z.string().optional(),
  type: z.enum(secretTypes).optional(),
  source: z.enum(["HSM", "UPLOADED", "CACHE-ONLY"]).optional(),
  status: status.optional(),
  delete: z.boolean().optional(),
});

export type WorldOrg = z.infer<typeof orgSchema>;
