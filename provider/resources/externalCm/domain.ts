import * as z from "zod";
import { defineResource } from "../../lifecycle/define";
import { field, ref } from "../../lifecycle/field";
import { externalCmConnection } from "./connection";

export const externalCmDomains = "/cckm/external-cm/domains";

/** A domain of another CipherTrust Manager: the container of `ExternalCmKey`s. It waits until its connection is `ready`. Destroying it leaves every key there untouched. */
export const externalCmDomain = defineResource({
  type: "ExternalCmDomain",
  role: "container",
  path: externalCmDomains,
  createPath: "/cckm/external-cm/add-domains",
  adds: "domains",
  label: ({ name, domainId }) => (name ?? domainId) as string | undefined,
  inputs: {
    /** Id of the `ExternalCmConnection` to reach the other manager through; it must be, or become, `ready`. Updated in place, to a connection that sees the same domain. */
    connection: ref(externalCmConnection),
    /** Id of the domain at the other manager, as `getExternalCmDomains` shows it. */
    domainId: field(z.string().min(1), {
      change: "replace",
      wire: { to: "domains", from: "domain_id", encode: (id: string) => [id] },
    }),
  },
  outputs: {
    /** Name of the domain at the other manager. */
    name: z.string().optional(),
  },
  unique: [["connection", "domainId"]],
  filters: ["id", "name", "connection", "domainId"],
});
