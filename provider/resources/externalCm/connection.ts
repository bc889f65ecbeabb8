import * as z from "zod";
import { field } from "../../lifecycle/vocabulary/field";
import { defineConnection } from "../connections";
import { externalCmServer } from "./server";
import { certificates } from "../pem";
import { credential } from "../credential";

// The API's public sources show the paths of this object but not its fields; we chose those of similar connections.
/**
 * A login to another CipherTrust Manager, whose keys the service then manages; tested until `ready`
 * when it is made and when a credential changes. Destroying it removes it from the service, unless
 * domains use it; nothing at the other manager changes.
 */
export const externalCmConnection = defineConnection("cm", {
  type: "ExternalCmConnection",
  inputs: {
    /** User at the other manager. */
    username: credential(),
    /** Password of the user. */
    password: field(credential(), { seen: "never", secret: true }),
    /**
     * Name of the domain to log in to at the other manager. Default: its root domain, from where
     * all its domains are seen.
     */
    domain: z.string().min(1).optional(),
    /**
     * Nodes of the other manager, at least one. Updated in place, all at once; then the connection
     * is tested again.
     */
    nodes: field(
      z
        .array(
          z.object({
            /** Host name or address of the node. */
            hostname: field(z.string().min(1), { names: [externalCmServer, "nodes.hostname"], holds: true }),
            /**
             * Certificate that the node presents, PEM text. Default: the `ExternalCmServer` that
             * names the host says what to trust.
             */
            serverCertificate: certificates().optional(),
          }),
        )
        .min(1, "needs at least one node"),
      { as: "set" },
    ),
  },
  update: { together: [["username", "password", "domain"]] },
  rules: [{ distinct: "nodes", by: "hostname" }],
});
