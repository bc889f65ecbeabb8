import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { license } from "../provider/resources/licensing/license";
import { trialLicense } from "../provider/resources/licensing/trialLicense";
import { listOf, type Filters, type FunctionOptions, type Listed } from "./function";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

/** Arguments of a {@link License}. */
export interface LicenseArgs extends ArgsOf<typeof license> {}
export interface License extends StateOf<typeof license> {}
/** A licence installed in the service. Destroying it takes the licence out of the service, which then refuses what the licence was for. */
export class License extends CipherTrustResource<[args: LicenseArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = license;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): License {
    return new License(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof license>>[]> {
    return listOf(license, filters, options);
  }
}

/** Arguments of a {@link TrialLicense}. */
export interface TrialLicenseArgs extends ArgsOf<typeof trialLicense> {}
export interface TrialLicense extends StateOf<typeof trialLicense> {}
/** The trial licence that ships with the service, activated. Cloud key management needs it, or a `License`. Destroying it leaves the trial active, unless `onDestroy` says otherwise. */
export class TrialLicense extends CipherTrustResource<[args?: TrialLicenseArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = trialLicense;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): TrialLicense {
    return new TrialLicense(name, undefined, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof trialLicense>>[]> {
    return listOf(trialLicense, filters, options);
  }
}
