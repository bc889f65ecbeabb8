import { randomBytes } from "node:crypto";
import { badRequest, type ServiceError } from "../../core/errors";
import { outside, type Scope } from "../../core/scope";
import type { Stored } from "../../core/record";
import { defineKind } from "../../core/store";
import { formatTime } from "../../core/time";

/** Salesforce as it is behind the service: organizations, their tenant secrets, their certificates. */

export const secretTypes = ["Data", "EventBus", "SearchIndex", "DeterministicData", "Analytics"] as const;
export type SecretType = (typeof secretTypes)[number];
export type SecretStatus = "ACTIVE" | "ARCHIVED" | "DESTROYED";

/** An organization. Its id is the one that Salesforce shows, of 18 characters. */
export interface Org extends Stored {
  readonly organizationId: string;
  readonly name: string;
  readonly type: string;
  readonly sandbox: boolean;
  readonly domainName: string;
  readonly users: readonly { readonly username: string; readonly password: string }[];
  readonly clients: readonly { readonly clientId: string; readonly clientSecret: string }[];
  readonly namedCredentials: readonly string[];
  readonly readyAfterSeconds: number;
  readonly testSeconds: number;
  readonly syncSeconds?: number;
}

export const orgs = defineKind<Org>("sfdc-cloud-orgs", {
  client: (org) => org.clients.map(({ clientId }) => clientId),
});

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

/** A refusal by Salesforce, passed on by the service as a bad request with Salesforce's own words. */
export const salesforceError = (code: string, text: string): ServiceError => badRequest(`${code}: ${text}`);

/** A Salesforce id: a prefix that tells the kind of object, and random letters and digits. */
export function salesforceId(prefix: string): string {
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
  for (const one of before) {
    if (one.status === "ACTIVE") cloud.put(cloudSecrets, { ...one, status: "ARCHIVED" });
  }
  return cloud.put(cloudSecrets, {
    id: wanted.id ?? salesforceId("02G"),
    domain: outside,
    org,
    type,
    version: Math.max(0, ...before.map(({ version }) => version)) + 1,
    status: "ACTIVE",
    source: wanted.source ?? "HSM",
    derivation: wanted.derivation ?? "PBKDF2",
    createdAt: wanted.createdAt ?? formatTime(scope.now),
  });
}

/** Makes that archived secret the ACTIVE one of its type. */
export function activateSecret(scope: Scope, secret: CloudSecret): void {
  const cloud = scope.in(outside);
  for (const one of cloud.by(cloudSecrets, "slot", slot(secret.org, secret.type))) {
    if (one.status === "ACTIVE") cloud.put(cloudSecrets, { ...one, status: "ARCHIVED" });
  }
  cloud.put(cloudSecrets, { ...secret, status: "ACTIVE" });
}

export function setSecretStatus(scope: Scope, secret: CloudSecret, status: SecretStatus): void {
  scope.in(outside).put(cloudSecrets, { ...secret, status });
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
