import { randomBytes } from "node:crypto";
import * as z from "zod";
import { badRequest, type ServiceError } from "../../core/errors";
import { outside, type Scope } from "../../core/scope";
import type { Stored } from "../../core/record";
import { defineKind } from "../../core/store";
import { day, formatTime } from "../../core/time";
import { ageInDays, loadSeconds, name, password, seconds } from "../../shared/world/fields";
import { keyLevel, level, listOf, type RecordOf } from "../../shared/world/level";

/** Salesforce as it is behind the service: organizations, their tenant secrets, their certificates. */

export const secretTypes = ["Data", "EventBus", "SearchIndex", "DeterministicData", "Analytics"] as const;
export type SecretType = (typeof secretTypes)[number];
const statuses = ["ACTIVE", "ARCHIVED", "DESTROYED"] as const;
export type SecretStatus = (typeof statuses)[number];

/** One generation of a type's secret. */
export interface CloudSecret extends Stored {
  readonly org: string;
  readonly type: SecretType;
  readonly version: number;
  readonly status: SecretStatus;
  /** Who made the material. */
  readonly source: "HSM" | "UPLOADED" | "CACHE-ONLY";
  readonly derivation: "PBKDF2" | "NONE";
  readonly createdAt: string;
  /** When its state changed last. */
  readonly modifiedAt: string;
}

export const cloudSecrets = defineKind<CloudSecret>("sfdc-cloud-secrets", {
  org: (secret) => secret.org,
  slot: (secret) => slot(secret.org, secret.type),
});

const slot = (org: string, type: string): string => `${org}/${type}`;

export interface CloudCertificate extends Stored {
  readonly org: string;
  readonly name: string;
  readonly keySize: number;
  /** PEM. */
  readonly certificate?: string;
  readonly createdAt: string;
}

export const cloudCertificates = defineKind<CloudCertificate>("sfdc-cloud-certificates", {
  org: (certificate) => certificate.org,
});

/** Secrets of one type stand from old to new: each one that is ACTIVE archives the one before. */
const secretSchema = z.strictObject({
  type: z.enum(secretTypes),
  status: z.enum(statuses).default("ACTIVE"),
  source: z.enum(["HSM", "UPLOADED", "CACHE-ONLY"]).default("HSM"),
  derivation: z.enum(["PBKDF2", "NONE"]).default("PBKDF2"),
  ageInDays,
});

const certificateSchema = z.strictObject({
  name,
  keySize: z.union([z.literal(2048), z.literal(4096)]).default(4096),
  /** PEM. */
  certificate: z.string().optional(),
});

const worldSecrets = keyLevel({
  kind: cloudSecrets,
  schema: secretSchema,
  in: "org",
  id: "type",
  fixed: ["type", "source", "derivation"],
  add: addWorldSecret,
  show: ({ org: _org, modifiedAt: _modified, ...secret }) => secret,
  alter: (scope, secret, { status = secret.status }) => setSecretStatus(scope, secret, status),
});

const worldCertificates = keyLevel({
  kind: cloudCertificates,
  schema: certificateSchema,
  in: "org",
  add: (scope, { name: called, keySize, certificate }, org, index) =>
    addCertificate(scope, org, called, keySize, { id: seededId("0P1", org, index), certificate }),
  show: ({ id, name: called, keySize }) => ({ id, name: called, keySize }),
});

/** An organization. Its id is the one that Salesforce shows, of 18 characters. */
export const orgs = level({
  kind: "sfdc-cloud-orgs",
  schema: z.strictObject({
    name: z.string().optional(),
    users: z.array(z.strictObject({ username: name, password })).optional(),
    clients: z.array(z.strictObject({ clientId: name, clientSecret: password })).optional(),
    domainName: z.string().optional(),
    namedCredentials: z.array(name).optional(),
    readyAfterSeconds: seconds.optional(),
    testSeconds: seconds.optional(),
    organizationId: z.string().regex(/^[A-Za-z0-9]{18}$/, "must be a Salesforce id of 18 characters"),
    type: z.string().default("Regular"),
    sandbox: z.boolean().default(false),
    syncSeconds: loadSeconds,
    keys: listOf(worldSecrets),
    certificates: listOf(worldCertificates),
  }),
  id: "organizationId",
  as: "organization",
  also: ({ name: called = "", users = [], clients = [], domainName = "", namedCredentials = [], ...times }) => {
    const { readyAfterSeconds = 0, testSeconds = 0.05 } = times;
    return { name: called, users, clients, domainName, namedCredentials, readyAfterSeconds, testSeconds };
  },
  indexes: { client: (org) => org.clients.map(({ clientId }) => clientId) },
});
export type Org = RecordOf<typeof orgs>;

/** A refusal by Salesforce, passed on by the service as a bad request with Salesforce's own words. */
export const salesforceError = (code: string, text: string): ServiceError => badRequest(`${code}: ${text}`);

/** A Salesforce id: a prefix that tells the kind of object, and random letters and digits. */
function salesforceId(prefix: string): string {
  return `${prefix}${randomBytes(12).toString("hex").slice(0, 12).toUpperCase()}AAA`;
}

export interface NewSecret {
  readonly id?: string;
  readonly source?: CloudSecret["source"];
  readonly derivation?: CloudSecret["derivation"];
  readonly createdAt?: string;
}

/** Makes a secret; the one that was ACTIVE before is archived, for there is only one of a type. */
export function addSecret(scope: Scope, org: string, type: SecretType, wanted: NewSecret = {}): CloudSecret {
  const cloud = scope.in(outside);
  const before = cloud.by(cloudSecrets, "slot", slot(org, type));
  archive(scope, before);
  const createdAt = wanted.createdAt ?? formatTime(scope.now);
  return cloud.put(cloudSecrets, {
    id: wanted.id ?? salesforceId("02G"),
    domain: outside,
    org,
    type,
    version: Math.max(0, ...before.map(({ version }) => version)) + 1,
    status: "ACTIVE",
    source: wanted.source ?? "HSM",
    derivation: wanted.derivation ?? "PBKDF2",
    createdAt,
    modifiedAt: createdAt,
  });
}

/** Makes that archived secret the ACTIVE one of its type. */
export function activateSecret(scope: Scope, secret: CloudSecret): void {
  archive(scope, scope.in(outside).by(cloudSecrets, "slot", slot(secret.org, secret.type)));
  setSecretStatus(scope, secret, "ACTIVE");
}

function archive(scope: Scope, secrets: readonly CloudSecret[]): void {
  for (const one of secrets) if (one.status === "ACTIVE") setSecretStatus(scope, one, "ARCHIVED");
}

export function setSecretStatus(scope: Scope, secret: CloudSecret, status: SecretStatus): CloudSecret {
  return scope.in(outside).put(cloudSecrets, { ...secret, status, modifiedAt: formatTime(scope.now) });
}

/** An id in the world that is the same in every run. */
const seededId = (prefix: string, org: string, index?: number): string | undefined =>
  index === undefined ? undefined : `${prefix}${org.slice(3, 12)}${String(index).padStart(3, "0")}EAK`;

function addWorldSecret(scope: Scope, wanted: z.infer<typeof secretSchema>, org: string, index?: number): CloudSecret {
  const { type, status, ageInDays: age, ...facts } = wanted;
  const createdAt = formatTime(scope.now - age * day);
  const secret = addSecret(scope, org, type, { ...facts, id: seededId("02G", org, index), createdAt });
  return status === "ACTIVE" ? secret : setSecretStatus(scope, secret, status);
}

export function addCertificate(
  scope: Scope,
  org: string,
  name: string,
  keySize: number,
  more: { readonly id?: string; readonly certificate?: string } = {},
): CloudCertificate {
  return scope.in(outside).put(cloudCertificates, {
    id: more.id ?? salesforceId("0P1"),
    domain: outside,
    org,
    name,
    keySize,
    certificate: more.certificate,
    createdAt: formatTime(scope.now),
  });
}
