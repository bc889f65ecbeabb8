import * as z from "zod";
import { defineResource, namedAfterResource } from "../../engine/definition";

/** The identity of a Luna partition for the secure trusted channel. Destroying it removes it from the service; the partition stays. */
export const lunaStcPartition = defineResource({
  type: "LunaStcPartition",
  path: "/connectionmgmt/services/luna-network/stc-partitions",
  inputs: {
    /** Name of the identity, unique in the service. Default: the resource's name in the program. A change replaces it. */
    name: namedAfterResource(z.string().min(1)),
    /** Label of the partition. A change replaces the identity. */
    label: z.string().min(1),
    /** Serial number of the partition. A change replaces the identity. */
    serialNumber: z.string().min(1),
    /** The partition's public identity as the HSM exports it, base64. A change replaces the identity. */
    partitionIdentity: z.string().min(1),
    /** Free text. A change replaces the identity, which the service cannot change. Default: none. */
    description: z.string().optional(),
    /** Free JSON values by key. A change replaces the identity. Default: none. */
    meta: z.record(z.string(), z.unknown()).optional(),
  },
  outputs: {},
  immutable: ["name", "label", "serialNumber", "partitionIdentity", "description", "meta"],
  mark: "meta",
  filters: ["id", "name", "label", "serialNumber"],
});
