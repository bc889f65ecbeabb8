import { created, shown } from "../../core/answer";
import { badRequest, conflict, invalid } from "../../core/errors";
import { list } from "../../core/lists";
import { addresses, type Call, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Operations } from "../../core/system";
import { updateAcls, type Acl } from "../../shared/acls";
import { readyConnection } from "../../shared/container-connection";
import { connections, credentialsOf, type Connection } from "../connections/service";
import { partitionsIn, refusal } from "./connection";
import { keys } from "./key-record";

/** The partition, or the HA group of partitions, behind one connection, as a container of keys. */
export interface Partition extends Header {
  readonly name: string;
  /** Id of the connection. */
  readonly connection: string;
  readonly cloud_name: "hsm-luna";
  readonly hostname: string;
  readonly partition_label: string;
  readonly serial_number: string;
  readonly is_ha_enabled: boolean;
  readonly acls: readonly Acl[];
}

export const partitions = defineKind<Partition>("luna-partitions", {
  address: addresses,
  connection: (partition) => partition.connection,
});

/** How a container describes what its connection reaches; an HA group goes by the name of the connection. */
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
  const connection = scope.get(connections, partition.connection);
  if (connection === undefined) throw conflict(`the connection of the Luna partition ${partition.name} is gone`);
  const credentials = credentialsOf(connection);
  const refused = refusal(scope, credentials, Date.parse(connection.createdAt));
  if (refused !== undefined) throw badRequest(refused);
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

function changePartition(call: Call): object {
  const partition = call.target(partitions);
  if (!call.body.has("connection")) return shown(partition);
  const connection = readyConnection(call, "luna-network", "Luna");
  const same = partitionsIn(connection).some(({ serial_number }) => serial_number === partition.serial_number);
  if (!same) throw invalid(`connection ${connection.name} does not reach the partition ${partition.serial_number}`);
  const holder = call.by(partitions, "connection", connection.id).find(({ id }) => id !== partition.id);
  if (holder !== undefined)
    throw conflict(`connection ${connection.name} is already the Luna partition ${holder.name}`);
  const { name: _name, ...details } = described(connection);
  return shown(call.change(partitions, partition, details));
}

/** Removes the container and what the service knows of its keys; the HSM keeps everything. */
function deletePartition(call: Call): void {
  const partition = call.target(partitions);
  for (const key of call.by(keys, "partition_id", partition.id)) call.remove(keys, key);
  call.remove(partitions, partition);
}

export const partitionOperations: Operations = {
  "POST /cckm/hsm/luna/add-partition": addPartition,
  "GET /cckm/hsm/luna/partitions": (call) =>
    list(call, {
      kind: partitions,
      view: shown,
      filters: ["id", "name", "partition_label", "serial_number", "hostname", "is_ha_enabled"],
      computed: {
        connection: (partition) => [partition.connection, call.get(connections, partition.connection)?.name],
      },
    }),
  "GET /cckm/hsm/luna/partitions/{id}": (call) => shown(call.target(partitions)),
  "PATCH /cckm/hsm/luna/partitions/{id}": changePartition,
  "DELETE /cckm/hsm/luna/partitions/{id}": deletePartition,
  "POST /cckm/hsm/luna/partitions/{id}/update-acls": updateAcls(
    partitions,
    (_call, partition) => shown(partition),
    (action) => (action === "view" ? undefined : "view"),
  ),
};
