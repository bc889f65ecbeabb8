import { randomUUID } from "node:crypto";
import * as z from "zod";
import { badRequest, type ServiceError } from "../../core/errors";
import { outside, type Scope } from "../../core/scope";
import type { Stored } from "../../core/record";
import { defineKind } from "../../core/store";
import { day, formatTime } from "../../core/time";
import {
  ageInDays,
  idFrom,
  name,
  password,
  readyAfterSeconds,
  loadSeconds,
  testSeconds,
} from "../../shared/world/fields";
import { keyLevel, level, listOf, type RecordOf } from "../../shared/world/level";

/** SAP Data Custodian as it is behind the service: tenants, their groups, and the groups' keys. */

export const operationNames = ["ENCRYPT", "DECRYPT", "SIGN", "VERIFY", "WRAP", "UNWRAP"] as const;
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
type WorldKey = z.infer<typeof keySchema>;

export interface CloudVersion {
  readonly id: string;
  /** The first is 1. */
  readonly version: number;
  readonly enabled: boolean;
  readonly operations: readonly string[];
  readonly origin: "NATIVE" | "EXTERNAL";
  readonly createdAt: string;
}

export interface CloudKey extends Stored, Readonly<Omit<WorldKey, "operations" | "versions" | "ageInDays">> {
  readonly group: string;
  readonly operations: readonly string[];
  readonly createdAt: string;
  readonly versions: readonly CloudVersion[];
}

export const cloudKeys = defineKind<CloudKey>("sap-cloud-keys", {
  group: ({ group }) => group,
  name: ({ group, name }) => `${group}/${name}`,
});

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
    keys: listOf(
      keyLevel({
        kind: cloudKeys,
        schema: keySchema,
        in: "group",
        seeded: ["role", "versions"],
        fixed: ["type", "size", "curve"],
        add: addWorldKey,
        rotate: (scope, key) => addCloudVersion(scope, key, "NATIVE", true),
      }),
    ),
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
    readyAfterSeconds,
    testSeconds,
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

export interface Facts {
  readonly name: string;
  readonly type: KeyType;
  readonly size?: number;
  readonly curve?: string;
  readonly operations: readonly string[];
  readonly description?: string;
  readonly exportable?: boolean;
  readonly enabled?: boolean;
  readonly role?: string;
  readonly origin?: CloudVersion["origin"];
  readonly id?: string;
  readonly createdAt?: string;
}

/** Refuses a shape that no key of SAP has. */
export function checkShape({ type, size, curve }: Pick<Facts, "type" | "size" | "curve">): void {
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

export function newVersion(
  scope: Scope,
  version: number,
  operations: readonly string[],
  more: Partial<CloudVersion> = {},
): CloudVersion {
  const createdAt = formatTime(scope.now);
  return { id: randomUUID(), version, enabled: false, operations, origin: "NATIVE", createdAt, ...more };
}

/** Makes a key with its first version, which is enabled. */
export function createCloudKey(scope: Scope, group: string, facts: Facts): CloudKey {
  const { id = randomUUID(), origin, createdAt = formatTime(scope.now), ...rest } = facts;
  checkShape(rest);
  checkOperations(rest.type, rest.operations);
  return scope.in(outside).put(cloudKeys, {
    description: "",
    exportable: false,
    enabled: true,
    role: "MASTER_KEY",
    ...rest,
    id,
    domain: outside,
    group,
    createdAt,
    versions: [newVersion(scope, 1, rest.operations, { enabled: true, origin, createdAt })],
  });
}

export function changeCloudKey(scope: Scope, key: CloudKey, changes: Partial<CloudKey>): CloudKey {
  return scope.in(outside).put(cloudKeys, { ...key, ...changes });
}

/** @param enabled new versions start disabled, unless a rotation makes them */
export function addCloudVersion(
  scope: Scope,
  key: CloudKey,
  origin: CloudVersion["origin"],
  enabled: boolean,
): CloudKey {
  const next = Math.max(...key.versions.map(({ version }) => version)) + 1;
  const versions = [...key.versions, newVersion(scope, next, key.operations, { origin, enabled })];
  return changeCloudKey(scope, key, { versions });
}

/** A key of AES has 256 bits unless the world says otherwise. */
function addWorldKey(scope: Scope, wanted: WorldKey, group: string, index?: number): CloudKey {
  const { ageInDays: age, versions, ...key } = wanted;
  const size = key.size ?? (key.type === "AES" ? 256 : undefined);
  const id = index === undefined ? undefined : idFrom(`${group}/${key.name}`);
  const createdAt = formatTime(scope.now - age * day);
  let cloud = createCloudKey(scope, group, { ...key, size, id, createdAt });
  for (let more = 1; more < versions; more++) cloud = addCloudVersion(scope, cloud, "NATIVE", true);
  return cloud;
}
