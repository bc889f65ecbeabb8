import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { ekmEndpoint } from "../provider/resources/ekm/endpoint";
import { listOf, type Filters, type FunctionOptions, type Listed } from "./function";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

/** Arguments of an {@link EkmEndpoint}. */
export interface EkmEndpointArgs extends ArgsOf<typeof ekmEndpoint> {}
export interface EkmEndpoint extends StateOf<typeof ekmEndpoint> {}
/** A key that stays in the service, and that Google Cloud calls from outside (EKM). Destroying it leaves the endpoint as it is, unless `onDestroy` says otherwise. */
export class EkmEndpoint extends CipherTrustResource<[args: EkmEndpointArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = ekmEndpoint;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): EkmEndpoint {
    return new EkmEndpoint(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof ekmEndpoint>>[]> {
    return listOf(ekmEndpoint, filters, options);
  }
}
