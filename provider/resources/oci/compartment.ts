import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { ref } from "../../lifecycle/vocabulary/field";
import { addedInList, toAdd } from "../container";
import { ociConnection } from "./connection";
import { ocid } from "./ocid";

// The API's public sources do not show the record: we chose the fields of the lookup, with the compartment's OCID as `compartment_id`.
/**
 * An Oracle Cloud compartment as the service knows it. Destroying it deletes the service's record;
 * the compartment is not changed.
 */
export const ociCompartment = defineResource({
  type: "OciCompartment",
  ...addedInList("/cckm/oci/compartments"),
  inputs: {
    /** Id of the `OciConnection` that sees the compartment; it must be, or become, `ready`. */
    connection: ref(ociConnection, { holds: true, change: "replace" }),
    /** OCID of the compartment; the tenancy's own OCID stands for its root compartment. */
    compartmentId: toAdd(z.union([ocid("compartment"), ocid("tenancy")]), "compartment_id"),
  },
  outputs: {
    /** Name of the compartment in Oracle Cloud. */
    name: z.string().optional(),
    /** Its description there. */
    description: z.string().optional(),
    /** Its state there, such as `ACTIVE`. */
    lifecycleState: z.string().optional(),
    /** Name of its tenancy. */
    tenancy: z.string().optional(),
  },
  unique: [["compartmentId"]],
  filters: ["id", "name", "compartmentId", "tenancy"],
});
