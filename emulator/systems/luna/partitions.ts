import { created, shown } from "../../core/response";
import { badRequest, conflict, invalid } from "../../core/errors";
import { type Call, type Header, type Scope, type Operations } from "../../core/scope";
import { readyConnection } from "../../shared/containerConnection";
import { connectionBehind, containers } from "../../shared/containers";
import { connections, enter, type Connection } from "../../shared/connections";
import { refusal } from "./connection";
import { partitionsIn } from "./members";
import { keys } from "./keyRecord";
import { partitions, type Partition } from "./partitionRecord";

/**
 * How a container describes what its connection reaches; an HA group goes by the name of the
 * connection.
 */
function described(connection: Connection): Omit<Partition, keyof Header | "acls"> {
  const named = partitionsIn(connection);
  const is_ha_enabled = connection.settings["is_ha_enabled"] === true;
  const { hostname = "", partition_label = "", serial_number = "" } = named[0] ?? {};
  const name = is_ha_enabled ? connection.name : partition_label;
  return {
    name,
    connection: connection.id,
    cloud_name: "hsm-luna",
    hostname,
    partition_label,
    serial_number,
    is_ha_enabled,
  };
}

/** Serial numbers of the partitions behind a container, which must let the service in. */
export function openPartition(scope: Scope, partition: Partition): string[] {
  const connection = connectionBehind(scope, partition.connection, `Luna partition ${partition.name}`);
  enter(scope, connection, refusal, badRequest);
  return partitionsIn(connection).map(({ serial_number }) => serial_number);
}

/** The serial numbers without asking the HSM. */
export function serialsOf(scope: Scope, { connection }: Partition): string[] {
  const found = scope.get(connections, connection);
  return found === undefined ? [] : partitionsIn(found).map(({ serial_number }) => serial_number);
}

function addPartition(call: Call): object {
  const connection = readyConnection(call, "luna-network", "Luna");
  const taken = call.by(partitions, "connection", connection.id)[0];
  if (taken !== undefined) throw conflict(`connection ${connection.name} is already the Luna partition ${taken.name}`);
  const serials = partitionsIn(connection).map(({ serial_number }) => serial_number);
  const holder = call.all(partitions).find((one) => serialsOf(call, one).some((serial) => serials.includes(serial)));
  if (holder !== undefined) throw conflict(`the partition is already the Luna partition ${holder.name}`);
  const details = described(connection);
  const partition = { ...call.header("cckm:hsm-luna-partition", `${details.name}-`), ...details, acls: [] };
  openPartition(call, partition);
  return created(shown(call.put(partitions, partition)));
}

export const partitionOperations: Operations = {
  "POST /cckm/hsm/luna/add-partition": addPartition,
  ...containers<Partition>({
    kind: partitions,
    path: "/cckm/hsm/luna/partitions",
    service: "luna-network",
    title: "Luna",
    filters: ["id", "name", "partition_label", "serial_number", "hostname", "is_ha_enabled"],
    reconnect: (call, partition, connection) => {
      const same = partitionsIn(connection).some(({ serial_number }) => serial_number === partition.serial_number);
      if (!same) throw invalid(`connection ${connection.name} does not reach the partition ${partition.serial_number}`);
      const holder = call.by(partitions, "connection", connection.id).find(({ id }) => id !== partition.id);
      if (holder !== undefined)
        throw conflict(`connection ${connection.name} is already the Luna partition ${holder.name}`);
      const { name: _name, ...details } = described(connection);
      return details;
    },
    // The HSM keeps everything.
    remove: (call, partition) => {
      for (const key of call.by(keys, "partition_id", partition.id)) call.remove(keys, key);
    },
  }),
};
