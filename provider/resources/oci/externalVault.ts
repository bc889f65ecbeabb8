import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, onDestroy, named, ref } from "../../lifecycle/vocabulary/field";
import { blocking } from "./blocking";
import { ociConnection } from "./connection";
import { ociIssuer } from "./issuer";
import { ocid } from "./ocid";
import { isExternalVault } from "./vault";
import { ownTier } from "../sourceTier";

/** Beside the actions of every vault. `viewhyokkey` is needed for any of the others. */
export const externalVaultActions = [
  "viewhyokkey",
  "hyokkeycreate",
  "hyokkeyupdate",
  "hyokkeydelete",
  "hyokkeyrotate",
  "hyokkeyblockunblock",
] as const;

/**
 * A vault that the service itself is, for Oracle Cloud to use from outside: the container of
 * `OciExternalKey`s ("hold your own key"). Destroying it leaves the vault in the service (see
 * `onDestroy`).
 */
export const ociExternalVault = defineResource({
  type: "OciExternalVault",
  role: "container",
  path: "/cckm/oci/vaults",
  createPath: "/cckm/oci/create-external-vault",
  inputs: {
    /** Name of the vault, unique in the service. */
    vaultName: named(z.string().min(1)),
    /**
     * Host name at which Oracle Cloud reaches the service; its IP address, where that is an
     * appliance.
     */
    endpointUrlHostname: z.string().min(1),
    /** Port at which Oracle Cloud reaches the service, 1 to 65535. */
    endpointUrlPort: z.number().int().min(1).max(65535).default(443),
    /** Id of Oracle's client application at the issuer. */
    clientApplicationId: field(z.string().min(1), { change: "replace" }),
    /** Id of the `OciIssuer` of the tokens that Oracle Cloud presents. */
    issuerId: ref(ociIssuer, { holds: true, guards: true }),
    /**
     * Id of an `OciConnection` to the tenancy; it must be, or become, `ready`. Either this or
     * `tenancy`.
     */
    connection: field(z.string().min(1).optional(), { ref: ociConnection, holds: true, absent: "keep" }),
    /**
     * Name of the `OciTenancy` the vault is for, where there is no connection. Default: the
     * connection's tenancy.
     */
    tenancy: field(z.string().min(1).optional(), { change: "replace", absent: "theirs" }),
    /** OCID of the compartment the vault is for. Default: the service's choice. */
    compartmentId: field(z.union([ocid("compartment"), ocid("tenancy")]).optional(), {
      change: "replace",
      absent: "theirs",
    }),
    /** Policy on what Oracle Cloud may do, a Rego string. Default: the service's choice. */
    policy: field(z.string().min(1).optional(), { absent: "keep", guards: true }),
    /**
     * Where the source keys of its keys must come from: `local` (the service's own vault) or
     * `hsm-luna`. Default: anywhere.
     */
    sourceKeyTier: field(ownTier.optional(), { change: "replace" }),
    /** Id of the Luna HSM partition of the source keys, for `hsm-luna`. */
    partitionId: field(z.string().min(1).optional(), { change: "replace" }),
    /** True to record successful uses in the audit log too, not only refused ones. */
    enableSuccessAuditEvent: z.boolean().default(false),
    /** True to refuse Oracle Cloud every use of the vault's keys, until it is false again. */
    blocked: field(z.boolean().default(false), { by: blocking, guards: true }),
    /**
     * On destroy, `retain` leaves the vault in the service. `destroy` deletes it with the records
     * of its keys, and Oracle Cloud can no longer decrypt what they encrypt.
     */
    onDestroy: onDestroy({ retain: [], destroy: ["DELETE"] }),
  },
  outputs: {
    /** URL to enter in Oracle Cloud as the external vault's. */
    endpointUrl: z.string().optional(),
    /** `ACTIVE` or `BLOCKED`. */
    state: z.string().optional(),
    /** True once a vault in Oracle Cloud is linked to it. */
    linkedState: z.boolean().optional(),
  },
  isOne: isExternalVault,
  filters: [
    "id",
    "vaultName",
    "vaultType",
    "cloudName",
    "tenancy",
    "linkedState",
    "issuerId",
    "state",
    "blocked",
    "sourceKeyTier",
  ],
  rules: [
    { choose: ["connection", "tenancy"], because: "the connection determines the tenancy" },
    { unless: { sourceKeyTier: "hsm-luna" }, excludes: ["partitionId"] },
  ],
});
