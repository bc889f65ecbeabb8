import * as z from "zod";
import { keyAttributes } from "../hsm";

const attribute = z.enum(keyAttributes as [string]);

export const keySchema = z.strictObject({
  label: z.string().min(1),
  algorithm: z.enum(["AES", "RSA", "EC", "DES3", "GENERIC_SECRET"]).default("AES"),
  /** Bits. */
  size: z.int().positive().default(256),
  /** Of EC keys. */
  curve: z.string().optional(),
  /** How it was made; the usual way of its algorithm by default. */
  mechanism: z.string().optional(),
  attributes: z.array(attribute).default(["CKA_ENCRYPT", "CKA_DECRYPT", "CKA_MODIFIABLE", "CKA_SENSITIVE"]),
});

export const partitionSchema = z.strictObject({
  label: z.string().min(1),
  serialNumber: z.string().regex(/^\d+$/, "must be digits"),
  /** Password of the crypto officer. */
  password: z.string().min(1),
  /** How many objects fit in. */
  capacity: z.int().min(0).default(100_000),
  /** Seconds that a refresh takes; by the number of keys without it. */
  refreshSeconds: z.number().min(0).optional(),
  keys: z.array(keySchema).default([]),
  /** Serial number of another partition whose keys this one has too, as members of an HA group do. */
  copyOf: z.string().optional(),
});

export const hsmSchema = z.strictObject({
  hostname: z.string().min(1),
  /** PEM. */
  certificate: z.string().min(1),
  testSeconds: z.number().min(0).default(0.05),
  readyAfterSeconds: z.number().min(0).default(0),
  keySeconds: z.number().min(0).default(0.1),
  partitions: z.array(partitionSchema).default([]),
});

/** The part "luna" of a world file. */
export const lunaSchema = z.strictObject({ hsms: z.array(hsmSchema).default([]) });

/** POST /emulator/world/luna/hsms: adds an HSM, or changes the one of that host name; what is left out stays. */
export const hsmChangeSchema = z.strictObject({
  hostname: z.string().min(1),
  certificate: z.string().optional(),
  testSeconds: z.number().min(0).optional(),
  readyAfterSeconds: z.number().min(0).optional(),
  keySeconds: z.number().min(0).optional(),
});

/** POST /emulator/world/luna/partitions: adds a partition to an HSM, or changes the one of that serial number. */
export const partitionChangeSchema = z.strictObject({
  serialNumber: z.string(),
  hostname: z.string().optional(),
  label: z.string().optional(),
  password: z.string().optional(),
  capacity: z.int().min(0).optional(),
  refreshSeconds: z.number().min(0).nullable().optional(),
});

/** POST /emulator/world/luna/keys: adds a key to a partition, or with `key` (label or id) changes or deletes one there. */
export const keyChangeSchema = z.strictObject({
  serialNumber: z.string(),
  key: z.string().optional(),
  delete: z.boolean().optional(),
  label: z.string().optional(),
  algorithm: keySchema.shape.algorithm.optional(),
  size: z.int().positive().optional(),
  curve: z.string().optional(),
  mechanism: z.string().optional(),
  attributes: z.array(attribute).optional(),
  /** Adds that many keys, with numbers behind the label. */
  count: z.int().min(1).max(100_000).optional(),
});

export type WorldHsm = z.infer<typeof hsmSchema>;
export type WorldPartition = z.infer<typeof partitionSchema>;
export type WorldKey = z.infer<typeof keySchema>;
