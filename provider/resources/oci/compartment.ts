import * as z from "zod";
import { defineResource } from "../../engine/definition";
import { ociConnection } from "./connection";
import { ocid } from "./ocid";
import { firstAdded } from "../added";

// The API's public sources do not show the record: we chose the fields of the look-up, with the compartment's OCID as `compartment_id`.
/** An Oracle Cloud compartment as the service knows it. Destroying it forgets the record; the compartment stays. */
export const ociCompartment = defineResource({
  type: "OciCompartment",
  path: "/cckm/oci/compartments",
  feature: "CCKM",
  label: ({ compartmentId }) => compartmentId as string | undefined,
  inputs: {
    /** Id of the `OciConnection` that sees the compartment; it must be, or become, `ready`. A change replaces the record. */
    connection: z.string().min(1),
    /** OCID of the compartment; the tenancy's own OCID stands for its root compartment. A change replaces the record. */
    compartmentId: z.union([ocid("compartment"), ocid("tenancy")]),
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
  immutable: ["connection", "compartmentId"],
  needs: { connection: ociConnection },
  filters: ["id", "name", "compartmentId", "tenancy"],
  hooks: {
    async create({ api, inputs }) {
      const { connection, compartmentId } = inputs;
      const answer = await api.post("/cckm/oci/add-compartments", { connection, compartment_id: [compartmentId] });
      return firstAdded(answer, "compartments", "add-compartments");
    },
  },
});
