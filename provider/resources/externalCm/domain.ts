import * as z from "zod";
import { defineResource } from "../../engine/definition";
import { firstAdded } from "../added";
import { externalCmConnection } from "./connection";

export const externalCmDomains = "/cckm/external-cm/domains";

/** A domain of another CipherTrust Manager: the container of `ExternalCmKey`s. It waits until its connection is `ready`. Destroying it leaves every key there untouched. */
export const externalCmDomain = defineResource({
  type: "ExternalCmDomain",
  path: externalCmDomains,
  feature: "CCKM",
  label: ({ name, domainId }) => (name ?? domainId) as string | undefined,
  inputs: {
    /** Id of the `ExternalCmConnection` to reach the other manager through; it must be, or become, `ready`. Changes in place, to a connection that sees the same domain. */
    connection: z.string().min(1),
    /** Id of the domain at the other manager, as `getExternalCmDomains` shows it. A change replaces the container and, with it, the `ExternalCmKey`s declared in it. */
    domainId: z.string().min(1),
  },
  outputs: {
    /** Name of the domain at the other manager. */
    name: z.string().optional(),
  },
  unique: [["connection", "domainId"]],
  immutable: ["domainId"],
  needs: { connection: externalCmConnection },
  filters: ["id", "name", "connection", "domainId"],
  wire: { domainId: { to: false, from: "domain_id" } },
  hooks: {
    // The call takes a list of ids, and answers with the list inside an object of its own.
    async create({ api, inputs }, body) {
      const answer = await api.post("/cckm/external-cm/add-domains", { ...body, domains: [inputs.domainId] });
      return firstAdded(answer, "domains", "add-domains");
    },
  },
});
