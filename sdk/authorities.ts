import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { externalCa } from "../provider/resources/clients/externalCa";
import { localCa } from "../provider/resources/clients/localCa";
import { listOf, type Filters, type FunctionOptions, type Listed } from "./function";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

/** Arguments of a {@link LocalCa}. */
export interface LocalCaArgs extends ArgsOf<typeof localCa> {}
export interface LocalCa extends StateOf<typeof localCa> {}
/**
 * A certificate authority whose key the service holds: a root that signs itself, or an intermediate one signed by its
 * `parent`. Destroying it ends the logins of every client whose certificate it signed.
 */
export class LocalCa extends CipherTrustResource<[args: LocalCaArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = localCa;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): LocalCa {
    return new LocalCa(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof localCa>>[]> {
    return listOf(localCa, filters, options);
  }
}

/** Arguments of an {@link ExternalCa}. */
export interface ExternalCaArgs extends ArgsOf<typeof externalCa> {}
export interface ExternalCa extends StateOf<typeof externalCa> {}
/** A certificate authority elsewhere whose certificates the service accepts. Destroying it ends the logins of its clients. */
export class ExternalCa extends CipherTrustResource<[args: ExternalCaArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = externalCa;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ExternalCa {
    return new ExternalCa(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof externalCa>>[]> {
    return listOf(externalCa, filters, options);
  }
}
