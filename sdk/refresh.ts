import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { refresh } from "../provider/resources/schedules/refresh";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

/** Arguments of a {@link Refresh}. */
export interface RefreshArgs extends ArgsOf<typeof refresh> {}
export interface Refresh extends StateOf<typeof refresh> {}
/** Downloads the keys of containers into the service, now. It runs when it is created and when an argument changes; destroying it does nothing. */
export class Refresh extends CipherTrustResource<[args: RefreshArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = refresh;
}
