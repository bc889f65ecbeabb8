import { body, text, type Body } from "../../core/body";
import { forbidden } from "../../core/errors";
import { shown } from "../../core/response";
import { addresses, type Call, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import * as container from "../../shared/containerConnection";
import { connectionBehind, type Container } from "../../shared/containers";
import { enter, type Connection, type Credentials } from "../../shared/connections";
import { awsError } from "./cloud/key";
import { openAccount } from "./connection";
import type { Account } from "./world/accounts";

/** The role through which a connection reaches an account; an update may drop it. */
export const roleBody = body({ assume_role_arn: text.clearable, assume_role_external_id: text.clearable });
export type Role = Body<typeof roleBody>;

/** An AWS account as a container of keys. */
export interface Kms extends Container, Role {
  readonly name: string;
  readonly account_id: string;
  /** Id of the connection, however the request named it. */
  readonly connection: string;
  /**
   * The connection as the request named it, by id or by name; absent for an account that was
   * discovered.
   */
  readonly hidden?: { readonly connection?: string };
  readonly regions: readonly string[];
  readonly arn: string;
  readonly cloud_name: string;
  readonly auto_added: boolean;
  readonly status: "active" | "archived";
}

export const kmses = defineKind<Kms>("aws-kms", {
  address: addresses,
  name: (kms) => kms.name,
  account_id: (kms) => kms.account_id,
  connection: (kms) => kms.connection,
});

/** The connection is shown as the request named it. */
export const kmsView = (kms: Kms): object => ({ ...shown(kms), connection: kms.hidden?.connection ?? kms.connection });

/** The AWS connection of a request. */
export const readyConnection = (call: Call): Connection => container.readyConnection(call, "aws", "AWS");

/** The account that a connection opens, directly or through a role; AWS's refusal is passed on. */
export function reachAccount(scope: Scope, connection: Connection, { assume_role_arn }: Role): Account {
  const assume = assume_role_arn === undefined ? {} : { assume_role_arn };
  const open = (inner: Scope, { settings, secrets }: Credentials, createdAt: number): Account | string =>
    openAccount(inner, { settings: { ...settings, ...assume }, secrets }, createdAt);
  return enter(scope, connection, open, (reason) => awsError("AccessDenied", reason));
}

/** The account behind a container that is in use. */
export function openKms(scope: Scope, kms: Kms): Account {
  if (kms.status === "archived") throw forbidden(`the AWS KMS ${kms.name} is archived`);
  return reachAccount(scope, connectionBehind(scope, kms.connection, `AWS KMS ${kms.name}`), kms);
}
