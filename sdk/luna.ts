import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { lunaConnection } from "../provider/resources/luna/connection";
import { lunaKey } from "../provider/resources/luna/key";
import { lunaPartition } from "../provider/resources/luna/partition";
import { lunaServer } from "../provider/resources/luna/server";
import { lunaStcPartition } from "../provider/resources/luna/stcPartition";
import {
  lunaClientOf,
  lunaPartitionsOf,
  type FoundLunaPartition,
  type LunaClient,
  type LunaPartitionsArgs,
} from "../provider/resources/luna/discovery";
export type { FoundLunaPartition, LunaClient, LunaPartitionsArgs } from "../provider/resources/luna/discovery";
import { call, listOf, type Arguments, type Filters, type FunctionOptions, type Listed } from "./function";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

/** Arguments of a {@link LunaServer}. */
export interface LunaServerArgs extends ArgsOf<typeof lunaServer> {}
export interface LunaServer extends StateOf<typeof lunaServer> {}
/** A Luna network HSM that the service may talk to, with the certificate it presents. Destroying it removes it from the service, unless connections use it; nothing in the HSM changes. */
export class LunaServer extends CipherTrustResource<[args: LunaServerArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = lunaServer;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): LunaServer {
    return new LunaServer(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof lunaServer>>[]> {
    return listOf(lunaServer, filters, options);
  }
}

/** Arguments of a {@link LunaStcPartition}. */
export interface LunaStcPartitionArgs extends ArgsOf<typeof lunaStcPartition> {}
export interface LunaStcPartition extends StateOf<typeof lunaStcPartition> {}
/** The identity of a Luna partition for the secure trusted channel. Destroying it removes it from the service; the partition stays. */
export class LunaStcPartition extends CipherTrustResource<
  [args: LunaStcPartitionArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = lunaStcPartition;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): LunaStcPartition {
    return new LunaStcPartition(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof lunaStcPartition>>[]> {
    return listOf(lunaStcPartition, filters, options);
  }
}

/** Arguments of a {@link LunaConnection}. */
export interface LunaConnectionArgs extends ArgsOf<typeof lunaConnection> {}
export interface LunaConnection extends StateOf<typeof lunaConnection> {}
/** A partition of a Luna HSM, or an HA group of several, and its password; tested until `ready` when it is made and when a credential changes. Destroying it removes it from the service, unless a container uses it; nothing in the HSM changes. */
export class LunaConnection extends CipherTrustResource<
  [args: LunaConnectionArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = lunaConnection;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): LunaConnection {
    return new LunaConnection(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof lunaConnection>>[]> {
    return listOf(lunaConnection, filters, options);
  }
}

/** Arguments of a {@link LunaPartition}. */
export interface LunaPartitionArgs extends ArgsOf<typeof lunaPartition> {}
export interface LunaPartition extends StateOf<typeof lunaPartition> {}
/** The partition, or HA group, behind a Luna connection: the container of `LunaKey`s. It waits until its connection is `ready`. Destroying it leaves every key in the HSM untouched. */
export class LunaPartition extends CipherTrustResource<[args: LunaPartitionArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = lunaPartition;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): LunaPartition {
    return new LunaPartition(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof lunaPartition>>[]> {
    return listOf(lunaPartition, filters, options);
  }
}

/** Arguments of a {@link LunaKey}. */
export interface LunaKeyArgs extends ArgsOf<typeof lunaKey> {}
export interface LunaKey extends StateOf<typeof lunaKey> {}
/** A key in a Luna partition, made and managed through the service. Destroying it leaves the key in the HSM, unless `onDestroy` says otherwise. */
export class LunaKey extends CipherTrustResource<[args: LunaKeyArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = lunaKey;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): LunaKey {
    return new LunaKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof lunaKey>>[]> {
    return listOf(lunaKey, filters, options);
  }
}

/** The partitions that Luna connections name, added to the service or not. The service cannot ask an HSM what else it has. */
export function getLunaPartitions(
  args: Arguments<LunaPartitionsArgs> = {},
  options?: FunctionOptions,
): pulumi.Output<FoundLunaPartition[]> {
  return call("looking for Luna partitions", lunaPartitionsOf, args, options);
}

/** How the service presents itself to HSMs: what an administrator registers on each HSM. */
export function getLunaClient(options?: FunctionOptions): pulumi.Output<LunaClient> {
  return call("looking up the service's identity for Luna HSMs", lunaClientOf, {}, options);
}
