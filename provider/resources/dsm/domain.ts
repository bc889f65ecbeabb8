import * as z from "zod";
import { defineResource } from "../../lifecycle/define";
import { field, ref } from "../../lifecycle/field";
import { addedInList, toAdd } from "../container";
import { dsmConnection } from "./connection";

/** A domain of a DSM: the container of `DsmKey`s. It waits until its connection is `ready`. Destroying it leaves every key in the DSM untouched. */
export const dsmDomain = defineResource({
  type: "DsmDomain",
  ...addedInList("/cckm/dsm/domains"),
  label: ({ name, domainId }) => (name as string | undefined) ?? (domainId as number | undefined)?.toString(),
  inputs: {
    /** Id of the `DsmConnection` to reach the DSM through; it must be, or become, `ready`. Updated in place, to a connection that sees the same domain. */
    connection: ref(dsmConnection),
    /** Number of the domain in the DSM, as `getDsmDomains` shows it. */
    domainId: toAdd(z.number().int().positive(), "domains", "dsm_params.id"),
  },
  outputs: {
    /** Name of the domain. */
    name: field(z.string().optional(), { wire: "dsm_params.name" }),
    /** What the DSM says about the domain. The API's public sources do not show this field. */
    description: z.string().optional(),
    /** Path of the domain at the DSM. */
    url: field(z.string().optional(), { wire: "dsm_params.url" }),
    /** How the domain is administered, such as `ALL_ADMIN`. */
    adminType: field(z.string().optional(), { wire: "dsm_params.adminType" }),
    /** True when the domain serves KMIP clients. */
    kmipEnabled: field(z.boolean().optional(), { wire: "dsm_params.kmipEnabled" }),
  },
  unique: [["connection", "domainId"]],
  filters: ["id", "name", "connection", "domainId", "adminType"],
});
