import * as z from "zod";
import { defineResource } from "../../engine/definition";
import { firstAdded } from "../added";
import { dsmConnection } from "./connection";

export const dsmDomains = "/cckm/dsm/domains";

/** A domain of a DSM: the container of `DsmKey`s. It waits until its connection is `ready`. Destroying it leaves every key in the DSM untouched. */
export const dsmDomain = defineResource({
  type: "DsmDomain",
  path: dsmDomains,
  feature: "CCKM",
  label: ({ name, domainId }) => (name as string | undefined) ?? (domainId as number | undefined)?.toString(),
  inputs: {
    /** Id of the `DsmConnection` to reach the DSM through; it must be, or become, `ready`. Changes in place, to a connection that sees the same domain. */
    connection: z.string().min(1),
    /** Number of the domain in the DSM, as `getDsmDomains` shows it. A change replaces the container and, with it, the `DsmKey`s declared in it. */
    domainId: z.number().int().positive(),
  },
  outputs: {
    /** Name of the domain. */
    name: z.string().optional(),
    /** What the DSM says about the domain. The API's public sources do not show this field. */
    description: z.string().optional(),
    /** Path of the domain at the DSM. */
    url: z.string().optional(),
    /** How the domain is administered, such as `ALL_ADMIN`. */
    adminType: z.string().optional(),
    /** True when the domain serves KMIP clients. */
    kmipEnabled: z.boolean().optional(),
  },
  unique: [["connection", "domainId"]],
  immutable: ["domainId"],
  needs: { connection: dsmConnection },
  filters: ["id", "name", "connection", "domainId", "adminType"],
  wire: {
    domainId: { to: false, from: "dsm_params.id" },
    name: "dsm_params.name",
    url: "dsm_params.url",
    adminType: "dsm_params.adminType",
    kmipEnabled: "dsm_params.kmipEnabled",
  },
  hooks: {
    // The call takes a list of numbers, and answers with a bare list.
    async create({ api, inputs }, body) {
      const answer = await api.post(
        "/cckm/dsm/add-domains",
        { ...body, domains: [inputs.domainId] },
        { expect: "items" },
      );
      return firstAdded(answer, "domains", "add-domains");
    },
  },
});
