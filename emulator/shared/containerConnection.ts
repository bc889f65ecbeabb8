import { conflict, invalid } from "../core/errors";
import { outside, type Call, type Scope } from "../core/scope";
import type { Stored } from "../core/record";
import { defineKind } from "../core/store";
import { connections, type Connection } from "./connections";

/** The connection that a request names by id or name; it must be one of that service. */
export function namedConnection(call: Call, service: string, title: string): Connection {
  const reference = call.body.requiredText("connection");
  const connection = call.find(connections, reference);
  if (connection?.service !== service) throw invalid(`there is no ${title} connection ${reference}`);
  return connection;
}

/**
 * Which connections may carry containers: `strict`, those whose last test succeeded; `lenient`,
 * untested ones as well. Credentials that the cloud does not accept are refused in any case,
 * because adding a container uses them.
 */
export const readinesses = ["strict", "lenient"] as const;
export type Readiness = (typeof readinesses)[number];

interface Setting extends Stored {
  readonly readiness: Readiness;
}
const settings = defineKind<Setting>("readiness");
const only = { id: "readiness", domain: outside };

export const readinessOf = (scope: Scope): Readiness => scope.in(outside).get(settings, only.id)?.readiness ?? "strict";
export const setReadiness = (scope: Scope, readiness: Readiness): void =>
  void scope.put(settings, { ...only, readiness });

/** As `namedConnection`, but it must be able to carry containers. */
export function readyConnection(call: Call, service: string, title: string): Connection {
  const connection = namedConnection(call, service, title);
  const isUntested = connection.last_connection_ok === undefined;
  if (connection.last_connection_ok === true || (isUntested && readinessOf(call) === "lenient")) return connection;
  const last = isUntested ? "it has not been tested" : `its last test failed: ${connection.last_connection_error}`;
  throw conflict(`connection ${connection.name} is not ready: ${last}`);
}
