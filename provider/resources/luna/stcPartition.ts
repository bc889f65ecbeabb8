import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, named } from "../../lifecycle/vocabulary/field";

/**
 * The identity of a Luna partition for the secure trusted channel. Destroying it removes it from
 * the service; the partition stays.
 */
export const lunaStcPartition = defineResource({
  type: "LunaStcPartition",
  role: "connection",
  path: "/connectionmgmt/services/luna-network/stc-partitions",
  inputs: {
    /** Name of the identity, unique in the service. */
    name: named(z.string().min(1), { change: "replace" }),
    /** Label of the partition. */
    label: field(z.string().min(1), { change: "replace" }),
    /** Serial number of the partition. */
    serialNumber: field(z.string().min(1), { change: "replace" }),
    /** The partition's public identity as the HSM exports it, base64. */
    partitionIdentity: field(z.string().min(1), { change: "replace" }),
    /** Free text. Changing it forces replacement of the identity, which the service cannot change. */
    description: field(z.string().optional(), { change: "replace" }),
    /** Arbitrary JSON values by key. */
    meta: field(z.record(z.string(), z.unknown()).optional(), { change: "replace" }),
  },
  outputs: {},
  mark: "meta",
  filters: ["id", "name", "label", "serialNumber"],
});
