import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, ref } from "../../lifecycle/vocabulary/field";
import { salesforceConnection } from "./connection";

/**
 * Actions that users and groups can be permitted in an organization. The API's public sources do
 * not list these; we chose the names that other clouds use for the same things.
 */
export const organizationActions = [
  "view",
  "keycreate",
  "keyupload",
  "keyupdate",
  "keydestroy",
  "keyimport",
  "deletebackup",
  "keysynchronize",
  "certificatecreate",
  "certificatedelete",
  "reportcreate",
  "reportdelete",
  "reportdownload",
  "reportview",
] as const;

/**
 * A Salesforce organization whose tenant secrets the service manages: the container of
 * `SalesforceKey`s. It waits until its connection is `ready`. Destroying it leaves everything in
 * Salesforce untouched.
 */
export const salesforceOrganization = defineResource({
  type: "SalesforceOrganization",
  role: "container",
  path: "/cckm/sfdc/organizations",
  createPath: "/cckm/sfdc/add-organizations",
  inputs: {
    /**
     * Id of the `SalesforceConnection` to reach the organization through; it must be, or become,
     * `ready`. Updated in place: the API's public sources do not show this; we chose it after the
     * other containers.
     */
    connection: ref(salesforceConnection, { holds: true }),
    /**
     * Id of the organization in Salesforce, 18 characters; or the first 15 of them, which is the
     * same id.
     */
    sfdcOrgId: field(
      z.string().regex(/^[A-Za-z0-9]{15}([A-Za-z0-9]{3})?$/, "must be a Salesforce id of 15 or 18 characters"),
      {
        change: "replace",
        as: (id) => id.slice(0, 15),
        wire: { to: "sfdc_org_id", from: (response) => response.sfdc_org_id ?? response.organization_id },
      },
    ),
  },
  outputs: {
    /** Name of the organization in Salesforce. */
    name: z.string().optional(),
    /** Kind of organization, such as `Regular`. */
    organizationType: field(z.string().optional(), {
      wire: { from: (response) => response.organization_type ?? response.type },
    }),
  },
  unique: [["sfdcOrgId"]],
  filters: ["id", "sfdcOrgId", "organizationType", "name", "connection", "cloudName"],
});
