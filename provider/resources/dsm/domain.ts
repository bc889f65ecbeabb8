import * as z from "zod";
import { field } from "../../lifecycle/vocabulary/field";
import { defineContainer, toAdd } from "../container";
import { dsmConnection } from "./connection";

/**
 * A domain of a DSM: the container of `DsmKey`s. It waits until its connection is `ready`.
 * Destroying it leaves every key in the DSM untouched.
 */
export const dsmDomain = defineContainer(dsmConnection, "/cckm/dsm/domains", {
  type: "DsmDomain",
  label: ({ name, domainId }) => (name as string | undefined) ?? (domainId as number | undefined)?.toString(),
  inputs: {
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
