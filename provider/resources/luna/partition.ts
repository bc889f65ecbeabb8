import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { ref } from "../../lifecycle/vocabulary/field";
import { lunaConnection } from "./connection";

export const lunaPartitions = "/cckm/hsm/luna/partitions";

/**
 * The partition, or HA group, behind a Luna connection: the container of `LunaKey`s. It waits until
 * its connection is `ready`. Destroying it leaves every key in the HSM untouched.
 */
export const lunaPartition = defineResource({
  type: "LunaPartition",
  role: "container",
  path: lunaPartitions,
  createPath: "/cckm/hsm/luna/add-partition",
  label: ({ name, connection }) => (name ?? connection) as string | undefined,
  inputs: {
    /**
     * Id of the `LunaConnection` to reach the partition through; it must be, or become, `ready`. A
     * connection carries one partition. Updated in place, to a connection that reaches the same
     * partition.
     */
    connection: ref(lunaConnection, { holds: true }),
  },
  outputs: {
    /**
     * Name of the container: the partition's label, or the connection's name for an HA group. The
     * API's public sources do not show this field, nor the four below.
     */
    name: z.string().optional(),
    /** Host name of the HSM; of an HA group, that of its first member. */
    hostname: z.string().optional(),
    /** Label of the partition; of an HA group, that of its first member. */
    partitionLabel: z.string().optional(),
    /** Serial number of the partition; of an HA group, that of its first member. */
    serialNumber: z.string().optional(),
    /** True for an HA group. */
    isHaEnabled: z.boolean().optional(),
  },
  unique: [["connection"]],
  filters: ["id", "name", "connection", "hostname", "partitionLabel", "serialNumber"],
});
