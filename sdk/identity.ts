import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { domain } from "../provider/resources/identity/domain";
import { group } from "../provider/resources/identity/group";
import { user } from "../provider/resources/identity/user";
import { listOf, type Filters, type FunctionOptions, type Listed } from "./function";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

/** Arguments of a {@link Domain}. */
export interface DomainArgs extends ArgsOf<typeof domain> {}
export interface Domain extends StateOf<typeof domain> {}
/** A child domain: a tenant with users, keys and connections of its own. Destroying it leaves it in the service, unless `onDestroy` says otherwise. */
export class Domain extends CipherTrustResource<[args: DomainArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = domain;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Domain {
    return new Domain(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof domain>>[]> {
    return listOf(domain, filters, options);
  }
}

/** Arguments of a {@link Group}. */
export interface GroupArgs extends ArgsOf<typeof group> {}
export interface Group extends StateOf<typeof group> {}
/** A group of users, to which permissions are given. Destroying it takes its permissions from its members; the users stay. */
export class Group extends CipherTrustResource<[args?: GroupArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = group;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Group {
    return new Group(name, undefined, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof group>>[]> {
    return listOf(group, filters, options);
  }
}

/** Arguments of a {@link User}. */
export interface UserArgs extends ArgsOf<typeof user> {}
export interface User extends StateOf<typeof user> {}
/** A user of the service, in the domain the provider is logged in to. Destroying it deletes the user. */
export class User extends CipherTrustResource<[args?: UserArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = user;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): User {
    return new User(name, undefined, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof user>>[]> {
    return listOf(user, filters, options);
  }
}
