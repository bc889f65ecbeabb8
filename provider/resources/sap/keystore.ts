import * as z from "zod";
import { defineResource, namedAfterResource } from "../../engine/definition";
import { blockingAndArchiving, isArchived, isBlocked, recovering, removed } from "./hyok";

const path = "/cckm/sap/ekm/keystores";

// Which of its fields PATCH takes, and how answers show that it is blocked or archived, is not in the API's public sources; we chose after
// the double-key-encryption endpoints and the external vaults of other clouds.
/** A keystore that stays with the service while SAP Data Custodian uses its keys from outside ("hold your own key"). Destroying it leaves it as it is (see `onDestroy`). */
export const sapKeystore = defineResource({
  type: "SapKeystore",
  path,
  feature: "CCKM",
  inputs: {
    /** Name of the keystore, unique in the service. Default: the resource's name in the program. Changes in place. */
    name: namedAfterResource(z.string().min(1)),
    /** Free text. Changes in place. Default: none. */
    description: z.string().optional(),
    /** Certificate under which SAP Data Custodian calls the keystore, PEM text. Changes in place. */
    certificate: z.string().startsWith("-----BEGIN", "must be PEM text"),
    /** Host name, and port where it is not 443, at which SAP reaches this service. Changes in place. */
    keystoreUrlHostname: z.string().min(1),
    /** Id of the tenant of SAP Data Custodian that may use the keystore. A change replaces the keystore. */
    sapTenantId: z.string().min(1),
    /** True to record successful uses of the keys in the audit log, too. Default true. Changes in place. */
    enableSuccessAuditEvent: z.boolean().default(true),
    /** True to refuse every use of the keystore's keys by SAP. Default false. Changes in place. */
    blocked: z.boolean().default(false),
    /** True to put the keystore out of use: SAP can then no longer read what its keys protect, until it is false again. Default false. Changes in place. */
    archived: z.boolean().default(false),
    /** What destroying the resource does: `retain` leaves the keystore as it is; `archive` puts it out of use, so that SAP can no longer read what its keys protect, until it is recovered; `destroy` archives and deletes it with its keys. Default `retain`. Kept by the provider. */
    onDestroy: z.enum(["retain", "archive", "destroy"]).default("retain"),
  },
  outputs: {
    /** Address at which SAP reaches the keystore. */
    keystoreUrl: z.string().optional(),
    /** State in the service's words, such as `Enabled`, `Blocked` or `Archived`. */
    status: z.string().optional(),
  },
  keepsPlace: { retain: "every", archive: "every" },
  immutable: ["sapTenantId"],
  local: ["onDestroy"],
  filters: ["id", "name", "status", "sapTenantId"],
  wire: {
    blocked: { to: false, from: isBlocked },
    archived: { to: false, from: isArchived },
  },
  actions: [recovering(path), ...blockingAndArchiving(path)],
  hooks: {
    remove: ({ api, inputs }, id) => removed(api, path, id, inputs.onDestroy),
  },
});
