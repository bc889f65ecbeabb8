import { conflict } from "../../core/errors";
import type { Call } from "../../core/scope";
import { offeredContainers, type ContainerOf } from "../../shared/cloud";
import { namedContainer, viewingReports } from "../../shared/containers";
import { orgs, salesforceError } from "./cloud";
import { salesforceConnection } from "./connection";

/** Salesforce organizations as containers of tenant secrets: a connection opens one. */
export const salesforceOrganizations = offeredContainers({
  path: "/cckm/sfdc/organizations",
  title: "Salesforce",
  called: "organization",
  connections: salesforceConnection,
  refuse: (reason) => salesforceError("INVALID_LOGIN", reason),
  of: orgs,
  offer: "sfdc_org_id",
  // The id in Salesforce; lookups show it as `organization_id`, so the record has it under both names.
  record: (scope, { id, name, type }) => ({
    ...scope.header("cckm:sfdc-organization"),
    name,
    sfdc_org_id: id,
    organization_id: id,
    organization_type: type,
    cloud_name: "sfdc",
  }),
  lookUp: (_found, { id: connection }, _call, { name, id: organization_id, type }) => ({
    ...{ name, organization_id, connection, cloud_name: "sfdc", type },
  }),
  means: ({ id }, wanted) => [id, id.slice(0, 15)].includes(String(wanted)),
  wanted: ({ body }) => [body.requiredText("sfdc_org_id")],
  added: ([organization]) => organization!,
  namesConnection: true,
  words: {
    unseen: ({ name }, wanted, { id }) => `connection ${name} opens organization ${id}, not ${wanted}`,
    elsewhere: ({ name }, { sfdc_org_id }, { id }) => `connection ${name} opens organization ${id}, not ${sfdc_org_id}`,
    taken: ({ id }, holder) => `organization ${id} has been added already as ${holder.id}`,
    lost: (_connection, { name }, { id }) =>
      conflict(`the connection of the organization ${name} opens another one, ${id}`),
  },
  viewing: viewingReports,
  filters: ["id", "sfdc_org_id", "organization_type", "name", "cloud_name"],
});

/** The kind of these containers, and what Salesforce has behind one that is in use. */
export const { kind: organizations, open: openOrganization } = salesforceOrganizations;
export type Organization = ContainerOf<typeof salesforceOrganizations>;

/** The container that a request names under `organization_id`. */
export const namedOrganization = (call: Call): Organization =>
  namedContainer(call, organizations, "organization_id", "Salesforce organization");
