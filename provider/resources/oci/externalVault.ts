import * as z from "zod";
import { segment } from "../../api/client";
import { defineResource, namedAfterResource, type Failure } from "../../engine/definition";
import { blocking } from "./blocking";
import { ociConnection } from "./connection";
import { ociIssuer } from "./issuer";
import { externalVaultType } from "./vault";

/** Beside the actions of every vault. `viewhyokkey` is needed for any of the others. */
export const externalVaultActions = [
  "viewhyokkey",
  "hyokkeycreate",
  "hyokkeyupdate",
  "hyokkeydelete",
  "hyokkeyrotate",
  "hyokkeyblockunblock",
] as const;

/** A vault that the service itself is, for Oracle Cloud to use from outside: the container of `OciExternalKey`s ("hold your own key"). Destroying it leaves the vault in the service (see `onDestroy`). */
export const ociExternalVault = defineResource({
  type: "OciExternalVault",
  path: "/cckm/oci/vaults",
  feature: "CCKM",
  inputs: {
    /** Name of the vault, unique in the service. Default: the resource's name in the program. Changes in place. */
    vaultName: namedAfterResource(z.string().min(1)),
    /** Host name at which Oracle Cloud reaches the service. Changes in place. */
    endpointUrlHostname: z.string().min(1),
    /** Port at which Oracle Cloud reaches the service, 1 to 65535. Default 443. Changes in place. */
    endpointUrlPort: z.number().int().min(1).max(65535).default(443),
    /** Id of Oracle's client application at the issuer. A change replaces the vault. */
    clientApplicationId: z.string().min(1),
    /** Id of the `OciIssuer` of the tokens that Oracle Cloud presents. Changes in place. */
    issuerId: z.string().min(1),
    /** Id of an `OciConnection` to the tenancy; it must be, or become, `ready`. Either this or `tenancy`. Changes in place; once set, the service cannot empty it. */
    connection: z.string().min(1).optional(),
    /** Name of the `OciTenancy` the vault is for, where there is no connection. Default: the connection's tenancy. A change replaces the vault. */
    tenancy: z.string().min(1).optional(),
    /** Policy on what Oracle Cloud may do, Rego text. Changes in place; once set, the service cannot empty it. Default: the service's choice. */
    policy: z.string().min(1).optional(),
    /** Where the source keys of its keys must come from: `local` (the service's own vault) or `hsm-luna`. Default: anywhere. A change replaces the vault. */
    sourceKeyTier: z.enum(["local", "hsm-luna"]).optional(),
    /** Id of the Luna HSM partition of the source keys, for `hsm-luna`. A change replaces the vault. */
    partitionId: z.string().min(1).optional(),
    /** True to record successful uses in the audit log too, not only refused ones. Default false. Changes in place. */
    enableSuccessAuditEvent: z.boolean().default(false),
    /** True to refuse Oracle Cloud every use of the vault's keys, until it is false again. Default false. Changes in place. */
    blocked: z.boolean().default(false),
    /** What destroying the resource does: `retain` leaves the vault in the service; `destroy` deletes it with the records of its keys, and Oracle Cloud can no longer decrypt what they encrypt. Default `retain`. Kept by the provider. */
    onDestroy: z.enum(["retain", "destroy"]).default("retain"),
  },
  outputs: {
    /** URL to enter in Oracle Cloud as the external vault's. */
    endpointUrl: z.string().optional(),
    /** `ACTIVE` or `BLOCKED`. */
    state: z.string().optional(),
    /** True once a vault in Oracle Cloud is linked to it. */
    linkedState: z.boolean().optional(),
  },
  keepsPlace: { retain: "every" },
  immutable: ["clientApplicationId", "tenancy", "sourceKeyTier", "partitionId"],
  computed: ["tenancy"],
  sticky: ["connection", "policy"],
  local: ["onDestroy"],
  needs: { connection: ociConnection, issuerId: ociIssuer },
  isOne: ({ vault_type }) => vault_type === externalVaultType,
  filters: ["id", "vaultName", "tenancy", "linkedState", "issuerId", "state", "blocked", "sourceKeyTier"],
  wire: { blocked: { to: false, from: "blocked" } },
  actions: [blocking("/cckm/oci/vaults")],
  hooks: {
    check({ connection, tenancy, sourceKeyTier, partitionId }): Failure[] {
      const failures: Failure[] = [];
      if (connection !== undefined && tenancy !== undefined) {
        failures.push({ property: "connection", reason: "excludes tenancy: the connection tells it" });
      }
      if (connection === undefined && tenancy === undefined) {
        failures.push({ property: "connection", reason: "or tenancy is required: say which tenancy it is for" });
      }
      if (partitionId !== undefined && sourceKeyTier !== "hsm-luna") {
        failures.push({ property: "partitionId", reason: 'has no meaning without sourceKeyTier "hsm-luna"' });
      }
      return failures;
    },
    create: ({ api }, body) => api.post("/cckm/oci/create-external-vault", body),
    async remove({ api, inputs }, id) {
      if (inputs.onDestroy === "destroy") await api.delete(`/cckm/oci/vaults/${segment(id)}`);
    },
  },
});
