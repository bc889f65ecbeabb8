import { conflict, forbidden, invalid } from "../../core/errors";
import type { JsonObject } from "../../core/fields";
import { addresses, type Call, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Acl } from "../../shared/acls";
import { connections, credentialsOf, type Connection, type Credentials } from "../connections/service";
import { awsError } from "./cloud/key";
import { openAccount } from "./connection";
import type { Account } from "./world/accounts";

/** An AWS account as a container of keys. */
export interface Kms extends Header {
  readonly name: string;
  readonly account_id: string;
  /** Id of the connection, however the request named it. */
  readonly connection: string;
  readonly regions: readonly string[];
  readonly arn: string;
  readonly cloud_name: string;
  readonly assume_role_arn?: string;
  readonly assume_role_external_id?: string;
  readonly auto_added: boolean;
  readonly status: "active" | "archived";
  readonly acls: readonly Acl[];
}

export const kmses = defineKind<Kms>("aws-kms", {
  address: addresses,
  name: (kms) => kms.name,
  account_id: (kms) => kms.account_id,
  connection: (kms) => kms.connection,
});

export type Role = Pick<Kms, "assume_role_arn" | "assume_role_external_id">;

/** The AWS connection of a request, by id or name; only one whose last test succeeded may carry containers. */
export function readyConnection(call: Call): Connection {
  const reference = call.body.requiredText("connection");
  const connection = call.find(connections, reference);
  if (connection?.service !== "aws") throw invalid(`there is no AWS connection ${reference}`);
  if (connection.last_connection_ok === true) return connection;
  const last =
    connection.last_connection_ok === undefined
      ? "it has not been tested"
      : `its last test failed: ${connection.last_connection_error}`;
  throw conflict(`connection ${connection.name} is not ready: ${last}`);
}

/** The account that a connection opens, directly or through a role; AWS's refusal is passed on. */
export function reachAccount(scope: Scope, connection: Connection, role: Role): Account {
  const { settings, secrets } = credentialsOf(connection);
  const assumed: JsonObject =
    role.assume_role_arn === undefined ? settings : { ...settings, assume_role_arn: role.assume_role_arn };
  const credentials: Credentials = { settings: assumed, secrets };
  const account = openAccount(scope, credentials, Date.parse(connection.createdAt));
  if (typeof account === "string") throw awsError("AccessDenied", account);
  return account;
}

/** The account behind a container that is in use. */
export function openKms(scope: Scope, kms: Kms): Account {
  if (kms.status === "archived") throw forbidden(`the AWS KMS ${kms.name} is archived`);
  const connection = scope.get(connections, kms.connection);
  if (connection === undefined) throw conflict(`the connection of the AWS KMS ${kms.name} is gone`);
  return reachAccount(scope, connection, kms);
}
