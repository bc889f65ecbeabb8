import type * as pulumi from "@pulumi/pulumi";
import { keyRotation } from "../provider/resources/schedules/keyRotation";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

/** A key by the type and id of its resource. */
export interface KeyReference {
  /** Type of the key's resource, such as `AwsKey`. */
  type: pulumi.Input<string>;
  /** The service's id of the key. */
  id: pulumi.Input<string>;
}

/** Arguments of a {@link KeyRotation}. */
export interface KeyRotationArgs extends Omit<ArgsOf<typeof keyRotation>, "key"> {
  /** The key: the resource itself, or `{ type, id }` with a type such as `AwsKey`. A change replaces the binding, not the key. */
  key: CipherTrustResource | KeyReference;
}
export interface KeyRotation extends StateOf<typeof keyRotation> {}
/** A key bound to a `RotationSchedule`: from then on the service rotates it. Destroying it unbinds the key. */
export class KeyRotation extends CipherTrustResource {
  /** Reads an existing binding by the id of its key in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): KeyRotation {
    return new KeyRotation(name, undefined as never, { ...opts, id });
  }
  constructor(name: string, args: KeyRotationArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(keyRotation, name, args && { ...args, key: referenceTo(args.key) }, opts);
  }
}

function referenceTo(key: CipherTrustResource | KeyReference | undefined): KeyReference | undefined {
  return key instanceof CipherTrustResource ? { type: key.resourceType, id: key.id } : key;
}
