import * as z from "zod";
import { field } from "../../lifecycle/vocabulary/field";
import { defineContainer, toAdd } from "../container";
import { externalCmConnection } from "./connection";

/**
 * A domain of another CipherTrust Manager: the container of `ExternalCmKey`s. It waits until its
 * connection is `ready`. Destroying it leaves every key there untouched.
 */
export const externalCmDomain = defineContainer(externalCmConnection, "/cckm/external-cm/domains", {
  type: "ExternalCmDomain",
  label: ({ name, domainId }) => (name ?? domainId) as string | undefined,
  inputs: {
    /** Id of the domain at the other manager, as `getExternalCmDomains` shows it. */
    domainId: toAdd(z.string().min(1), "domains", "cm_domain.domain_id"),
  },
  outputs: {
    /** Name of the domain at the other manager. The API's public sources do not show this field. */
    name: field(z.string().optional(), { wire: "cm_domain.name" }),
  },
  unique: [["connection", "domainId"]],
  filters: ["id", "name", "connection", "domainId"],
});
