import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { dkeRoles, type DkeRole, type DkeRolesArgs } from "../provider/resources/dke/discovery";
import { dkeEndpoint } from "../provider/resources/dke/endpoint";
import { dkeTenant } from "../provider/resources/dke/tenant";
import { call, listOf, type Arguments, type Filters, type FunctionOptions, type Listed } from "./function";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

export type { DkeRole, DkeRolesArgs } from "../provider/resources/dke/discovery";

/** Arguments of a {@link DkeTenant}. */
export interface DkeTenantArgs extends ArgsOf<typeof dkeTenant> {}
export interface DkeTenant extends StateOf<typeof dkeTenant> {}
/** A Microsoft tenant whose people may open documents through `DkeEndpoint`s. Destroying it removes it from the service, unless endpoints authorize it. */
export class DkeTenant extends CipherTrustResource<[args: DkeTenantArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = dkeTenant;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DkeTenant {
    return new DkeTenant(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof dkeTenant>>[]> {
    return listOf(dkeTenant, filters, options);
  }
}

/** Arguments of a {@link DkeEndpoint}. */
export interface DkeEndpointArgs extends ArgsOf<typeof dkeEndpoint> {}
export interface DkeEndpoint extends StateOf<typeof dkeEndpoint> {}
/** An endpoint for Microsoft's double key encryption, with its key. Destroying it archives it (see `onDestroy`). */
export class DkeEndpoint extends CipherTrustResource<[args: DkeEndpointArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = dkeEndpoint;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DkeEndpoint {
    return new DkeEndpoint(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters, archived ones among them. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof dkeEndpoint>>[]> {
    return listOf(dkeEndpoint, filters, options);
  }
}

/** The roles of the directory behind an `AzureConnection`, for `DkeTenant`s that authorize by role. */
export function getDkeRoles(args: Arguments<DkeRolesArgs>, options?: FunctionOptions): pulumi.Output<DkeRole[]> {
  return call("looking up the roles of a directory", dkeRoles, args, options);
}
