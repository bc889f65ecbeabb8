import { addresses } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Container } from "../../shared/containers";

/** The partition, or the HA group of partitions, behind one connection, as a container of keys. */
export interface Partition extends Container {
  readonly name: string;
  /** Id of the connection. */
  readonly connection: string;
  readonly cloud_name: "hsm-luna";
  readonly hostname: string;
  readonly partition_label: string;
  readonly serial_number: string;
  readonly is_ha_enabled: boolean;
}

export const partitions = defineKind<Partition>("luna-partitions", {
  address: addresses,
  connection: (partition) => partition.connection,
});
