import { randomUUID } from "node:crypto";
import { badRequest, type ServiceError } from "../../core/errors";
import { outside, type Scope } from "../../core/scope";
import type { Stored } from "../../core/record";
import { defineKind } from "../../core/store";
import { formatTime } from "../../core/time";

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

/** A tenant; its id is its name. */
export interface Tenant extends Stored {
  readonly apiEndpoint: string;
  readonly users: readonly { readonly user: string; readonly secret: string }[];
  readonly technicalUsers: readonly { readonly apiKey: string; readonly secret: string }[];
  readonly readyAfterSeconds: number;
  readonly testSeconds: number;
  readonly syncSeconds?: number;
}

export const tenants = defineKind<Tenant>("sap-cloud-tenants", {
  user: (tenant) => tenant.users.map(({ user }) => `${tenant.id}/${user}`),
  technicalUser: (tenant) => tenant.technicalUsers.map(({ apiKey }) => apiKey),
});

export interface CloudGroup extends Stored {
  readonly tenant: string;
  readonly name: string;
  readonly application: string;
  readonly tier: string;
  readonly region: string;
  readonly provider: string;
  readonly keystoreId: string;
  readonly keyStoreName: string;
  readonly creatorName: string;
  readonly createdAt: string;
}

export const cloudGroups = defineKind<CloudGroup>("sap-cloud-groups", { tenant: ({ tenant }) => tenant });

export interface CloudVersion {
  readonly id: string;
  /** The first is 1. */
  readonly version: number;
  readonly enabled: boolean;
  readonly operations: readonly string[];
  readonly origin: "NATIVE" | "EXTERNAL";
  readonly createdAt: string;
}

export interface CloudKey extends Stored {
  readonly group: string;
  readonly name: string;
  readonly description: string;
  readonly type: KeyType;
  readonly size?: number;
  readonly curve?: string;
  readonly role: string;
  readonly operations: readonly string[];
  readonly enabled: boolean;
  readonly exportable: boolean;
  readonly createdAt: string;
  readonly versions: readonly CloudVersion[];
}

export const cloudKeys = defineKind<CloudKey>("sap-cloud-keys", {
  group: ({ group }) => group,
  name: ({ group, name }) => `${group}/${name}`,
});

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
