import type { Request } from "../../../core/request";
import { outside, type Call, type Scope } from "../../../core/scope";
import type { Stored } from "../../../core/record";
import { defineKind } from "../../../core/store";
import { second } from "../../../core/time";
import { throttled } from "../cloud/errors";
import type { Rate } from "./schema";

/** An API key of a user, as Oracle Cloud and its owner know it. */
interface ApiKey {
  readonly userOcid: string;
  readonly fingerprint: string;
  /** The private key, PEM text; never shown. */
  readonly keyFile: string;
  /** Pass phrase of the private key; never shown. */
  readonly passPhrase?: string;
}

export interface Compartment {
  readonly ocid: string;
  readonly name: string;
  readonly description: string;
  /** OCID of the compartment it lies in. */
  readonly parent: string;
  readonly accessible: boolean;
  readonly createdAt: string;
  readonly freeformTags: Readonly<Record<string, string>>;
}

/** A tenancy as it exists outside the service. Its id is its OCID. */
export interface Tenancy extends Stored {
  readonly name: string;
  readonly regions: readonly string[];
  /** Of object storage. */
  readonly namespace: string;
  readonly users: readonly ApiKey[];
  /** The root compartment first; its OCID is the tenancy's. */
  readonly compartments: readonly Compartment[];
  readonly buckets: readonly { readonly name: string; readonly compartment: string }[];
  readonly tagNamespaces: readonly { readonly name: string; readonly tags: readonly string[] }[];
  readonly rate?: Rate;
  /** When it accepted the calls that count for its rate; milliseconds since 1970. */
  readonly recent?: readonly number[];
  readonly keyLimit?: number;
  readonly oracleTags: boolean;
  /** Missing in data of earlier versions. */
  readonly tagDefaults?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Seconds after a connection's creation until Oracle Cloud accepts its API key everywhere. */
  readonly readyAfterSeconds: number;
  /** Seconds that a connection test takes. */
  readonly testSeconds: number;
  /** Seconds that a synchronization takes, when not the usual time. */
  readonly syncSeconds?: number;
}

/** A vault as it exists in Oracle Cloud. Its id is its OCID. */
export interface CloudVault extends Stored {
  readonly tenancy: string;
  readonly compartment: string;
  readonly region: string;
  readonly displayName: string;
  readonly type: "DEFAULT" | "VIRTUAL_PRIVATE";
  readonly state: "ACTIVE" | "PENDING_DELETION";
  readonly createdAt: string;
  readonly freeformTags: Readonly<Record<string, string>>;
}

export const tenancies = defineKind<Tenancy>("oci-cloud-tenancies");

export const cloudVaults = defineKind<CloudVault>("oci-cloud-vaults", {
  place: (vault) => `${vault.compartment}/${vault.region}`,
});

export function findTenancy(scope: Scope, ocid: string): Tenancy | undefined {
  return scope.in(outside).get(tenancies, ocid);
}

export function findCloudVault(scope: Scope, ocid: string): CloudVault | undefined {
  return scope.in(outside).get(cloudVaults, ocid);
}

/** The compartment's name, "" when there is none of that OCID. */
export function compartmentName(scope: Scope, tenancy: string, ocid: string): string {
  return findTenancy(scope, tenancy)?.compartments.find((one) => one.ocid === ocid)?.name ?? "";
}

/** Requests that count already: one may reach its tenancy several times. */
const counted = new WeakSet<Request>();

/**
 * Counts a call for the tenancy's rate, and refuses it beyond that; one that is refused does not
 * count.
 */
export function meter(call: Call, { id }: Tenancy): void {
  const tenancy = findTenancy(call, id);
  if (tenancy?.rate === undefined || counted.has(call.request)) return;
  const { calls, seconds, status } = tenancy.rate;
  const recent = (tenancy.recent ?? []).filter((time) => time > call.now - seconds * second);
  if (recent.length >= calls) throw throttled(status);
  counted.add(call.request);
  call.in(outside).put(tenancies, { ...tenancy, recent: [...recent, call.now] });
}
