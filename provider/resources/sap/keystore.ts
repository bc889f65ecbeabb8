import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, onDestroy, named } from "../../lifecycle/vocabulary/field";
import { archive, archiving, blocking } from "./hyok";
import { certificates } from "../pem";

// Which of its fields PATCH takes, and how responses show that it is blocked or archived, is not in the API's public sources; we chose after
// the double-key-encryption endpoints and the external vaults of other clouds.
/**
 * A keystore that stays with the service while SAP Data Custodian uses its keys from outside ("hold
 * your own key"). Destroying it leaves it as it is (see `onDestroy`).
 */
export const sapKeystore = defineResource({
  type: "SapKeystore",
  role: "material",
  path: "/cckm/sap/ekm/keystores",
  inputs: {
    /** Name of the keystore, unique in the service. */
    name: named(z.string().min(1)),
    /** Free text. */
    description: z.string().optional(),
    /** Certificate under which SAP Data Custodian calls the keystore, PEM text. */
    certificate: certificates(),
    /** Host name, and port where it is not 443, at which SAP reaches this service. */
    keystoreUrlHostname: z.string().min(1),
    /** Id of the tenant of SAP Data Custodian that may use the keystore. */
    sapTenantId: field(z.string().min(1), { change: "replace" }),
    /** True to record successful uses of the keys in the audit log, too. */
    enableSuccessAuditEvent: z.boolean().default(true),
    /** True to refuse every use of the keystore's keys by SAP. */
    blocked: field(z.boolean().default(false), blocking),
    /**
     * True to put the keystore out of use: SAP can then no longer read what its keys protect, until
     * it is false again.
     */
    archived: field(z.boolean().default(false), archiving),
    /**
     * On destroy, `retain` leaves the keystore as it is. `archive` puts it out of use: SAP cannot
     * read what its keys protect until it is recovered. `destroy` archives and deletes it with its
     * keys.
     */
    onDestroy: onDestroy({ retain: [], archive: [archive], destroy: [archive, "DELETE"] }),
  },
  outputs: {
    /** Address at which SAP reaches the keystore. */
    keystoreUrl: z.string().optional(),
    /** State in the service's wording, such as `Enabled`, `Blocked` or `Archived`. */
    status: z.string().optional(),
  },
  filters: ["id", "name", "status", "sapTenantId"],
});
