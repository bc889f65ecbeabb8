import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { keyRotation } from "../provider/resources/schedules/keyRotation";
import { CipherTrustResource, referenceTo, type ArgsOf, type ObjectReference, type StateOf } from "./resource";

/** Arguments of a {@link KeyRotation}. */
export interface KeyRotationArgs extends Omit<ArgsOf<typeof keyRotation>, "key"> {
  /** The key: the resource itself, or `{ type, id }` with a type such as `AwsKey`. A change replaces the binding, not the key. */
  key: CipherTrustResource | ObjectReference;
}
export interface KeyRotation extends StateOf<typeof keyRotation> {}
/** A key bound to a `RotationSchedule`: from then on the service rotates it. Destroying it unbinds the key. */
export class KeyRotation extends CipherTrustResource<[args: KeyRotationArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = keyRotation;

  /** @internal */
  static override prepare(args: KeyRotationArgs): object {
    return { ...args, key: referenceTo(args.key) };
  }

  /** Reads an existing binding by the id of its key in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): KeyRotation {
    return new KeyRotation(name, undefined as never, { ...opts, id });
  }
}
