import { conflict, invalid } from "../core/errors";
import type { Call } from "../core/scope";
import { connections, type Connection } from "./connections";

/** The connection that a request names by id or name; it must be one of that service. */
export function namedConnection(call: Call, service: string, title: string): Connection {
  const reference = call.body.requiredText("connection");
  const connection = call.find(connections, reference);
  if (connection?.service !== service) throw invalid(`there is no ${title} connection ${reference}`);
  return connection;
}

/** As `namedConnection`; only one whose last test succeeded may carry containers. */
export function readyConnection(call: Call, service: string, title: string): Connection {
  const connection = namedConnection(call, service, title);
  if (connection.last_connection_ok === true) return connection;
  const last =
    connection.last_connection_ok === undefined
      ? "it has not been tested"
      : `its last test failed: ${connection.last_connection_error}`;
  throw conflict(`connection ${connection.name} is not ready: ${last}`);
}
