import { HttpResponse, created } from "../../core/response";
import { conflict, notFound } from "../../core/errors";
import type { JsonObject } from "../../core/fields";
import type { Call, Scope, Operations, System } from "../../core/scope";
import type { Stored } from "../../core/record";
import { defineKind } from "../../core/store";
import { second } from "../../core/time";
import {
  connectionOperations,
  connections,
  connectionView,
  credentialsOf,
  untested,
  type Connection,
  type Credentials,
} from "../../shared/connections";
import { lunaConnection, refusal, testSeconds } from "./connection";
import { checkPartitions, partitionsIn, readPartition } from "./members";

/** A connection test of a Luna connection runs by itself: the call only starts it. */
interface ConnectionTest extends Stored {
  readonly status: "in_progress" | "success" | "failed";
  readonly error?: string;
  /** Id of the connection, when it is a stored one. */
  readonly connection?: string;
  readonly credentials: Credentials;
  readonly createdAt: number;
}

const tests = defineKind<ConnectionTest>("luna-connection-tests");
const root = "/connectionmgmt/services/luna-network";
const testWork = "luna:test-connection";

function testView({ id, status, error }: ConnectionTest): object {
  if (status === "in_progress") return { id, status };
  return {
    id,
    status,
    connection_ok: status === "success",
    ...(error === undefined ? {} : { connection_error: error }),
  };
}

function startTest(call: Call, test: Omit<ConnectionTest, "id" | "domain" | "status">): HttpResponse {
  const { id, domain } = call.header("connectionmgmt:connection-tests");
  const started = call.put(tests, { ...test, id, domain, status: "in_progress" });
  call.plan(testSeconds(call, test.credentials) * second, testWork, { test: id });
  return new HttpResponse(202, testView(started));
}

function testStored(call: Call): HttpResponse {
  const connection = target(call);
  const credentials = lunaConnection.read(call.body, credentialsOf(connection));
  note(call, connection, { operation_status: "in_progress" }, {});
  return startTest(call, { connection: connection.id, credentials, createdAt: Date.parse(connection.createdAt) });
}

/** Testing is no change of the connection: its `updatedAt` stays. */
function note(scope: Scope, connection: Connection, status: JsonObject, result: Partial<Connection>): void {
  scope.put(connections, { ...connection, ...result, settings: { ...connection.settings, ...status } });
}

function finishTest(scope: Scope, args: JsonObject): void {
  const test = scope.get(tests, String(args["test"]));
  if (test === undefined) return;
  const error = refusal(scope, test.credentials, test.createdAt);
  const status = error === undefined ? "success" : "failed";
  scope.put(tests, { ...test, status, error, credentials: { settings: {}, secrets: {} } });
  const connection = test.connection === undefined ? undefined : scope.get(connections, test.connection);
  // A change of the connection in the meantime has made this test meaningless.
  if (connection?.settings["operation_status"] !== "in_progress") return;
  const last_connection_at = scope.service.clock.stamp();
  const result = { last_connection_ok: error === undefined, last_connection_error: error, last_connection_at };
  note(scope, connection, { operation_status: status }, result);
}

function target(call: Call): Connection {
  const connection = call.target(connections);
  if (connection.service !== lunaConnection.service) throw notFound();
  return connection;
}

function setPartitions(call: Call, connection: Connection, partitions: ReturnType<typeof partitionsIn>): object {
  checkPartitions(partitions, connection.settings["is_ha_enabled"] === true);
  const { operation_status: _outdated, ...settings } = connection.settings;
  return connectionView(call.change(connections, connection, { ...untested, settings: { ...settings, partitions } }));
}

function addPartition(call: Call): object {
  const connection = target(call);
  return created(setPartitions(call, connection, [...partitionsIn(connection), readPartition(call.body)]));
}

function removePartition(call: Call): void {
  const connection = target(call);
  const named = partitionsIn(connection);
  const left = named.filter(({ id }) => id !== call.param("partition_id"));
  if (left.length === named.length) throw notFound();
  if (left.length === 0) throw conflict(`connection ${connection.name} must keep one partition`);
  setPartitions(call, connection, left);
}

export const connectionWork: NonNullable<System["work"]> = { [testWork]: finishTest };

export const lunaConnectionOperations: Operations = {
  ...connectionOperations(lunaConnection),
  [`POST ${root}/connections/{id}/test`]: testStored,
  [`POST ${root}/connection-test`]: (call) =>
    startTest(call, { credentials: lunaConnection.read(call.body, undefined), createdAt: call.now }),
  [`GET ${root}/connection-test/{id}`]: (call) => testView(call.target(tests)),
  [`POST ${root}/connections/{id}/partitions/`]: addPartition,
  [`DELETE ${root}/connections/{id}/partitions/{partition_id}`]: removePartition,
};
