import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { azureCertificate } from "../provider/resources/azure/certificate";
import { azureConnection } from "../provider/resources/azure/connection";
import {
  azureSubscriptions,
  offeredAzureManagedHsms,
  offeredAzureVaults,
  type AzureSubscription,
  type GetAzureSubscriptionsArgs,
  type GetAzureVaultsArgs,
  type OfferedAzureVault,
} from "../provider/resources/azure/discovery";
import { azureKey } from "../provider/resources/azure/key";
import { azureKeyBackupSchedule } from "../provider/resources/azure/keyBackupSchedule";
import { azureSecret } from "../provider/resources/azure/secret";
import { azureVault } from "../provider/resources/azure/vault";
import { call, listOf, type Arguments, type Filters, type FunctionOptions, type Listed } from "./function";
import { upcomingRuns } from "./next-runs";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

export type { AzureSubscription, GetAzureSubscriptionsArgs, GetAzureVaultsArgs, OfferedAzureVault };

/** Arguments of an {@link AzureConnection}. */
export interface AzureConnectionArgs extends ArgsOf<typeof azureConnection> {}
export interface AzureConnection extends StateOf<typeof azureConnection> {}
/** An Azure application under which the service reaches the subscriptions of a tenant; tested until `ready` when it is made and when a credential changes. Destroying it removes it from the service, unless vaults use it; nothing in Azure changes. */
export class AzureConnection extends CipherTrustResource<
  [args: AzureConnectionArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = azureConnection;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AzureConnection {
    return new AzureConnection(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof azureConnection>>[]> {
    return listOf(azureConnection, filters, options);
  }
}

/** Arguments of an {@link AzureVault}. */
export interface AzureVaultArgs extends ArgsOf<typeof azureVault> {}
export interface AzureVault extends StateOf<typeof azureVault> {}
/** A key vault or managed HSM whose content the service manages. It waits until its connection is `ready`. Destroying it removes it from the service only: everything in Azure stays as it is. */
export class AzureVault extends CipherTrustResource<[args: AzureVaultArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = azureVault;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AzureVault {
    return new AzureVault(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof azureVault>>[]> {
    return listOf(azureVault, filters, options);
  }
}

/** Arguments of an {@link AzureKey}. */
export interface AzureKeyArgs extends ArgsOf<typeof azureKey> {}
export interface AzureKey extends StateOf<typeof azureKey> {}
/** A key in an Azure vault, made or uploaded and managed through the service. Destroying it soft-deletes it in Azure (see `onDestroy`). */
export class AzureKey extends CipherTrustResource<[args: AzureKeyArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = azureKey;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AzureKey {
    return new AzureKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof azureKey>>[]> {
    return listOf(azureKey, filters, options);
  }
}

/** Arguments of an {@link AzureSecret}. */
export interface AzureSecretArgs extends ArgsOf<typeof azureSecret> {}
export interface AzureSecret extends StateOf<typeof azureSecret> {}
/** A secret in an Azure vault, managed through the service. Destroying it soft-deletes it in Azure (see `onDestroy`). */
export class AzureSecret extends CipherTrustResource<[args: AzureSecretArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = azureSecret;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AzureSecret {
    return new AzureSecret(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof azureSecret>>[]> {
    return listOf(azureSecret, filters, options);
  }
}

/** Arguments of an {@link AzureCertificate}. */
export interface AzureCertificateArgs extends ArgsOf<typeof azureCertificate> {}
export interface AzureCertificate extends StateOf<typeof azureCertificate> {}
/** A certificate in an Azure vault, made after a policy or imported. Destroying it soft-deletes it in Azure (see `onDestroy`). */
export class AzureCertificate extends CipherTrustResource<
  [args: AzureCertificateArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = azureCertificate;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AzureCertificate {
    return new AzureCertificate(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof azureCertificate>>[]> {
    return listOf(azureCertificate, filters, options);
  }
}

/** Arguments of an {@link AzureKeyBackupSchedule}. */
export interface AzureKeyBackupScheduleArgs extends ArgsOf<typeof azureKeyBackupSchedule> {}
export interface AzureKeyBackupSchedule extends StateOf<typeof azureKeyBackupSchedule> {}
/** A time plan on which the service backs up Azure keys. Destroying it unbinds the keys and leaves them and their backups as they are. */
export class AzureKeyBackupSchedule extends CipherTrustResource<
  [args: AzureKeyBackupScheduleArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = azureKeyBackupSchedule;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AzureKeyBackupSchedule {
    return new AzureKeyBackupSchedule(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(
    filters?: Filters,
    options?: FunctionOptions,
  ): pulumi.Output<Listed<StateOf<typeof azureKeyBackupSchedule>>[]> {
    return listOf(azureKeyBackupSchedule, filters, options);
  }
  /** The next three times it runs, RFC 3339 in UTC; empty while it is disabled. Known in a preview already. Computed here and not kept in the state: time that passes is no change. */
  get nextRuns(): pulumi.Output<string[]> {
    return upcomingRuns(this);
  }
}

/** The subscriptions that an Azure connection can see. */
export function getAzureSubscriptions(
  args: Arguments<GetAzureSubscriptionsArgs>,
  options?: FunctionOptions,
): pulumi.Output<AzureSubscription[]> {
  return call("listing the subscriptions of an Azure connection", azureSubscriptions, args, options);
}

/** The key vaults of a subscription that an Azure connection can see, whether or not the service manages them. */
export function getAzureVaults(
  args: Arguments<GetAzureVaultsArgs>,
  options?: FunctionOptions,
): pulumi.Output<OfferedAzureVault[]> {
  return call("listing the vaults of an Azure subscription", offeredAzureVaults, args, options);
}

/** The managed HSMs of a subscription that an Azure connection can see, whether or not the service manages them. */
export function getAzureManagedHsms(
  args: Arguments<GetAzureVaultsArgs>,
  options?: FunctionOptions,
): pulumi.Output<OfferedAzureVault[]> {
  return call("listing the managed HSMs of an Azure subscription", offeredAzureManagedHsms, args, options);
}
