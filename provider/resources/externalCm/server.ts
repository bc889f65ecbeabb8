import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, named } from "../../lifecycle/vocabulary/field";
import { nodeCalls, nodeSchema } from "../keySources";

const externalCmServers = "/connectionmgmt/services/external-cm";

// The API's public sources show the paths of this object but not its fields; we chose those of similar objects.
/**
 * Another CipherTrust Manager as this one trusts it: its nodes, and the CAs that signed their
 * certificates. Destroying it ends that trust; nothing at the other manager changes.
 */
export const externalCmServer = defineResource({
  type: "ExternalCmServer",
  role: "connection",
  path: externalCmServers,
  inputs: {
    /** Name of the server, unique in the service. */
    name: named(z.string().min(1), { change: "replace" }),
    /** Free text. Changing it forces replacement of the server, which the service cannot change. */
    description: field(z.string().optional(), { change: "replace" }),
    /**
     * Nodes of the other manager with their certificates, at least one. Updated in place, one call
     * for each node.
     */
    nodes: field(z.array(nodeSchema).min(1, "needs at least one node"), { as: "set", by: nodeCalls }),
    /**
     * Ids of local or external CAs of this service whose certificates the nodes may present.
     * Updated in place, one call for each CA.
     */
    trustedCas: field(z.array(z.string().min(1)).default([]), {
      as: "set",
      by: { items: "ca", key: "ca_id" },
      wire: { to: false, from: "trusted_cas", decode: (held: HeldCa[]) => held.map((ca) => ca.ca_id ?? ca.id) },
      guards: true,
    }),
    /** Arbitrary JSON values by key. */
    meta: field(z.record(z.string(), z.unknown()).optional(), { change: "replace" }),
  },
  outputs: {},
  mark: "meta",
  filters: ["id", "name"],
  rules: [{ distinct: "nodes", by: "hostname" }],
});

interface HeldCa {
  id: string;
  ca_id?: string;
}
