import type { Api, Wire } from "../api/client";
import { idIn } from "../api/responses";
import { lunaConnections } from "../resources/luna/connection";
import { lunaPartitions } from "../resources/luna/partition";

/** Which partitions to look for. */
export interface GetLunaPartitionsArgs {
  /** Id or name of a `LunaConnection`. Default: all of them. */
  connection?: string;
}

/** A partition that a connection names. The service cannot ask an HSM what else it has. */
export interface FoundLunaPartition {
  /** Id of the connection. */
  connection: string;
  /** Name of the connection. */
  connectionName: string;
  /** Host name of the HSM. */
  hostname: string;
  /** Label of the partition. */
  partitionLabel: string;
  /** Serial number of the partition. */
  serialNumber: string;
  /** True when it is a member of an HA group. */
  isHaEnabled: boolean;
  /** Id of the `LunaPartition` container, when it was added already. */
  container?: string;
}

/** The partitions that Luna connections name, added to the service or not. */
export async function lunaPartitionsOf(api: Api, { connection }: GetLunaPartitionsArgs): Promise<FoundLunaPartition[]> {
  const [connections, containers] = await Promise.all([api.list(lunaConnections), api.list(lunaPartitions)]);
  const wanted = connections.filter(({ id, name }) => connection === undefined || [id, name].includes(connection));
  return wanted.flatMap((one) =>
    ((one.partitions ?? []) as Wire[]).map((partition) => ({
      connection: idIn(one),
      connectionName: String(one.name),
      hostname: String(partition.hostname),
      partitionLabel: String(partition.partition_label),
      serialNumber: String(partition.serial_number),
      isHaEnabled: one.is_ha_enabled === true,
      container: containers.find((added) => [one.id, one.name].includes(added.connection))?.id as string | undefined,
    })),
  );
}

/** The service as a client of HSMs: what an administrator registers on each HSM. */
export interface FoundLunaClient {
  /** Host name under which the service presents itself. */
  hostname: string;
  /** Certificate of the service for NTLS, PEM text. */
  certificate: string;
  /** Identity of the service for the secure trusted channel; absent where it has none. */
  stcIdentity?: string;
}

/** How the service presents itself to HSMs. */
export async function lunaClientOf(api: Api): Promise<FoundLunaClient> {
  const response = await api.get("/connectionmgmt/services/luna-network/client");
  return {
    hostname: String(response.hostname),
    certificate: String(response.certificate),
    stcIdentity: response.stc_identity as string | undefined,
  };
}
