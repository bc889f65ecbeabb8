import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { googleConnection } from "../provider/resources/google/connection";
import {
  googleKeyRingsSeen,
  googleKeyVersions,
  googleLocations,
  googleProjects,
  type GoogleKeyRingsArgs,
  type GoogleKeyRingSeen,
  type GoogleKeyVersionsArgs,
  type GoogleKeyVersionSeen,
  type GoogleLocationsArgs,
  type GoogleProjectsArgs,
  type GoogleProjectSeen,
} from "../provider/resources/google/discovery";
import { googleKey } from "../provider/resources/google/key";
import { googleKeyRing } from "../provider/resources/google/keyRing";
import { googleKeyVersion } from "../provider/resources/google/keyVersion";
import { googleProject } from "../provider/resources/google/project";
import { call, listOf, type Arguments, type Filters, type FunctionOptions, type Listed } from "./function";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

export type {
  GoogleKeyRingsArgs,
  GoogleKeyRingSeen,
  GoogleKeyVersionsArgs,
  GoogleKeyVersionSeen,
  GoogleLocationsArgs,
  GoogleProjectsArgs,
  GoogleProjectSeen,
};

/** Arguments of a {@link GoogleConnection}. */
export interface GoogleConnectionArgs extends ArgsOf<typeof googleConnection> {}
export interface GoogleConnection extends StateOf<typeof googleConnection> {}
/** A Google service account under which the service reaches one or more Google Cloud projects; tested until `ready` when it is made and when its key file changes. Destroying it removes it from the service, unless key rings use it; nothing in Google changes. */
export class GoogleConnection extends CipherTrustResource<
  [args: GoogleConnectionArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = googleConnection;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): GoogleConnection {
    return new GoogleConnection(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof googleConnection>>[]> {
    return listOf(googleConnection, filters, options);
  }
}

/** Arguments of a {@link GoogleProject}. */
export interface GoogleProjectArgs extends ArgsOf<typeof googleProject> {}
export interface GoogleProject extends StateOf<typeof googleProject> {}
/** A Google Cloud project that the service knows; `EkmEndpoint`s need one. Destroying it leaves the project in Google untouched. */
export class GoogleProject extends CipherTrustResource<[args: GoogleProjectArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = googleProject;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): GoogleProject {
    return new GoogleProject(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof googleProject>>[]> {
    return listOf(googleProject, filters, options);
  }
}

/** Arguments of a {@link GoogleKeyRing}. */
export interface GoogleKeyRingArgs extends ArgsOf<typeof googleKeyRing> {}
export interface GoogleKeyRing extends StateOf<typeof googleKeyRing> {}
/** A Google Cloud key ring whose keys the service manages: the container of `GoogleKey`s. It waits until its connection is `ready`. Destroying it leaves the ring and its keys in Google untouched. */
export class GoogleKeyRing extends CipherTrustResource<[args: GoogleKeyRingArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = googleKeyRing;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): GoogleKeyRing {
    return new GoogleKeyRing(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof googleKeyRing>>[]> {
    return listOf(googleKeyRing, filters, options);
  }
}

/** Arguments of a {@link GoogleKey}. */
export interface GoogleKeyArgs extends ArgsOf<typeof googleKey> {}
export interface GoogleKey extends StateOf<typeof googleKey> {}
/** A key in a Google Cloud key ring, made or uploaded through the service. Destroying it leaves the key as it is, unless `onDestroy` says otherwise. */
export class GoogleKey extends CipherTrustResource<[args: GoogleKeyArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = googleKey;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): GoogleKey {
    return new GoogleKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. Lists name a key's ring by its parts: `keyRing` is missing here. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof googleKey>>[]> {
    return listOf(googleKey, filters, options);
  }
}

/** Arguments of a {@link GoogleKeyVersion}. */
export interface GoogleKeyVersionArgs extends ArgsOf<typeof googleKeyVersion> {}
export interface GoogleKeyVersion extends StateOf<typeof googleKeyVersion> {}
/** One more version of a `GoogleKey`, made by Google or uploaded; of a symmetric key it becomes the primary one. Destroying it leaves the version as it is, unless `onDestroy` says otherwise. All versions of a key: {@link getGoogleKeyVersions}. */
export class GoogleKeyVersion extends CipherTrustResource<
  [args: GoogleKeyVersionArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = googleKeyVersion;

  /** Reads an existing object by its id, `<key>/<version>` in the service's ids, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): GoogleKeyVersion {
    return new GoogleKeyVersion(name, undefined as never, { ...opts, id });
  }
}

/** The Google projects that a connection can see. */
export function getGoogleProjects(
  args: Arguments<GoogleProjectsArgs>,
  options?: FunctionOptions,
): pulumi.Output<GoogleProjectSeen[]> {
  return call("looking up Google projects", googleProjects, args, options);
}

/** The locations of a Google project. */
export function getGoogleLocations(
  args: Arguments<GoogleLocationsArgs>,
  options?: FunctionOptions,
): pulumi.Output<string[]> {
  return call("looking up Google locations", googleLocations, args, options);
}

/** The key rings of a Google project, in one location or in all. */
export function getGoogleKeyRings(
  args: Arguments<GoogleKeyRingsArgs>,
  options?: FunctionOptions,
): pulumi.Output<GoogleKeyRingSeen[]> {
  return call("looking up Google key rings", googleKeyRingsSeen, args, options);
}

/** The versions of a Google key that the service knows, the newest first. */
export function getGoogleKeyVersions(
  args: Arguments<GoogleKeyVersionsArgs>,
  options?: FunctionOptions,
): pulumi.Output<GoogleKeyVersionSeen[]> {
  return call("looking up versions of a Google key", googleKeyVersions, args, options);
}
