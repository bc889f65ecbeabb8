import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { dsmConnection } from "../provider/resources/dsm/connection";
import { dsmDomain } from "../provider/resources/dsm/domain";
import { dsmKey } from "../provider/resources/dsm/key";
import { dsmDomainsOf, type DsmDomainsArgs, type FoundDsmDomain } from "../provider/resources/dsm/discovery";
export type { DsmDomainsArgs, FoundDsmDomain } from "../provider/resources/dsm/discovery";
import { call, listOf, type Arguments, type Filters, type FunctionOptions, type Listed } from "./function";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

/** Arguments of a {@link DsmConnection}. */
export interface DsmConnectionArgs extends ArgsOf<typeof dsmConnection> {}
export interface DsmConnection extends StateOf<typeof dsmConnection> {}
/** A Data Security Manager and a user of it; tested until `ready` when it is made and when a credential changes. Destroying it removes it from the service, unless domains use it; nothing in the DSM changes. */
export class DsmConnection extends CipherTrustResource<[args: DsmConnectionArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = dsmConnection;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DsmConnection {
    return new DsmConnection(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof dsmConnection>>[]> {
    return listOf(dsmConnection, filters, options);
  }
}

/** Arguments of a {@link DsmDomain}. */
export interface DsmDomainArgs extends ArgsOf<typeof dsmDomain> {}
export interface DsmDomain extends StateOf<typeof dsmDomain> {}
/** A domain of a DSM: the container of `DsmKey`s. It waits until its connection is `ready`. Destroying it leaves every key in the DSM untouched. */
export class DsmDomain extends CipherTrustResource<[args: DsmDomainArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = dsmDomain;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DsmDomain {
    return new DsmDomain(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof dsmDomain>>[]> {
    return listOf(dsmDomain, filters, options);
  }
}

/** Arguments of a {@link DsmKey}. */
export interface DsmKeyArgs extends ArgsOf<typeof dsmKey> {}
export interface DsmKey extends StateOf<typeof dsmKey> {}
/** A key in a DSM domain, made through the service. Destroying it leaves the key in the DSM, unless `onDestroy` says otherwise. */
export class DsmKey extends CipherTrustResource<[args: DsmKeyArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = dsmKey;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DsmKey {
    return new DsmKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof dsmKey>>[]> {
    return listOf(dsmKey, filters, options);
  }
}

/** The domains of a DSM that a connection sees, added to the service or not. */
export function getDsmDomains(
  args: Arguments<DsmDomainsArgs>,
  options?: FunctionOptions,
): pulumi.Output<FoundDsmDomain[]> {
  return call("looking for DSM domains", dsmDomainsOf, args, options);
}
