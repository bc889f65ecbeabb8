import { outside, type Scope } from "../../core/scope";
import type { Stored } from "../../core/record";
import { defineKind } from "../../core/store";

/** Directories and identity providers as they are outside the service. */

export interface Person {
  readonly username: string;
  readonly password: string;
  readonly name?: string;
  readonly email?: string;
}

/** An LDAP directory, or an OpenID provider. Its id is its URL. */
export interface Directory extends Stored {
  readonly kind: "ldap" | "oidc";
  /** Of the account that the service itself logs in with: a bind DN, or a client id. */
  readonly account: string;
  readonly secret: string;
  /** Where an LDAP directory keeps its users. */
  readonly baseDn?: string;
  readonly users: readonly Person[];
}

export const directories = defineKind<Directory>("directories-world");

/** How the service reaches a directory. */
export interface Access {
  readonly kind: Directory["kind"];
  readonly url: string;
  readonly account?: string;
  readonly secret?: string;
  readonly baseDn?: string;
}

/**
 * The directory that this access opens, or why it doesn't. A directory may be searched without an
 * account.
 */
export function openDirectory(scope: Scope, { kind, url, account, secret, baseDn }: Access): Directory | string {
  const directory = scope.in(outside).get(directories, url);
  if (directory?.kind !== kind) return `cannot reach ${url}: no such host`;
  const named = account !== undefined || kind === "oidc";
  if (named && (account !== directory.account || secret !== directory.secret)) {
    return kind === "ldap"
      ? 'LDAP Result Code 49 "Invalid Credentials"'
      : "invalid_client: client authentication failed";
  }
  const inside = baseDn === undefined || directory.baseDn === undefined || isBelow(directory.baseDn, baseDn);
  return inside ? directory : `LDAP Result Code 32 "No Such Object": ${baseDn}`;
}

/** Distinguished names are compared without regard to case and blanks. */
function isBelow(name: string, base: string): boolean {
  const plain = (dn: string): string => dn.toLowerCase().replace(/\s*([,=])\s*/g, "$1");
  return plain(name) === plain(base) || plain(name).endsWith(`,${plain(base)}`);
}

/** The person who proves to be one of the directory's. */
export function person(directory: Directory, username: string, password: string): Person | undefined {
  const found = directory.users.find((user) => user.username.toLowerCase() === username.toLowerCase());
  return found?.password === password ? found : undefined;
}
