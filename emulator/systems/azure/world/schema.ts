import * as z from "zod";

const uuid = z.string().regex(/^[0-9a-f-]{36}$/i, "must be a UUID");
const tags = z.record(z.string(), z.string()).default({});
const seconds = z.number().min(0);
const clouds = z.enum(["AzureCloud", "AzureChinaCloud", "AzureUSGovernment", "AzureGermanCloud", "AzureStack"]);

const common = {
  name: z.string().regex(/^[0-9A-Za-z-]{1,127}$/, "may hold letters, digits and dashes"),
  enabled: z.boolean().default(true),
  tags,
  /** RFC 3339. */
  notBefore: z.iso.datetime({ offset: true }).optional(),
  expires: z.iso.datetime({ offset: true }).optional(),
  /** How many versions there are. */
  versions: z.int().min(1).max(1000).default(1),
  /** True for an object that was soft-deleted. */
  deleted: z.boolean().default(false),
  /** Days since the oldest version was made. */
  ageInDays: z.number().min(0).default(90),
};

export const keySchema = z.strictObject({
  ...common,
  kty: z.enum(["RSA", "RSA-HSM", "EC", "EC-HSM"]).default("RSA"),
  size: z.union([z.literal(2048), z.literal(3072), z.literal(4096)]).default(2048),
  crv: z.enum(["P-256", "P-384", "P-521", "SECP256K1"]).default("P-256"),
  ops: z.array(z.string()).optional(),
});

export const secretSchema = z.strictObject({
  ...common,
  value: z.string().default("made up"),
  contentType: z.string().optional(),
});

export const certificateSchema = z.strictObject({
  ...common,
  subject: z.string().default("CN=example.com"),
  issuer: z.string().default("Self"),
});

export const vaultSchema = z.strictObject({
  name: z.string().regex(/^[0-9A-Za-z-]{3,24}$/, "may hold 3 to 24 letters, digits and dashes"),
  resourceGroup: z.string().default("keys"),
  managedHsm: z.boolean().default(false),
  location: z.string().default("westeurope"),
  sku: z.enum(["standard", "premium"]).default("standard"),
  softDelete: z.boolean().default(true),
  purgeProtection: z.boolean().default(false),
  retentionDays: z.int().min(7).max(90).default(90),
  rbac: z.boolean().default(true),
  tags,
  deleteSeconds: seconds.default(0.3),
  /** How long Azure refuses the next change of a key, a secret or a certificate. */
  busySeconds: seconds.default(0),
  syncSeconds: seconds.optional(),
  keys: z.array(keySchema).default([]),
  secrets: z.array(secretSchema).default([]),
  certificates: z.array(certificateSchema).default([]),
});

const subscriptionSchema = z.strictObject({
  subscriptionId: uuid,
  displayName: z.string().default("Subscription"),
  state: z.enum(["Enabled", "Disabled", "Warned", "PastDue"]).default("Enabled"),
  vaults: z.array(vaultSchema).default([]),
});

export const applicationSchema = z.strictObject({
  clientId: uuid,
  secrets: z.array(z.string().min(1)).default([]),
  /** PEM texts or SHA-1 thumbprints. */
  certificates: z.array(z.string().min(1)).default([]),
  /** True for an application that takes any certificate. */
  acceptAnyCertificate: z.boolean().default(false),
  readyAfterSeconds: seconds.default(0),
  testSeconds: seconds.default(0.05),
});

const tenantSchema = z.strictObject({
  tenantId: uuid,
  cloudName: clouds.default("AzureCloud"),
  applications: z.array(applicationSchema).default([]),
  subscriptions: z.array(subscriptionSchema).default([]),
});

/** The part "azure" of a world file. */
export const azureSchema = z.strictObject({ tenants: z.array(tenantSchema).default([]) });

/**
 * POST /emulator/world/azure/applications: one by its client id; what is left out stays, secrets
 * and certificates are added.
 */
export const applicationChangeSchema = z.strictObject({
  clientId: uuid,
  tenantId: uuid.optional(),
  secrets: z.array(z.string().min(1)).optional(),
  removeSecrets: z.array(z.string()).optional(),
  certificates: z.array(z.string().min(1)).optional(),
  removeCertificates: z.array(z.string()).optional(),
  acceptAnyCertificate: z.boolean().optional(),
  readyAfterSeconds: seconds.optional(),
  testSeconds: seconds.optional(),
});

/**
 * POST /emulator/world/azure/vaults: adds a vault to a subscription, changes the one of that name,
 * or takes it away.
 */
export const vaultChangeSchema = z.strictObject({
  name: z.string(),
  subscription: uuid.optional(),
  delete: z.boolean().optional(),
  managedHsm: z.boolean().optional(),
  location: z.string().optional(),
  sku: z.enum(["standard", "premium"]).optional(),
  softDelete: z.boolean().optional(),
  purgeProtection: z.boolean().optional(),
  retentionDays: z.int().min(7).max(90).optional(),
  tags: z.record(z.string(), z.string()).optional(),
  deleteSeconds: seconds.optional(),
  busySeconds: seconds.optional(),
  syncSeconds: seconds.nullable().optional(),
});

/**
 * POST /emulator/world/azure/keys, /secrets, /certificates: adds an object to `vault`, or changes
 * the one of that name: its newest version, or, with `action`, its life.
 */
export const objectChangeSchema = z.looseObject({
  vault: z.string(),
  name: z.string(),
  enabled: z.boolean().optional(),
  tags: z.record(z.string(), z.string()).optional(),
  action: z.enum(["rotate", "softDelete", "recover", "purge"]).optional(),
});

export type WorldTenant = z.infer<typeof tenantSchema>;
export type WorldVault = z.infer<typeof vaultSchema>;
export type WorldKey = z.infer<typeof keySchema>;
export type WorldSecret = z.infer<typeof secretSchema>;
export type WorldCertificate = z.infer<typeof certificateSchema>;
