import * as z from "zod";
import { defineResource } from "../../lifecycle/define";
import { ref } from "../../lifecycle/field";
import { addedInList, toAdd } from "../container";
import { externalCmConnection } from "./connection";

/** A domain of another CipherTrust Manager: the container of `ExternalCmKey`s. It waits until its connection is `ready`. Destroying it leaves every key there untouched. */
export const externalCmDomain = defineResource({
  type: "ExternalCmDomain",
  ...addedInList("/cckm/external-cm/domains"),
  label: ({ name, domainId }) => (name ?? domainId) as string | undefined,
  inputs: {
    /** Id of the `ExternalCmConnection` to reach the other manager through; it must be, or become, `ready`. Updated in place, to a connection that sees the same domain. */
    connection: ref(externalCmConnection),
    /** Id of the domain at the other manager, as `getExternalCmDomains` shows it. */
    domainId: toAdd(z.string().min(1), "domains", "domain_id"),
  },
  outputs: {
    /** Name of the domain at the other manager. */
    name: z.string().optional(),
  },
  unique: [["connection", "domainId"]],
  filters: ["id", "name", "connection", "domainId"],
});
