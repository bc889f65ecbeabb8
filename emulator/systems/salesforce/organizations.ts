import { created, shown } from "../../core/response";
import { conflict, invalid } from "../../core/errors";
import { addresses, type Call, type Scope, type Operations } from "../../core/scope";
import { defineKind } from "../../core/store";
import { connectionBehind, containers, namedContainer, viewingReports, type Container } from "../../shared/containers";
import { namedConnection, readyConnection } from "../../shared/containerConnection";
import { enter, type Connection } from "../../shared/connections";
import { salesforceError, type Org } from "./cloud";
import { salesforceConnection } from "./connection";

/** A Salesforce organization as a container of tenant secrets. */
export interface Organization extends Container {
  readonly name: string;
  /** The id in Salesforce; lookups show it as `organization_id`, so the record has it under both names. */
  readonly sfdc_org_id: string;
  readonly organization_id: string;
  readonly organization_type: string;
  readonly connection: string;
  readonly cloud_name: "sfdc";
}

export const organizations = defineKind<Organization>("sfdc-organizations", {
  address: (organization) => [...addresses(organization), organization.sfdc_org_id],
  sfdc_org_id: (organization) => organization.sfdc_org_id,
  connection: (organization) => organization.connection,
});

/** The organization that a connection opens; Salesforce's refusal is passed on. */
function reachOrg(scope: Scope, connection: Connection): Org {
  return enter(scope, connection, salesforceConnection.open, (reason) => salesforceError("INVALID_LOGIN", reason));
}

/** What Salesforce has behind a container that is in use. */
export function openOrganization(scope: Scope, organization: Organization): Org {
  const name = `organization ${organization.name}`;
  const org = reachOrg(scope, connectionBehind(scope, organization.connection, name));
  if (org.id === organization.sfdc_org_id) return org;
  throw conflict(`the connection of the ${name} opens another one, ${org.id}`);
}

/** The container that a request names under `organization_id`. */
export const namedOrganization = (call: Call): Organization =>
  namedContainer(call, organizations, "organization_id", "Salesforce organization");

function lookUp(call: Call): object {
  const connection = namedConnection(call, "salesforce", "Salesforce");
  const { name, id, type } = reachOrg(call, connection);
  return { name, organization_id: id, connection: connection.id, cloud_name: "sfdc", type };
}

function add(call: Call): object {
  const wanted = call.body.requiredText("sfdc_org_id");
  const connection = readyConnection(call, "salesforce", "Salesforce");
  const org = reachOrg(call, connection);
  if (![org.id, org.id.slice(0, 15)].includes(wanted))
    throw invalid(`connection ${connection.name} opens organization ${org.id}, not ${wanted}`);
  const holder = call.by(organizations, "sfdc_org_id", org.id)[0];
  if (holder !== undefined) throw conflict(`organization ${org.id} has been added already as ${holder.id}`);
  const organization: Organization = {
    ...call.header("cckm:sfdc-organization"),
    name: org.name,
    sfdc_org_id: org.id,
    organization_id: org.id,
    organization_type: org.type,
    connection: connection.id,
    cloud_name: "sfdc",
    acls: [],
  };
  return created(shown(call.put(organizations, organization)));
}

/** @param forget drops what the service knows of the organization's contents; Salesforce keeps everything */
export function organizationOperations(forget: (call: Call, organization: Organization) => void): Operations {
  return {
    "POST /cckm/sfdc/get-organizations": lookUp,
    "POST /cckm/sfdc/add-organizations": add,
    ...containers<Organization>({
      kind: organizations,
      path: "/cckm/sfdc/organizations",
      service: "salesforce",
      title: "Salesforce",
      viewing: viewingReports,
      filters: ["id", "sfdc_org_id", "organization_type", "name", "cloud_name"],
      reconnect: (call, { sfdc_org_id }, connection) => {
        const { id: organizationId } = reachOrg(call, connection);
        if (organizationId === sfdc_org_id) return { connection: connection.id };
        throw invalid(`connection ${connection.name} opens organization ${organizationId}, not ${sfdc_org_id}`);
      },
      remove: forget,
    }),
  };
}
