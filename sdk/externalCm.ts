import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { externalCmConnection } from "../provider/resources/externalCm/connection";
import { externalCmDomain } from "../provider/resources/externalCm/domain";
import { externalCmKey } from "../provider/resources/externalCm/key";
import { externalCmServer } from "../provider/resources/externalCm/server";
import {
  externalCmDomainsOf,
  externalCmKeyVersionsOf,
  type ExternalCmDomainsArgs,
  type ExternalCmKeyVersion,
  type ExternalCmKeyVersionsArgs,
  type FoundExternalCmDomain,
} from "../provider/resources/externalCm/discovery";
export type {
  ExternalCmDomainsArgs,
  ExternalCmKeyVersion,
  ExternalCmKeyVersionsArgs,
  FoundExternalCmDomain,
} from "../provider/resources/externalCm/discovery";
import { call, listOf, type Arguments, type Filters, type FunctionOptions, type Listed } from "./function";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

/** Arguments of an {@link ExternalCmServer}. */
export interface ExternalCmServerArgs extends ArgsOf<typeof externalCmServer> {}
export interface ExternalCmServer extends StateOf<typeof externalCmServer> {}
/** Another CipherTrust Manager as this one trusts it: its nodes, and the CAs that signed their certificates. Destroying it ends that trust; nothing at the other manager changes. */
export class ExternalCmServer extends CipherTrustResource<
  [args: ExternalCmServerArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = externalCmServer;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ExternalCmServer {
    return new ExternalCmServer(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof externalCmServer>>[]> {
    return listOf(externalCmServer, filters, options);
  }
}

/** Arguments of an {@link ExternalCmConnection}. */
export interface ExternalCmConnectionArgs extends ArgsOf<typeof externalCmConnection> {}
export interface ExternalCmConnection extends StateOf<typeof externalCmConnection> {}
/** A login to another CipherTrust Manager; tested until `ready` when it is made and when a credential changes. Destroying it removes it from the service, unless domains use it; nothing at the other manager changes. */
export class ExternalCmConnection extends CipherTrustResource<
  [args: ExternalCmConnectionArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = externalCmConnection;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ExternalCmConnection {
    return new ExternalCmConnection(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(
    filters?: Filters,
    options?: FunctionOptions,
  ): pulumi.Output<Listed<StateOf<typeof externalCmConnection>>[]> {
    return listOf(externalCmConnection, filters, options);
  }
}

/** Arguments of an {@link ExternalCmDomain}. */
export interface ExternalCmDomainArgs extends ArgsOf<typeof externalCmDomain> {}
export interface ExternalCmDomain extends StateOf<typeof externalCmDomain> {}
/** A domain of another CipherTrust Manager: the container of `ExternalCmKey`s. It waits until its connection is `ready`. Destroying it leaves every key there untouched. */
export class ExternalCmDomain extends CipherTrustResource<
  [args: ExternalCmDomainArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = externalCmDomain;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ExternalCmDomain {
    return new ExternalCmDomain(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof externalCmDomain>>[]> {
    return listOf(externalCmDomain, filters, options);
  }
}

/** Arguments of an {@link ExternalCmKey}. */
export interface ExternalCmKeyArgs extends ArgsOf<typeof externalCmKey> {}
export interface ExternalCmKey extends StateOf<typeof externalCmKey> {}
/** A key in a domain of another CipherTrust Manager, made and managed through the service. Destroying it leaves the key there, unless `onDestroy` says otherwise. */
export class ExternalCmKey extends CipherTrustResource<[args: ExternalCmKeyArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = externalCmKey;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ExternalCmKey {
    return new ExternalCmKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof externalCmKey>>[]> {
    return listOf(externalCmKey, filters, options);
  }
}

/** The domains of another CipherTrust Manager that a connection sees, added to the service or not. */
export function getExternalCmDomains(
  args: Arguments<ExternalCmDomainsArgs>,
  options?: FunctionOptions,
): pulumi.Output<FoundExternalCmDomain[]> {
  return call("looking for domains of another CipherTrust Manager", externalCmDomainsOf, args, options);
}

/** All versions of an `ExternalCmKey`, as of its last refresh. */
export function getExternalCmKeyVersions(
  args: Arguments<ExternalCmKeyVersionsArgs>,
  options?: FunctionOptions,
): pulumi.Output<ExternalCmKeyVersion[]> {
  return call("looking for versions of an external key", externalCmKeyVersionsOf, args, options);
}
