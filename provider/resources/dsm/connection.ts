import * as z from "zod";
import { field } from "../../lifecycle/vocabulary/field";
import { defineConnection } from "../connections";
import { nodeCalls, nodeSchema } from "../keySources";
import { credential } from "../credential";

/**
 * A Data Security Manager, DSM: its nodes, and a user that may see its domains. It is tested until
 * `ready` when it is made and when a credential changes. Destroying it removes it from the service,
 * unless domains use it; nothing in the DSM changes.
 */
export const dsmConnection = defineConnection("dsm", {
  type: "DsmConnection",
  inputs: {
    /** User at the DSM. */
    username: credential(),
    /** Password of the user. */
    password: field(credential(), { seen: "never", secret: true }),
    /** Number of the DSM domain that the user is restricted to. Default: the user sees all domains. */
    domainId: z.string().min(1).optional(),
    /**
     * Nodes of the DSM with their certificates, at least one. Updated in place, by a call for each
     * node; then the connection is tested again.
     */
    nodes: field(z.array(nodeSchema).min(1, "needs at least one node"), { as: "set", by: nodeCalls }),
  },
  update: { together: [["username", "password", "domainId"]] },
  rules: [{ distinct: "nodes", by: "hostname" }],
});
