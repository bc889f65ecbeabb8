// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of a {@link License}. */
export interface LicenseArgs extends CommonArgs {
  /**
   * The license string as delivered. Changing it forces replacement. Secret. Write-only: the
   * service never returns it, so changes outside Pulumi are not detected.
   */
  license: pulumi.Input<string>;
  /**
   * What the license is bound to: `instance` or `cluster`. Other values go to the service with a
   * warning, for a new object only. Default `instance`. Changing it forces replacement.
   */
  bindType?: pulumi.Input<"instance" | "cluster" | (string & Record<never, never>)>;
}

/**
 * A license installed in the service. Destroying it removes the license from the service, which
 * then refuses what it licensed.
 *
 * @example
 *   ~~~ts
 *   new ciphertrust.License("cloud-keys", { license: config.requireSecret("license") });
 *   ~~~
 */
export class License extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "License",
    inputs: ["license", "bindType"],
    outputs: ["feature", "state", "licenseType", "expiration"],
    secret: ["license"],
  };

  /**
   * The license string as delivered. Changing it forces replacement. Secret. Write-only: the
   * service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly license: pulumi.Output<string>;
  /**
   * What the license is bound to: `instance` or `cluster`. Other values go to the service with a
   * warning, for a new object only. Default `instance`. Changing it forces replacement.
   */
  declare readonly bindType: pulumi.Output<"instance" | "cluster" | (string & Record<never, never>)>;
  /** The licensed feature. */
  declare readonly feature: pulumi.Output<string>;
  /** `active`, `inactive` or `expired`. */
  declare readonly state: pulumi.Output<string>;
  /** `Normal` or `Trial`. */
  declare readonly licenseType: pulumi.Output<string>;
  /** When it ends, as the service writes it; `no expiration` is possible. */
  declare readonly expiration: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): License {
    return new License(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<License>[]> {
    return listOf("License", filters, options);
  }
  constructor(name: string, args: LicenseArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link TrialLicense}. */
export interface TrialLicenseArgs extends CommonArgs {
  /**
   * Name of the trial. Needed only where the service offers several. Default: left to the service.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /**
   * On destroy, `retain` leaves the trial active, `deactivate` ends it, which makes cloud key
   * management read-only. Default `retain`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "deactivate">;
}

/**
 * The trial license that ships with the service, activated. Cloud key management needs it, or a
 * `License`. Destroying it leaves the trial active, unless `onDestroy` says otherwise.
 *
 * @example
 *   ~~~ts
 *   new ciphertrust.TrialLicense("trial");
 *   ~~~
 */
export class TrialLicense extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "TrialLicense",
    inputs: ["name", "onDestroy"],
    outputs: ["status", "description"],
  };

  /**
   * Name of the trial. Needed only where the service offers several. Default: left to the service.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string | undefined>;
  /**
   * On destroy, `retain` leaves the trial active, `deactivate` ends it, which makes cloud key
   * management read-only. Default `retain`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "deactivate">;
  /** `available`, `activated` or `deactivated`. */
  declare readonly status: pulumi.Output<string>;
  /** What the trial covers. */
  declare readonly description: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): TrialLicense {
    return new TrialLicense(name, undefined, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<TrialLicense>[]> {
    return listOf("TrialLicense", filters, options);
  }
  constructor(name: string, args?: TrialLicenseArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}
