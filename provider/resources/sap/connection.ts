import * as z from "zod";
import { field } from "../../lifecycle/vocabulary/field";
import { defineConnection } from "../connections";
import { credential } from "../credential";

/**
 * Credentials under which the service reaches a tenant of SAP Data Custodian, those of a user or of
 * a technical user. The connection is tested until `ready` when it is made and when a credential
 * changes. Destroying it removes it from the service, unless groups use it; nothing in SAP
 * changes.
 */
export const sapConnection = defineConnection("sap-dc", {
  type: "SapConnection",
  inputs: {
    /** Address of the key management API of SAP Data Custodian, ending in `/kms/v2`. */
    apiEndpoint: z
      .url({ protocol: /^https$/, error: "must be an https address" })
      .regex(/\/kms\/v2\/?$/, "must end in /kms/v2"),
    /**
     * Login of a user. Either this or `technicalUserCredentials`. Secret as a whole; the secret
     * part is never returned.
     */
    userCredentials: field(
      z
        .object({
          /** Name of the user. */
          user: credential(),
          /** Secret of the user. */
          secret: credential(),
          /** Tenant of SAP Data Custodian that the user belongs to. */
          tenant: credential(),
        })
        .optional(),
      { seen: "never", secret: true },
    ),
    /**
     * Login of a technical user. Either this or `userCredentials`. Secret as a whole; the secret
     * part is never returned.
     */
    technicalUserCredentials: field(
      z
        .object({
          /** API key of the technical user. */
          apiKey: credential(),
          /** Secret of the technical user. */
          secret: credential(),
        })
        .optional(),
      { seen: "never", secret: true },
    ),
  },
  update: { together: [["apiEndpoint", "userCredentials", "technicalUserCredentials"]] },
  rules: [{ choose: ["userCredentials", "technicalUserCredentials"] }],
});
