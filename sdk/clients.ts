import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { clientProfile } from "../provider/resources/clients/profile";
import { clientKeyPair } from "../provider/resources/clients/keyPair";
import { registeredClient } from "../provider/resources/clients/registeredClient";
import { registrationToken } from "../provider/resources/clients/registrationToken";
import { listOf, type Filters, type FunctionOptions, type Listed } from "./function";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

/** Arguments of a {@link ClientProfile}. */
export interface ClientProfileArgs extends ArgsOf<typeof clientProfile> {}
export interface ClientProfile extends StateOf<typeof clientProfile> {}
/** How the certificates of clients are made and renewed: by which CA, for how long, and which groups their owners join. Destroying it leaves clients that registered with it. */
export class ClientProfile extends CipherTrustResource<
  [args?: ClientProfileArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = clientProfile;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ClientProfile {
    return new ClientProfile(name, undefined, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof clientProfile>>[]> {
    return listOf(clientProfile, filters, options);
  }
}

/** Arguments of a {@link RegistrationToken}. */
export interface RegistrationTokenArgs extends ArgsOf<typeof registrationToken> {}
export interface RegistrationToken extends StateOf<typeof registrationToken> {}
/** What a client needs once, to register. Destroying it revokes it; clients that registered with it stay. */
export class RegistrationToken extends CipherTrustResource<
  [args: RegistrationTokenArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = registrationToken;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): RegistrationToken {
    return new RegistrationToken(name, undefined as never, { ...opts, id });
  }
}

/** Arguments of a {@link ClientKeyPair}. */
export interface ClientKeyPairArgs extends ArgsOf<typeof clientKeyPair> {}
export interface ClientKeyPair extends StateOf<typeof clientKeyPair> {}
/**
 * A key pair that is made on the machine that runs Pulumi, with the certificate signing request for it. The private key
 * is kept as a secret of the stack's state and never goes to the service; destroying the resource forgets it.
 */
export class ClientKeyPair extends CipherTrustResource<
  [args?: ClientKeyPairArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = clientKeyPair;
}

/** Arguments of a {@link RegisteredClient}. */
export interface RegisteredClientArgs extends ArgsOf<typeof registeredClient> {}
export interface RegisteredClient extends StateOf<typeof registeredClient> {}
/**
 * A machine with an identity of its own, which logs in with a certificate. Its certificate comes from its own request
 * (`csr`), from an external CA (`externalCertificate`), or from the service, which then makes the private key too.
 * Destroying it cuts the client off at once, unless `onDestroy` says otherwise.
 */
export class RegisteredClient extends CipherTrustResource<
  [args: RegisteredClientArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = registeredClient;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): RegisteredClient {
    return new RegisteredClient(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof registeredClient>>[]> {
    return listOf(registeredClient, filters, options);
  }
}
