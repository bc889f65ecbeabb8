import * as z from "zod";
import { field } from "../../lifecycle/field";
import { defineContainer, toAdd } from "../container";
import { sapConnection } from "./connection";

/**
 * Actions that users and groups can be permitted in a group or keystore. The API's public sources do not list these; we chose
 * the names that other clouds use for the same things.
 */
export const groupActions = [
  "view",
  "keycreate",
  "keyupload",
  "keyupdate",
  "keydelete",
  "keyrotate",
  "keyremove",
  "deletebackup",
  "keysynchronize",
  "reportcreate",
  "reportdelete",
  "reportdownload",
  "reportview",
] as const;

/** A group of SAP Data Custodian whose keys the service manages: the container of `SapKey`s. It waits until its connection is `ready`. Destroying it leaves everything in SAP untouched. */
export const sapGroup = defineContainer(sapConnection, "/cckm/sap/groups", {
  type: "SapGroup",
  inputs: {
    /** Id of the group in SAP Data Custodian. */
    groupId: toAdd(z.string().min(1), "group_id"),
  },
  outputs: {
    /** Name of the group in SAP Data Custodian. */
    name: z.string().optional(),
    /** Application that the group's keys protect, such as `HANA` or `S4H`. */
    application: field(z.string().optional(), {
      wire: { from: (response) => response.sap_application ?? response.application },
    }),
    /** Id of the keystore that holds the group's keys. */
    keystoreId: z.string().optional(),
    /** Tier of the application, such as `PROD`. The API's public sources show it, and all that follow, only as filters of the list. */
    tier: z.string().optional(),
    /** Region of the group. */
    region: z.string().optional(),
    /** Cloud provider that the application runs on. */
    provider: z.string().optional(),
    /** Name of the keystore that holds the group's keys. */
    keyStoreName: z.string().optional(),
    /** Tenant of SAP Data Custodian. */
    tenant: z.string().optional(),
  },
  unique: [["groupId"]],
  filters: [
    "id",
    "name",
    "connection",
    "cloudName",
    "groupId",
    "application",
    "tier",
    "region",
    "provider",
    "keyStoreName",
    "creatorName",
    "tenant",
  ],
});
