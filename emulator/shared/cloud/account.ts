import { outside, type Scope } from "../../core/scope";
import { second } from "../../core/time";
import type { ConnectionService, Credentials, Opens } from "../connections";

/** What the world says of every account. */
export interface Account {
  /** Seconds after a connection's creation until the account lets the service in. */
  readonly readyAfterSeconds: number;
  /** Seconds that a connection test takes. */
  readonly testSeconds: number;
}

/** How connections of one cloud open an account of the world. */
export interface AccountConnection<A extends Account> extends Pick<ConnectionService, "service" | "read" | "filters"> {
  /** The account that the credentials name, whether or not they are right. */
  readonly find: (world: Scope, credentials: Credentials) => A | undefined;
  /** What the cloud says where there is no such account. */
  readonly unknown: string;
  /**
   * Why the account refuses the credentials, if so. @param ready false while it does not know a new
   * connection yet
   */
  readonly refusal: (account: A, credentials: Credentials, ready: boolean) => string | undefined;
  /** Why the credentials do not even get to an account, where that is told apart. */
  readonly unreachable?: (world: Scope, credentials: Credentials) => string | undefined;
}

/** The connections of a cloud whose accounts are part of the world. */
export function accountConnection<A extends Account>(cloud: AccountConnection<A>): ConnectionService & Opens<A> {
  const { find, unknown, refusal, unreachable, ...service } = cloud;
  return {
    ...service,
    category: "cloud",
    open: (scope, credentials, createdAt) => {
      const world = scope.in(outside);
      const lost = unreachable?.(world, credentials);
      if (lost !== undefined) return lost;
      const account = find(world, credentials);
      if (account === undefined) return unknown;
      const ready = scope.now >= createdAt + account.readyAfterSeconds * second;
      return refusal(account, credentials, ready) ?? account;
    },
    testSeconds: (scope, credentials) => find(scope.in(outside), credentials)?.testSeconds,
  };
}
