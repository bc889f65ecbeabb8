import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { vaultKey } from "../provider/resources/vault/key";
import { listOf, type Filters, type FunctionOptions, type Listed } from "./function";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

/** Arguments of a {@link VaultKey}. */
export interface VaultKeyArgs extends ArgsOf<typeof vaultKey> {}
export interface VaultKey extends StateOf<typeof vaultKey> {}
/** A key in the service's own vault. Destroying the resource leaves the key there, unless `onDestroy` says otherwise. */
export class VaultKey extends CipherTrustResource<[args?: VaultKeyArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = vaultKey;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): VaultKey {
    return new VaultKey(name, undefined, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof vaultKey>>[]> {
    return listOf(vaultKey, filters, options);
  }
}
