import * as z from "zod";
import { defineResource } from "../../engine/definition";
import { firstAdded } from "../added";
import { sapConnection } from "./connection";

const path = "/cckm/sap/groups";

/**
 * What users and groups may be permitted in a group or keystore. The API's public sources do not list these; we chose
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
export const sapGroup = defineResource({
  type: "SapGroup",
  path,
  feature: "CCKM",
  inputs: {
    /** Id of the `SapConnection` to reach the group through; it must be, or become, `ready`. Changes in place. */
    connection: z.string().min(1),
    /** Id of the group in SAP Data Custodian. A change replaces the container and, with it, the `SapKey`s declared in it. */
    groupId: z.string().min(1),
  },
  outputs: {
    /** Name of the group in SAP Data Custodian. */
    name: z.string().optional(),
    /** Application that the group's keys protect, such as `HANA` or `S4H`. */
    application: z.string().optional(),
    /** Tier of the application, such as `PROD`. */
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
  label: ({ groupId }) => groupId as string | undefined,
  unique: [["groupId"]],
  immutable: ["groupId"],
  needs: { connection: sapConnection },
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
  hooks: {
    /** The call takes a list of groups and answers with a list. */
    async create({ api, inputs }) {
      const body = { connection: inputs.connection, group_id: [inputs.groupId] };
      return firstAdded(
        await api.post("/cckm/sap/add-groups", body),
        "groups",
        "add-groups",
        ({ group_id }) => group_id === inputs.groupId,
      );
    },
  },
});
