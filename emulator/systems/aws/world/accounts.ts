import { outside, type Scope } from "../../../core/scope";
import type { Stored } from "../../../core/record";
import { defineKind } from "../../../core/store";

/** A CloudHSM cluster. */
interface Cluster {
  readonly clusterId: string;
  readonly region: string;
  readonly hsms: number;
  /** Of its user `kmsuser`. */
  readonly password: string;
  /** The certificate with which it was initialised. */
  readonly certificate: string;
}

/** An AWS account as it exists outside the service. Its id is the account number. */
export interface Account extends Stored {
  readonly accountId: string;
  readonly name?: string;
  readonly credentials: readonly { readonly accessKeyId: string; readonly secretAccessKey: string }[];
  readonly regions: readonly string[];
  readonly users: readonly string[];
  readonly roles: readonly string[];
  readonly logGroups: readonly string[];
  readonly clusters: readonly Cluster[];
  /** Addresses of external key stores that AWS cannot reach. */
  readonly unreachableEndpoints: readonly string[];
  /** Seconds that connecting or disconnecting a custom key store takes. */
  readonly connectSeconds: number;
  /** Seconds after a connection's creation until AWS knows its credentials everywhere. */
  readonly readyAfterSeconds: number;
  /** Seconds that a connection test takes. */
  readonly testSeconds: number;
  /** Seconds that a synchronization takes, when not the usual time. */
  readonly syncSeconds?: number;
}

export const accounts = defineKind<Account>("aws-cloud-accounts", {
  credential: (account) => account.credentials.map(({ accessKeyId }) => accessKeyId),
});

export function findAccount(scope: Scope, accountId: string): Account | undefined {
  return scope.in(outside).get(accounts, accountId);
}

export function accountsByCredential(scope: Scope, accessKeyId: string): Account[] {
  return scope.in(outside).by(accounts, "credential", accessKeyId);
}

/** The account number in an ARN. */
export function accountNumber(arn: string): string {
  return arn.split(":")[4] ?? "";
}
