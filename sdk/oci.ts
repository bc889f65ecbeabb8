import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { ociCompartment } from "../provider/resources/oci/compartment";
import { ociConnection } from "../provider/resources/oci/connection";
import { ociExternalKey } from "../provider/resources/oci/externalKey";
import { ociExternalVault } from "../provider/resources/oci/externalVault";
import { ociIssuer } from "../provider/resources/oci/issuer";
import { ociKey } from "../provider/resources/oci/key";
import { ociKeyVersion, versionsOf, type OciKeyVersionsArgs } from "../provider/resources/oci/keyVersion";
import { ociTenancy } from "../provider/resources/oci/tenancy";
import { ociVault } from "../provider/resources/oci/vault";
import {
  ociBuckets,
  ociCompartments,
  ociRegions,
  ociVaults,
  type OciBucketInfo,
  type OciBucketsArgs,
  type OciCompartmentInfo,
  type OciLookupArgs,
  type OciVaultInfo,
  type OciVaultsArgs,
} from "../provider/resources/oci/discovery";
import { call, listOf, type Arguments, type Filters, type FunctionOptions, type Listed } from "./function";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

export type {
  OciBucketInfo,
  OciBucketsArgs,
  OciCompartmentInfo,
  OciKeyVersionsArgs,
  OciLookupArgs,
  OciVaultInfo,
  OciVaultsArgs,
};

/** Arguments of an {@link OciConnection}. */
export interface OciConnectionArgs extends ArgsOf<typeof ociConnection> {}
export interface OciConnection extends StateOf<typeof ociConnection> {}
/** An Oracle Cloud user's API key, under which the service reaches a tenancy; tested until `ready` when it is made and when a credential changes. Destroying it removes it from the service, unless vaults use it; nothing in Oracle Cloud changes. */
export class OciConnection extends CipherTrustResource<[args: OciConnectionArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = ociConnection;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OciConnection {
    return new OciConnection(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof ociConnection>>[]> {
    return listOf(ociConnection, filters, options);
  }
}

/** Arguments of an {@link OciTenancy}. */
export interface OciTenancyArgs extends ArgsOf<typeof ociTenancy> {}
export interface OciTenancy extends StateOf<typeof ociTenancy> {}
/** An Oracle Cloud tenancy as the service knows it. Destroying it forgets the record; nothing in Oracle Cloud changes. */
export class OciTenancy extends CipherTrustResource<[args: OciTenancyArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = ociTenancy;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OciTenancy {
    return new OciTenancy(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof ociTenancy>>[]> {
    return listOf(ociTenancy, filters, options);
  }
}

/** Arguments of an {@link OciCompartment}. */
export interface OciCompartmentArgs extends ArgsOf<typeof ociCompartment> {}
export interface OciCompartment extends StateOf<typeof ociCompartment> {}
/** An Oracle Cloud compartment as the service knows it. Destroying it forgets the record; the compartment stays. */
export class OciCompartment extends CipherTrustResource<
  [args: OciCompartmentArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = ociCompartment;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OciCompartment {
    return new OciCompartment(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof ociCompartment>>[]> {
    return listOf(ociCompartment, filters, options);
  }
}

/** Arguments of an {@link OciVault}. */
export interface OciVaultArgs extends ArgsOf<typeof ociVault> {}
export interface OciVault extends StateOf<typeof ociVault> {}
/** A vault in Oracle Cloud whose keys the service manages: the container of `OciKey`s. It waits until its connection is `ready`. Destroying it leaves the vault and every key in Oracle Cloud untouched. */
export class OciVault extends CipherTrustResource<[args: OciVaultArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = ociVault;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OciVault {
    return new OciVault(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof ociVault>>[]> {
    return listOf(ociVault, filters, options);
  }
}

/** Arguments of an {@link OciKey}. */
export interface OciKeyArgs extends ArgsOf<typeof ociKey> {}
export interface OciKey extends StateOf<typeof ociKey> {}
/** A key in a vault of Oracle Cloud, made there or uploaded, and managed through the service. Destroying it schedules its deletion in Oracle Cloud (see `onDestroy`). */
export class OciKey extends CipherTrustResource<[args: OciKeyArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = ociKey;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OciKey {
    return new OciKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof ociKey>>[]> {
    return listOf(ociKey, filters, options);
  }
}

/** Arguments of an {@link OciKeyVersion}. */
export interface OciKeyVersionArgs extends ArgsOf<typeof ociKeyVersion> {}
export interface OciKeyVersion extends StateOf<typeof ociKeyVersion> {}
/** A version of an OCI key: making one is a rotation by hand. Destroying it leaves the version (see `onDestroy`). */
export class OciKeyVersion extends CipherTrustResource<[args: OciKeyVersionArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = ociKeyVersion;

  /** Reads an existing version by its id, `<id of the key>/<id of the version>`, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OciKeyVersion {
    return new OciKeyVersion(name, undefined as never, { ...opts, id });
  }
  /** Every version of one key. */
  static list(
    args: Arguments<OciKeyVersionsArgs>,
    options?: FunctionOptions,
  ): pulumi.Output<Listed<StateOf<typeof ociKeyVersion>>[]> {
    const run = async (...[api, known]: Parameters<typeof versionsOf>) =>
      (await versionsOf(api, known)) as unknown as Listed<StateOf<typeof ociKeyVersion>>[];
    return call("listing OciKeyVersion", run, args, options);
  }
}

/** Arguments of an {@link OciIssuer}. */
export interface OciIssuerArgs extends ArgsOf<typeof ociIssuer> {}
export interface OciIssuer extends StateOf<typeof ociIssuer> {}
/** An identity provider whose tokens Oracle Cloud presents at external vaults. Destroying it removes it from the service. */
export class OciIssuer extends CipherTrustResource<[args: OciIssuerArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = ociIssuer;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OciIssuer {
    return new OciIssuer(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof ociIssuer>>[]> {
    return listOf(ociIssuer, filters, options);
  }
}

/** Arguments of an {@link OciExternalVault}. */
export interface OciExternalVaultArgs extends ArgsOf<typeof ociExternalVault> {}
export interface OciExternalVault extends StateOf<typeof ociExternalVault> {}
/** A vault that the service itself is, for Oracle Cloud to use from outside: the container of `OciExternalKey`s ("hold your own key"). Destroying it leaves the vault in the service (see `onDestroy`). */
export class OciExternalVault extends CipherTrustResource<
  [args: OciExternalVaultArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = ociExternalVault;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OciExternalVault {
    return new OciExternalVault(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof ociExternalVault>>[]> {
    return listOf(ociExternalVault, filters, options);
  }
}

/** Arguments of an {@link OciExternalKey}. */
export interface OciExternalKeyArgs extends ArgsOf<typeof ociExternalKey> {}
export interface OciExternalKey extends StateOf<typeof ociExternalKey> {}
/** A key that the service holds and Oracle Cloud uses from outside. Destroying it leaves the key (see `onDestroy`). */
export class OciExternalKey extends CipherTrustResource<
  [args: OciExternalKeyArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = ociExternalKey;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OciExternalKey {
    return new OciExternalKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof ociExternalKey>>[]> {
    return listOf(ociExternalKey, filters, options);
  }
}

/** The regions that the tenancy of a connection is subscribed to. */
export function getOciRegions(args: Arguments<OciLookupArgs>, options?: FunctionOptions): pulumi.Output<string[]> {
  return call("looking up OCI regions", ociRegions, args, options);
}

/** Every compartment that a connection can see, all pages of them. */
export function getOciCompartments(
  args: Arguments<OciLookupArgs>,
  options?: FunctionOptions,
): pulumi.Output<OciCompartmentInfo[]> {
  return call("looking up OCI compartments", ociCompartments, args, options);
}

/** Every vault of one compartment and region that a connection can see, all pages of them. */
export function getOciVaults(args: Arguments<OciVaultsArgs>, options?: FunctionOptions): pulumi.Output<OciVaultInfo[]> {
  return call("looking up OCI vaults", ociVaults, args, options);
}

/** Every object storage bucket of one compartment that a connection can see, all pages of them. */
export function getOciBuckets(
  args: Arguments<OciBucketsArgs>,
  options?: FunctionOptions,
): pulumi.Output<OciBucketInfo[]> {
  return call("looking up OCI buckets", ociBuckets, args, options);
}
