import { outside, type Scope } from "../../../core/scope";
import type { Stored } from "../../../core/record";
import { defineKind } from "../../../core/store";
import type { JsonObject } from "../../../core/fields";

/** A service account with which somebody logs in to Google. Its id is its e-mail address. */
export interface CloudAccount extends Stored {
  readonly keys: readonly { readonly privateKeyId: string; readonly privateKey: string }[];
  /** Ids of the projects that it may look into. */
  readonly projects: readonly string[];
  /** Seconds after a connection's creation until Google accepts its key. */
  readonly readyAfterSeconds: number;
  /** Seconds that a connection test takes. */
  readonly testSeconds: number;
}

/** A project. Its id is Google's project id. */
export interface CloudProject extends Stored {
  readonly name: string;
  readonly number: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly locations: readonly string[];
  /** Seconds that Google takes to make the material of HSM and asymmetric keys. */
  readonly generationSeconds: number;
  /** Seconds that the synchronization of one of its rings takes, when not the usual time. */
  readonly syncSeconds?: number;
}

/** A key ring. Its id is its full resource name. */
export interface CloudRing extends Stored {
  readonly project: string;
  readonly location: string;
  readonly createTime: string;
}

export type VersionState =
  | "PENDING_GENERATION"
  | "ENABLED"
  | "DISABLED"
  | "DESTROY_SCHEDULED"
  | "DESTROYED"
  | "PENDING_IMPORT"
  | "IMPORT_FAILED";

export interface CloudVersion {
  readonly number: number;
  readonly state: VersionState;
  readonly algorithm: string;
  readonly createTime: string;
  readonly generateTime?: string;
  /** When the material goes, of a version whose destruction is scheduled. */
  readonly destroyTime?: string;
  /** When the material went. */
  readonly destroyEventTime?: string;
  /** Fingerprint of the material, of an imported version. */
  readonly imported?: string;
  /** SubjectPublicKeyInfo as PEM, made when somebody first asks for it. */
  readonly publicKey?: string;
}

interface IamPolicy {
  readonly bindings: readonly JsonObject[];
  readonly etag: string;
  readonly version: number;
}

/** A key. Its id is its full resource name; Google never forgets one. */
export interface CloudKey extends Stored {
  readonly ring: string;
  /** The last part of its resource name. */
  readonly keyName: string;
  readonly purpose: string;
  readonly protectionLevel: string;
  /** What new versions are made with. */
  readonly algorithm: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly createTime: string;
  readonly nextRotationTime?: string;
  readonly rotationSeconds?: number;
  readonly destroySeconds: number;
  readonly importOnly: boolean;
  /** Number of the version that encrypts; symmetric keys only. */
  readonly primary?: number;
  /** Oldest first. */
  readonly versions: readonly CloudVersion[];
  readonly policy: IamPolicy;
}

export const cloudAccounts = defineKind<CloudAccount>("google-cloud-accounts");
export const cloudProjects = defineKind<CloudProject>("google-cloud-projects");
export const cloudRings = defineKind<CloudRing>("google-cloud-rings", { project: (ring) => ring.project });
export const cloudKeys = defineKind<CloudKey>("google-cloud-keys", { ring: (key) => key.ring });

export const ringName = (project: string, location: string, ring: string): string =>
  `projects/${project}/locations/${location}/keyRings/${ring}`;

/** The parts of a ring's or key's full name. */
export function partsOf(fullName: string): { project: string; location: string; ring: string } {
  const [, project = "", , location = "", , ring = ""] = fullName.split("/");
  return { project, location, ring };
}

export const cloudKey = (scope: Scope, id: string): CloudKey | undefined => scope.in(outside).get(cloudKeys, id);

export function changeCloudKey(scope: Scope, key: CloudKey, changes: Partial<CloudKey>): CloudKey {
  return scope.put(cloudKeys, { ...key, ...changes });
}
