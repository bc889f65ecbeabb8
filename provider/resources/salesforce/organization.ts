import * as z from "zod";
import { defineResource } from "../../engine/definition";
import { salesforceConnection } from "./connection";

/**
 * What users and groups may be permitted in an organization. The API's public sources do not list these; we chose the
 * names that other clouds use for the same things.
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

/** A Salesforce organization whose tenant secrets the service manages: the container of `SalesforceKey`s. It waits until its connection is `ready`. Destroying it leaves everything in Salesforce untouched. */
export const salesforceOrganization = defineResource({
  type: "SalesforceOrganization",
  path: "/cckm/sfdc/organizations",
  feature: "CCKM",
  inputs: {
    /** Id of the `SalesforceConnection` to reach the organization through; it must be, or become, `ready`. Changes in place: the API's public sources do not show this; we chose it after the other containers. */
    connection: z.string().min(1),
    /** Id of the organization in Salesforce, as Salesforce shows it: 18 characters. A change replaces the container and, with it, the `SalesforceKey`s declared in it. */
    sfdcOrgId: z.string().regex(/^[A-Za-z0-9]{15}([A-Za-z0-9]{3})?$/, "must be a Salesforce id of 15 or 18 characters"),
  },
  outputs: {
    /** Name of the organization in Salesforce. */
    name: z.string().optional(),
    /** Kind of organization, such as `Regular`. */
    organizationType: z.string().optional(),
  },
  label: ({ sfdcOrgId }) => sfdcOrgId as string | undefined,
  unique: [["sfdcOrgId"]],
  immutable: ["sfdcOrgId"],
  needs: { connection: salesforceConnection },
  filters: ["id", "sfdcOrgId", "organizationType", "name", "connection", "cloudName"],
  wire: {
    // Looking an organization up answers its Salesforce id as `organization_id`; records may do the same.
    sfdcOrgId: { to: "sfdc_org_id", from: (answer) => answer.sfdc_org_id ?? answer.organization_id },
    organizationType: { from: (answer) => answer.organization_type ?? answer.type },
  },
  hooks: {
    create: ({ api }, body) => api.post("/cckm/sfdc/add-organizations", body),
  },
});
