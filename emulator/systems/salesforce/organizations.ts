import { created, shown } from "../../core/answer";
import { conflict, invalid } from "../../core/errors";
import { list } from "../../core/lists";
import { addresses, type Call, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Operations } from "../../core/system";
import { updateAcls, type Acl } from "../../shared/acls";
import { namedConnection, readyConnection } from "../../shared/container-connection";
import { connections, credentialsOf, type Connection } from "../connections/service";
import { salesforceError, type Org } from "./cloud";
import { openOrg } from "./connection";

/** A Salesforce organization as a container of tenant secrets. */
export interface Organization extends Header {
  readonly name: string;
  /** The id in Salesforce; look-ups show it as `organization_id`, so the record has it under both names. */
  readonly sfdc_org_id: string;
  readonly organization_id: string;
  readonly organization_type: string;
  readonly connection: string;
  readonly cloud_name: "sfdc";
  readonly acls: readonly Acl[];
}

export const organizations = defineKind<Organization>("sfdc-organizations", {
  address: (organization) => [...addresses(organization), organization.sfdc_org_id],
  sfdc_org_id: (organization) => organization.sfdc_org_id,
  connection: (organization) => organization.connection,
});

/** The organization that a connection opens; Salesforce's refusal is passed on. */
function reachOrg(scope: Scope, connection: Connection): Org {
  const org = openOrg(scope, credentialsOf(connection), Date.parse(connection.createdAt));
  if (typeof org === "string") throw salesforceError("INVALID_LOGIN", org);
  return org;
}

/** What Salesforce has behind a container that is in use. */
export function openOrganization(scope: Scope, organization: Organization): Org {
  const connection = scope.get(connections, organization.connection);
  if (connection === undefined) throw conflict(`the connection of the organization ${organization.name} is gone`);
  const org = reachOrg(scope, connection);
  if (org.organizationId === organization.sfdc_org_id) return org;
  throw conflict(`the connection of the organization ${organization.name} opens another one, ${org.organizationId}`);
}

/** The container that a request names under `organization_id`. */
export function namedOrganization(call: Call): Organization {
  const reference = call.body.requiredText("organization_id");
  const organization = call.find(organizations, reference);
  if (organization === undefined) throw invalid(`there is no Salesforce organization ${reference}`);
  return organization;
}

function lookUp(call: Call): object {
  const connection = namedConnection(call, "salesforce", "Salesforce");
  const { name, organizationId, type } = reachOrg(call, connection);
  return { name, organization_id: organizationId, connection: connection.id, cloud_name: "sfdc", type };
}

function add(call: Call): object {
  const wanted = call.body.requiredText("sfdc_org_id");
  const connection = readyConnection(call, "salesforce", "Salesforce");
  const org = reachOrg(call, connection);
  if (![org.organizationId, org.organizationId.slice(0, 15)].includes(wanted))
    throw invalid(`connection ${connection.name} opens organization ${org.organizationId}, not ${wanted}`);
  const holder = call.by(organizations, "sfdc_org_id", org.organizationId)[0];
  if (holder !== undefined) throw conflict(`organization ${org.organizationId} has been added already as ${holder.id}`);
  const organization: Organization = {
    ...call.header("cckm:sfdc-organization"),
    name: org.name,
    sfdc_org_id: org.organizationId,
    organization_id: org.organizationId,
    organization_type: org.type,
    connection: connection.id,
    cloud_name: "sfdc",
    acls: [],
  };
  return created(shown(call.put(organizations, organization)));
}

function change(call: Call): object {
  const organization = call.target(organizations);
  if (!call.body.has("connection")) return shown(organization);
  const connection = readyConnection(call, "salesforce", "Salesforce");
  const { organizationId } = reachOrg(call, connection);
  if (organizationId !== organization.sfdc_org_id)
    throw invalid(
      `connection ${connection.name} opens organization ${organizationId}, not ${organization.sfdc_org_id}`,
    );
  return shown(call.change(organizations, organization, { connection: connection.id }));
}

/** @param forget drops what the service knows of the organization's contents; Salesforce keeps everything */
export function organizationOperations(forget: (call: Call, organization: Organization) => void): Operations {
  return {
    "POST /cckm/sfdc/get-organizations": lookUp,
    "POST /cckm/sfdc/add-organizations": add,
    "GET /cckm/sfdc/organizations": (call) =>
      list(call, {
        kind: organizations,
        view: shown,
        filters: ["id", "sfdc_org_id", "organization_type", "name", "cloud_name"],
        computed: {
          connection: ({ connection }) => [connection, call.get(connections, connection)?.name],
        },
      }),
    "GET /cckm/sfdc/organizations/{id}": (call) => shown(call.target(organizations)),
    "PATCH /cckm/sfdc/organizations/{id}": change,
    "DELETE /cckm/sfdc/organizations/{id}": (call) => {
      const organization = call.target(organizations);
      forget(call, organization);
      call.remove(organizations, organization);
    },
    "POST /cckm/sfdc/organizations/{id}/update-acls": updateAcls(
      organizations,
      (_call, organization) => shown(organization),
      (action) => (action.startsWith("report") ? "reportview" : "view"),
    ),
  };
}
