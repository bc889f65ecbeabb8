import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { containerDiscoverySchedule } from "../provider/resources/schedules/containerDiscovery";
import { rotationSchedule } from "../provider/resources/schedules/rotationSchedule";
import { refreshSchedule } from "../provider/resources/schedules/refreshSchedule";
import { listOf, type Filters, type FunctionOptions, type Listed } from "./function";
import { upcomingRuns } from "./next-runs";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

/** Arguments of a {@link RotationSchedule}. */
export interface RotationScheduleArgs extends ArgsOf<typeof rotationSchedule> {}
export interface RotationSchedule extends StateOf<typeof rotationSchedule> {}
/** A time plan on which the service rotates the keys that are bound to it with `KeyRotation`. Destroying it ends the rotation; the keys stay as they are. */
export class RotationSchedule extends CipherTrustResource<
  [args: RotationScheduleArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = rotationSchedule;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): RotationSchedule {
    return new RotationSchedule(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof rotationSchedule>>[]> {
    return listOf(rotationSchedule, filters, options);
  }
  /** The next three times it runs, RFC 3339 in UTC; empty while it is disabled. Known in a preview already. Computed here and not kept in the state: time that passes is no change. */
  get nextRuns(): pulumi.Output<string[]> {
    return upcomingRuns(this);
  }
}

/** Arguments of a {@link RefreshSchedule}. */
export interface RefreshScheduleArgs extends ArgsOf<typeof refreshSchedule> {}
export interface RefreshSchedule extends StateOf<typeof refreshSchedule> {}
/** A time plan on which the service downloads the keys of containers, so that it knows what is in the cloud. Destroying it ends the refreshes; what was downloaded stays. */
export class RefreshSchedule extends CipherTrustResource<
  [args: RefreshScheduleArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = refreshSchedule;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): RefreshSchedule {
    return new RefreshSchedule(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof refreshSchedule>>[]> {
    return listOf(refreshSchedule, filters, options);
  }
  /** The next three times it runs, RFC 3339 in UTC; empty while it is disabled. Known in a preview already. Computed here and not kept in the state: time that passes is no change. */
  get nextRuns(): pulumi.Output<string[]> {
    return upcomingRuns(this);
  }
}

/** Arguments of a {@link ContainerDiscoverySchedule}. */
export interface ContainerDiscoveryScheduleArgs extends ArgsOf<typeof containerDiscoverySchedule> {}
export interface ContainerDiscoverySchedule extends StateOf<typeof containerDiscoverySchedule> {}
/** A time plan on which the service looks for containers that a connection sees and nobody has added, and adds them. Destroying it leaves what it added. */
export class ContainerDiscoverySchedule extends CipherTrustResource<
  [args: ContainerDiscoveryScheduleArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = containerDiscoverySchedule;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): ContainerDiscoverySchedule {
    return new ContainerDiscoverySchedule(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(
    filters?: Filters,
    options?: FunctionOptions,
  ): pulumi.Output<Listed<StateOf<typeof containerDiscoverySchedule>>[]> {
    return listOf(containerDiscoverySchedule, filters, options);
  }
  /** The next three times it runs, RFC 3339 in UTC; empty while it is disabled. Known in a preview already. Computed here and not kept in the state: time that passes is no change. */
  get nextRuns(): pulumi.Output<string[]> {
    return upcomingRuns(this);
  }
}
