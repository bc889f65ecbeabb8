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
  offer: "organization_id",
  record: (scope, { id, name, type }) => ({
    ...scope.header("cckm:sfdc-organization"),
    name,
    organization_id: id,
    cloud_name: "sfdc",
    type,
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
    elsewhere: ({ name }, one, { id }) => `connection ${name} opens organization ${id}, not ${one.organization_id}`,
    taken: ({ id }, holder) => `organization ${id} has been added already as ${holder.id}`,
    lost: (_connection, { name }, { id }) =>
      conflict(`the connection of the organization ${name} opens another one, ${id}`),
  },
  viewing: viewingReports,
  filters: ["id", "name", "cloud_name"],
  // Lists filter by these names, and records show others.
  computed: { sfdc_org_id: (one) => one.organization_id, organization_type: (one) => one.type },
});

/** The kind of these containers, and what Salesforce has behind one that is in use. */
export const { kind: organizations, open: openOrganization } = salesforceOrganizations;
export type Organization = ContainerOf<typeof salesforceOrganizations>;

/** The container that a request names under `organization_id`. */
export const namedOrganization = (call: Call): Organization =>
  namedContainer(call, organizations, "organization_id", "Salesforce organization");
