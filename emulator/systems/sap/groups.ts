import { created, shown } from "../../core/response";
import { conflict, invalid } from "../../core/errors";
import { addresses, outside, type Call, type Scope, type Operations } from "../../core/scope";
import { defineKind } from "../../core/store";
import { connectionBehind, containers, namedContainer, viewingReports, type Container } from "../../shared/containers";
import { namedConnection, readyConnection } from "../../shared/containerConnection";
import { enter, type Connection } from "../../shared/connections";
import { cloudGroups, sapError, type CloudGroup, type Tenant } from "./cloud";
import { openTenant } from "./connection";

/** A group of SAP Data Custodian as a container of keys. */
export interface Group extends Container {
  readonly name: string;
  readonly group_id: string;
  readonly connection: string;
  readonly cloud_name: "sap";
  readonly application: string;
  readonly tier: string;
  readonly region: string;
  readonly provider: string;
  readonly key_store_name: string;
  readonly creator_name: string;
  readonly tenant: string;
}

export const groups = defineKind<Group>("sap-groups", {
  address: (group) => [...addresses(group), group.group_id],
  group_id: (group) => group.group_id,
  connection: (group) => group.connection,
});

/** The tenant that a connection opens; SAP's refusal is passed on. */
function reachTenant(scope: Scope, connection: Connection): Tenant {
  return enter(scope, connection, openTenant, sapError);
}

/** The group behind a container that is in use. */
export function openGroup(scope: Scope, group: Group): { tenant: Tenant; cloud: CloudGroup } {
  const tenant = reachTenant(scope, connectionBehind(scope, group.connection, `SAP group ${group.name}`));
  const cloud = scope.in(outside).get(cloudGroups.kind, group.group_id);
  if (cloud?.tenant !== tenant.id)
    throw sapError(`404 Not Found: the tenant ${tenant.id} has no group ${group.group_id}`);
  return { tenant, cloud };
}

/** The container that a request names under `group`, by id, name or its id in SAP. */
export const namedGroup = (call: Call): Group => namedContainer(call, groups, "group", "SAP group");

function groupsOf(scope: Scope, tenant: Tenant): CloudGroup[] {
  return scope.in(outside).by(cloudGroups.kind, "tenant", tenant.id);
}

/** A page of what SAP lists: no total, no envelope of the service's own. */
function lookUp(call: Call): object {
  const tenant = reachTenant(call, namedConnection(call, "sap-dc", "SAP Data Custodian"));
  const top = call.body.integer("top", 1) ?? 100;
  const skip = call.body.integer("skip", 0) ?? 0;
  const value = groupsOf(call, tenant)
    .slice(skip, skip + top)
    .map(({ id, name, application, keystoreId, ...more }) => ({
      application,
      id,
      name,
      keystoreId,
      tier: more.tier,
      region: more.region,
      provider: more.provider,
      meta: { created: more.createdAt, creatorId: more.creatorName.toLowerCase(), creatorName: more.creatorName },
    }));
  return { value };
}

function add(call: Call): object {
  const wanted = call.body.requiredTexts("group_id");
  const connection = readyConnection(call, "sap-dc", "SAP Data Custodian");
  const tenant = reachTenant(call, connection);
  const offered = new Map(groupsOf(call, tenant).map((cloud) => [cloud.id, cloud]));
  const added = wanted.map((id) => {
    const cloud = offered.get(id);
    if (cloud === undefined) throw invalid(`the tenant ${tenant.id} has no group ${id}`);
    const holder = call.by(groups, "group_id", id)[0];
    if (holder !== undefined) throw conflict(`the SAP group ${id} has been added already as ${holder.id}`);
    return call.put(groups, record(call, connection, cloud));
  });
  const { domain: _domain, ...header } = call.header("cckm:sap-groups");
  return created({ ...header, groups: added.map(shown) });
}

function record(scope: Scope, connection: Connection, cloud: CloudGroup): Group {
  return {
    ...scope.header("cckm:sap-group"),
    name: cloud.name,
    group_id: cloud.id,
    connection: connection.id,
    cloud_name: "sap",
    application: cloud.application,
    tier: cloud.tier,
    region: cloud.region,
    provider: cloud.provider,
    key_store_name: cloud.keyStoreName,
    creator_name: cloud.creatorName,
    tenant: cloud.tenant,
    acls: [],
  };
}

const filters = [
  "id",
  "name",
  "cloud_name",
  "group_id",
  "application",
  "tier",
  "region",
  "provider",
  "key_store_name",
  "creator_name",
  "tenant",
];

/** @param forget drops what the service knows of the group's keys; SAP keeps everything */
export function groupOperations(forget: (call: Call, group: Group) => void): Operations {
  return {
    "POST /cckm/sap/get-groups": lookUp,
    "POST /cckm/sap/add-groups": add,
    "GET /cckm/sap/applications": (call) => {
      const all = new Set(
        call
          .in(outside)
          .all(cloudGroups.kind)
          .map(({ application }) => application),
      );
      return { value: [...all].sort().map((name) => ({ name })) };
    },
    "POST /cckm/sap/get-service-connectability": (call) => {
      const tenant = reachTenant(call, namedConnection(call, "sap-dc", "SAP Data Custodian"));
      return { connectable: true, tenant: tenant.id };
    },
    ...containers<Group>({
      kind: groups,
      path: "/cckm/sap/groups",
      service: "sap-dc",
      title: "SAP Data Custodian",
      viewing: viewingReports,
      filters,
      reconnect: (call, group, connection) => {
        const tenant = reachTenant(call, connection);
        if (groupsOf(call, tenant).some(({ id }) => id === group.group_id)) return { connection: connection.id };
        throw invalid(`connection ${connection.name} opens tenant ${tenant.id}, which has no group ${group.group_id}`);
      },
      remove: forget,
    }),
  };
}
