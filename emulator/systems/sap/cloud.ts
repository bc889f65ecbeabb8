import { randomUUID } from "node:crypto";
import * as z from "zod";
import { badRequest, type ServiceError } from "../../core/errors";
import type { Scope } from "../../core/scope";
import { day, formatTime } from "../../core/time";
import { ageInDays, idFrom, level, listOf, loadSeconds, name, type RecordOf } from "../../shared/world";
import { loginTimes, password, worldKeys } from "../../shared/world";

/** SAP Data Custodian as it is behind the service: tenants, their groups, and the groups' keys. */

export const operationNames = ["ENCRYPT", "DECRYPT", "SIGN", "VERIFY", "WRAP", "UNWRAP"] as const;
type OperationName = (typeof operationNames)[number];
export const keyTypes = ["AES", "RSA", "EC"] as const;
export type KeyType = (typeof keyTypes)[number];

/** Curves in SAP's words, with their names in the service's own vault where it has them. */
export const curves: Readonly<Record<string, string | undefined>> = {
  NistP192: undefined,
  NistP224: "secp224r1",
  NistP256: "prime256v1",
  NistP384: "secp384r1",
  NistP521: "secp521r1",
  SecP192K1: undefined,
  SecP224K1: "secp224k1",
  SecP256K1: "secp256k1",
};

const sizes: Readonly<Record<string, readonly number[]>> = { AES: [128, 192, 256], RSA: [2048, 3072, 4096] };
const usages: Readonly<Record<KeyType, readonly string[]>> = {
  AES: ["ENCRYPT", "DECRYPT", "WRAP", "UNWRAP"],
  RSA: operationNames,
  EC: ["SIGN", "VERIFY"],
};

const operations = z.array(z.enum(operationNames)).min(1);

const keySchema = z.strictObject({
  name,
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
  ageInDays,
});

export interface CloudVersion {
  readonly id: string;
  /** The first is 1. */
  readonly version: number;
  readonly enabled: boolean;
  readonly operations: readonly string[];
  readonly origin: "NATIVE" | "EXTERNAL";
  readonly createdAt: string;
}

function newVersion(
  version: number,
  operations: readonly string[],
  createdAt: string,
  more: Partial<CloudVersion> = {},
): CloudVersion {
  return { id: randomUUID(), version, enabled: false, operations, origin: "NATIVE", createdAt, ...more };
}

interface Versioned {
  readonly versions: readonly CloudVersion[];
  readonly operations: readonly string[];
}

function withOneMore({ versions, operations }: Versioned, createdAt: string, more: Partial<CloudVersion>) {
  const next = Math.max(...versions.map(({ version }) => version)) + 1;
  return { versions: [...versions, newVersion(next, operations, createdAt, more)] };
}

/**
 * Keys of groups. A key of AES has 256 bits unless the world says otherwise; all versions that it
 * begins with are enabled.
 */
export const cloudKeys = worldKeys({
  kind: "sap-cloud-keys",
  schema: keySchema,
  in: "group",
  begins: ["versions"],
  also: (wanted, { createdAt }, scope) => {
    const size = wanted.size ?? (wanted.type === "AES" ? 256 : undefined);
    checkShape({ ...wanted, size });
    const operations: readonly string[] = wanted.operations;
    checkOperations(wanted.type, operations);
    const made = (n: number): string => (n === 0 ? createdAt : formatTime(scope.now));
    const version = (_: unknown, n: number) => newVersion(n + 1, operations, made(n), { enabled: true });
    return { size, operations, versions: Array.from({ length: wanted.versions ?? 1 }, version) };
  },
  seeded: ["role", "versions"],
  fixed: ["type", "size", "curve"],
  rotated: (key, now) => withOneMore(key, now, { enabled: true }),
  show: (key) => key,
});
export type CloudKey = RecordOf<typeof cloudKeys>;

export const cloudGroups = level({
  kind: "sap-cloud-groups",
  schema: z.strictObject({
    groupId: name,
    name,
    application: z.string().default("HANA"),
    tier: z.string().default("PROD"),
    region: z.string().default("eu10"),
    provider: z.string().default("AWS"),
    keyStoreName: z.string().default("default"),
    creatorName: z.string().default("Custodian"),
    keys: listOf(cloudKeys),
  }),
  id: "groupId",
  as: "group",
  in: "tenant",
  also: ({ keyStoreName }, tenant, scope) => ({
    keystoreId: idFrom(`${tenant}/${keyStoreName}`),
    createdAt: formatTime(scope.now - 1000 * day),
  }),
});
export type CloudGroup = RecordOf<typeof cloudGroups>;

/** A tenant; its id is its name. */
export const tenants = level({
  kind: "sap-cloud-tenants",
  schema: z.strictObject({
    tenant: name,
    apiEndpoint: z.string().regex(/\/kms\/v2$/, "must end in /kms/v2"),
    users: z.array(z.strictObject({ user: name, secret: password })).default([]),
    technicalUsers: z.array(z.strictObject({ apiKey: name, secret: password })).default([]),
    ...loginTimes,
    syncSeconds: loadSeconds,
    groups: listOf(cloudGroups),
  }),
  id: "tenant",
  indexes: {
    user: (tenant) => tenant.users.map(({ user }) => `${tenant.id}/${user}`),
    technicalUser: (tenant) => tenant.technicalUsers.map(({ apiKey }) => apiKey),
  },
});
export type Tenant = RecordOf<typeof tenants>;

/** A refusal by SAP, passed on by the service as a bad request with SAP's own words. */
export const sapError = (text: string): ServiceError => badRequest(`SAP Data Custodian: ${text}`);

/** What a key of SAP is made from. */
export interface Facts {
  readonly name: string;
  readonly type: KeyType;
  readonly size?: number;
  readonly curve?: string;
  readonly operations: readonly string[];
  readonly description: string;
  readonly exportable: boolean;
  readonly role: string;
}

/** Refuses a shape that no key of SAP has. */
export function checkShape({ type, size, curve }: { type: KeyType; size?: number; curve?: string }): void {
  if (type === "EC") {
    if (curve === undefined || !Object.hasOwn(curves, curve))
      throw sapError(`curve must be one of ${Object.keys(curves).join(", ")}`);
    return;
  }
  const allowed = sizes[type] ?? [];
  if (size === undefined || !allowed.includes(size))
    throw sapError(`size of ${type} keys must be one of ${allowed.join(", ")}`);
}

export function checkOperations(type: KeyType, operations: readonly string[]): void {
  const odd = operations.find((one) => !usages[type].includes(one));
  if (odd !== undefined) throw sapError(`${type} keys cannot do ${odd}; they can do ${usages[type].join(", ")}`);
}

/** Makes a key with its first version, which is enabled. */
export function createCloudKey(
  scope: Scope,
  group: string,
  { operations, ...facts }: Facts,
  origin: CloudVersion["origin"],
): CloudKey {
  checkShape(facts);
  const wanted = { ...facts, operations: [...operations] as OperationName[], enabled: true };
  const key = cloudKeys.create(scope, group, wanted);
  return cloudKeys.change(scope, key, { versions: key.versions.map((version) => ({ ...version, origin })) });
}

export const addCloudVersion = (scope: Scope, key: CloudKey, more: Partial<CloudVersion>): CloudKey =>
  cloudKeys.change(scope, key, withOneMore(key, formatTime(scope.now), more));
