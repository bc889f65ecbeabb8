import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { sapConnection } from "../provider/resources/sap/connection";
import { sapGroup } from "../provider/resources/sap/group";
import { sapKey } from "../provider/resources/sap/key";
import { sapHyokKey } from "../provider/resources/sap/hyokKey";
import { sapKeystore } from "../provider/resources/sap/keystore";
import { findSapGroups, type GetSapGroupsArgs, type SapGroupFound } from "../provider/resources/sap/discovery";
import { call, listOf, type Arguments, type Filters, type FunctionOptions, type Listed } from "./function";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

export type { GetSapGroupsArgs, SapGroupFound };

/** Arguments of {@link SapConnection}. */
export interface SapConnectionArgs extends ArgsOf<typeof sapConnection> {}
export interface SapConnection extends StateOf<typeof sapConnection> {}
/** Credentials under which the service reaches a tenant of SAP Data Custodian; tested until `ready` when it is made and when a credential changes. Destroying it removes it from the service, unless groups use it; nothing in SAP changes. */
export class SapConnection extends CipherTrustResource<[args: SapConnectionArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = sapConnection;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SapConnection {
    return new SapConnection(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof sapConnection>>[]> {
    return listOf(sapConnection, filters, options);
  }
}

/** Arguments of {@link SapGroup}. */
export interface SapGroupArgs extends ArgsOf<typeof sapGroup> {}
export interface SapGroup extends StateOf<typeof sapGroup> {}
/** A group of SAP Data Custodian whose keys the service manages: the container of `SapKey`s. It waits until its connection is `ready`. Destroying it leaves everything in SAP untouched. */
export class SapGroup extends CipherTrustResource<[args: SapGroupArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = sapGroup;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SapGroup {
    return new SapGroup(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof sapGroup>>[]> {
    return listOf(sapGroup, filters, options);
  }
}

/** Arguments of {@link SapKey}. */
export interface SapKeyArgs extends ArgsOf<typeof sapKey> {}
export interface SapKey extends StateOf<typeof sapKey> {}
/** A key in a group of SAP Data Custodian. Destroying it leaves the key in SAP (see `onDestroy`). */
export class SapKey extends CipherTrustResource<[args: SapKeyArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = sapKey;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SapKey {
    return new SapKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof sapKey>>[]> {
    return listOf(sapKey, filters, options);
  }
}

/** Arguments of {@link SapKeystore}. */
export interface SapKeystoreArgs extends ArgsOf<typeof sapKeystore> {}
export interface SapKeystore extends StateOf<typeof sapKeystore> {}
/** A keystore that stays with the service while SAP Data Custodian uses its keys from outside. Destroying it leaves it as it is (see `onDestroy`). */
export class SapKeystore extends CipherTrustResource<[args: SapKeystoreArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = sapKeystore;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SapKeystore {
    return new SapKeystore(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof sapKeystore>>[]> {
    return listOf(sapKeystore, filters, options);
  }
}

/** Arguments of {@link SapHyokKey}. */
export interface SapHyokKeyArgs extends ArgsOf<typeof sapHyokKey> {}
export interface SapHyokKey extends StateOf<typeof sapHyokKey> {}
/** A key that SAP Data Custodian uses from outside, in a `SapKeystore`; a key of the vault or of a Luna partition does the work. Destroying it leaves it as it is (see `onDestroy`). */
export class SapHyokKey extends CipherTrustResource<[args: SapHyokKeyArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = sapHyokKey;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SapHyokKey {
    return new SapHyokKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof sapHyokKey>>[]> {
    return listOf(sapHyokKey, filters, options);
  }
}

/** Every group that a connection reaches, before anything is added. */
export function getSapGroups(
  args: Arguments<GetSapGroupsArgs>,
  options?: FunctionOptions,
): pulumi.Output<SapGroupFound[]> {
  return call("looking up SAP groups", findSapGroups, args, options);
}
