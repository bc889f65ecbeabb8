import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { ldapIdentityProvider } from "../provider/resources/identity/ldap";
import { oidcIdentityProvider } from "../provider/resources/identity/oidc";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

/** Arguments of an {@link LdapIdentityProvider}. */
export interface LdapIdentityProviderArgs extends ArgsOf<typeof ldapIdentityProvider> {}
export interface LdapIdentityProvider extends StateOf<typeof ldapIdentityProvider> {}
/** An LDAP directory whose users may log in to the service: its name is what a login gives as its `connection`. Destroying it ends those logins; its users stay in the directory. */
export class LdapIdentityProvider extends CipherTrustResource<
  [args: LdapIdentityProviderArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = ldapIdentityProvider;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): LdapIdentityProvider {
    return new LdapIdentityProvider(name, undefined as never, { ...opts, id });
  }
}

/** Arguments of an {@link OidcIdentityProvider}. */
export interface OidcIdentityProviderArgs extends ArgsOf<typeof oidcIdentityProvider> {}
export interface OidcIdentityProvider extends StateOf<typeof oidcIdentityProvider> {}
/** An OpenID Connect provider whose users may log in to the service: its name is what a login gives as its `connection`. Destroying it ends those logins; its users stay in the directory. */
export class OidcIdentityProvider extends CipherTrustResource<
  [args: OidcIdentityProviderArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = oidcIdentityProvider;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OidcIdentityProvider {
    return new OidcIdentityProvider(name, undefined as never, { ...opts, id });
  }
}
