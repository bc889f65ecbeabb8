import { list } from "../../core/lists";
import * as z from "zod";
import type { Call, System, WorldPart } from "../../core/scope";
import { invalid } from "../../core/errors";
import { parsePoint, parseTime } from "../../core/time";
import { readinesses, readinessOf, setReadiness } from "../../shared/containerConnection";
import {
  connectionFilters,
  connections,
  connectionView,
  described,
  removeConnection,
  type Connection,
} from "../../shared/connections";
import { makeRequest } from "./csr";

/** The time filters of last_connection_at are the only ones that need a comparison. */
function tested(call: Call, connection: Connection): boolean {
  const at = parseTime(connection.last_connection_at ?? "");
  return (["before", "after"] as const).every((side) => {
    const text = call.query(`last_connection_${side}`);
    if (text === undefined) return true;
    const point = parsePoint(text, call.now);
    if (point === undefined) throw invalid(`last_connection_${side} must be a time, not "${text}"`);
    return at !== undefined && (side === "before" ? at < point : at > point);
  });
}

/** What the common list shows of a connection: the service's own list shows the rest. */
function summary(connection: Connection): object {
  const { id, uri, account, createdAt, updatedAt, name, service, category, products } = connection;
  const { last_connection_ok, last_connection_at } = connection;
  return {
    id,
    uri,
    account,
    createdAt,
    updatedAt,
    name,
    service,
    category,
    products,
    last_connection_ok,
    last_connection_at,
  };
}

function listAll(call: Call): object {
  const { computed, handled, only } = described(call);
  return list(call, {
    kind: connections,
    view: summary,
    searched: connectionView,
    filters: connectionFilters,
    computed,
    only: (connection) => tested(call, connection) && only(connection),
    handled: ["last_connection_before", "last_connection_after", ...handled],
  });
}

const readiness = z.enum(readinesses).default("strict");

/** Which connections may carry containers. */
const world: WorldPart = {
  name: "readiness",
  schema: readiness,
  initial: undefined,
  seed: (scope, part) => setReadiness(scope, readiness.parse(part)),
  show: readinessOf,
  changes: {},
};

/** What all connections have in common, whatever they connect to. */
export const allConnections: System = {
  name: "connections",
  world,
  operations: {
    "GET /connectionmgmt/connections": listAll,
    "POST /connectionmgmt/connections/csr": makeRequest,
    "DELETE /connectionmgmt/connections/{id}": (call) => removeConnection(call, call.target(connections), false),
    "POST /connectionmgmt/connections/{id}/delete": (call) =>
      removeConnection(call, call.target(connections), call.body.flag("force") === true),
  },
};
