import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { salesforceConnection } from "../provider/resources/salesforce/connection";
import { salesforceEndpoint } from "../provider/resources/salesforce/endpoint";
import { salesforceOrganization } from "../provider/resources/salesforce/organization";
import { salesforceCertificate } from "../provider/resources/salesforce/certificate";
import { salesforceKey } from "../provider/resources/salesforce/key";
import {
  findSalesforceOrganizations,
  type GetSalesforceOrganizationsArgs,
  type SalesforceOrganizationFound,
} from "../provider/resources/salesforce/discovery";
import { call, listOf, type Arguments, type Filters, type FunctionOptions, type Listed } from "./function";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

export type { GetSalesforceOrganizationsArgs, SalesforceOrganizationFound };

/** Arguments of {@link SalesforceConnection}. */
export interface SalesforceConnectionArgs extends ArgsOf<typeof salesforceConnection> {}
export interface SalesforceConnection extends StateOf<typeof salesforceConnection> {}
/** Credentials under which the service reaches a Salesforce organization; tested until `ready` when it is made and when a credential changes. Destroying it removes it from the service, unless organizations use it; nothing in Salesforce changes. */
export class SalesforceConnection extends CipherTrustResource<
  [args: SalesforceConnectionArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = salesforceConnection;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SalesforceConnection {
    return new SalesforceConnection(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(
    filters?: Filters,
    options?: FunctionOptions,
  ): pulumi.Output<Listed<StateOf<typeof salesforceConnection>>[]> {
    return listOf(salesforceConnection, filters, options);
  }
}

/** Arguments of {@link SalesforceOrganization}. */
export interface SalesforceOrganizationArgs extends ArgsOf<typeof salesforceOrganization> {}
export interface SalesforceOrganization extends StateOf<typeof salesforceOrganization> {}
/** A Salesforce organization whose tenant secrets the service manages: the container of `SalesforceKey`s. It waits until its connection is `ready`. Destroying it leaves everything in Salesforce untouched. */
export class SalesforceOrganization extends CipherTrustResource<
  [args: SalesforceOrganizationArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = salesforceOrganization;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SalesforceOrganization {
    return new SalesforceOrganization(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(
    filters?: Filters,
    options?: FunctionOptions,
  ): pulumi.Output<Listed<StateOf<typeof salesforceOrganization>>[]> {
    return listOf(salesforceOrganization, filters, options);
  }
}

/** Arguments of {@link SalesforceCertificate}. */
export interface SalesforceCertificateArgs extends ArgsOf<typeof salesforceCertificate> {}
export interface SalesforceCertificate extends StateOf<typeof salesforceCertificate> {}
/** A certificate in a Salesforce organization under which key material is wrapped on its way there. Destroying it leaves it where it is (see `onDestroy`). */
export class SalesforceCertificate extends CipherTrustResource<
  [args: SalesforceCertificateArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = salesforceCertificate;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SalesforceCertificate {
    return new SalesforceCertificate(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(
    filters?: Filters,
    options?: FunctionOptions,
  ): pulumi.Output<Listed<StateOf<typeof salesforceCertificate>>[]> {
    return listOf(salesforceCertificate, filters, options);
  }
}

/** Arguments of {@link SalesforceKey}. */
export interface SalesforceKeyArgs extends ArgsOf<typeof salesforceKey> {}
export interface SalesforceKey extends StateOf<typeof salesforceKey> {}
/** The tenant secret of one type in a Salesforce organization: the ACTIVE one, whichever generation that is. Destroying it changes nothing in Salesforce (see `onDestroy`). */
export class SalesforceKey extends CipherTrustResource<[args: SalesforceKeyArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = salesforceKey;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SalesforceKey {
    return new SalesforceKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof salesforceKey>>[]> {
    return listOf(salesforceKey, filters, options);
  }
}

/** Arguments of {@link SalesforceEndpoint}. */
export interface SalesforceEndpointArgs extends ArgsOf<typeof salesforceEndpoint> {}
export interface SalesforceEndpoint extends StateOf<typeof salesforceEndpoint> {}
/** Where Salesforce asks this service for cache-only keys. Destroying it leaves the endpoint (see `onDestroy`). */
export class SalesforceEndpoint extends CipherTrustResource<
  [args: SalesforceEndpointArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = salesforceEndpoint;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SalesforceEndpoint {
    return new SalesforceEndpoint(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(
    filters?: Filters,
    options?: FunctionOptions,
  ): pulumi.Output<Listed<StateOf<typeof salesforceEndpoint>>[]> {
    return listOf(salesforceEndpoint, filters, options);
  }
}

/** The organizations that a connection reaches, before anything is added. */
export function getSalesforceOrganizations(
  args: Arguments<GetSalesforceOrganizationsArgs>,
  options?: FunctionOptions,
): pulumi.Output<SalesforceOrganizationFound[]> {
  return call("looking up Salesforce organizations", findSalesforceOrganizations, args, options);
}
