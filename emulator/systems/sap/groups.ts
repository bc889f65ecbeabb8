import { shown } from "../../core/response";
import { outside, type Call, type Operations } from "../../core/scope";
import { offeredContainers } from "../../shared/cloud";
import { namedConnection } from "../../shared/containerConnection";
import { viewingReports } from "../../shared/containers";
import { cloudGroups, sapError, type CloudGroup } from "./cloud";
import { sapConnection } from "./connection";

/** A page of what SAP lists: no total, no envelope of the service's own. */
function page(found: readonly CloudGroup[], call: Call): object {
  const top = call.body.integer("top", 1) ?? 100;
  const skip = call.body.integer("skip", 0) ?? 0;
  const value = found.slice(skip, skip + top).map(({ id, name, application, keystoreId, ...more }) => ({
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

const title = "SAP Data Custodian";

/** Groups of SAP Data Custodian as containers of keys. */
export const sapGroups = offeredContainers({
  path: "/cckm/sap/groups",
  title,
  called: "SAP group",
  namesConnection: true,
  connections: sapConnection,
  refuse: sapError,
  offer: "group_id",
  of: cloudGroups,
  record: (scope, cloud) => ({
    ...scope.header("cckm:sap-group"),
    name: cloud.name,
    group_id: cloud.id,
    cloud_name: "sap",
    sap_application: cloud.application,
    keystore_id: cloud.keystoreId,
    hidden: {
      application: cloud.application,
      tier: cloud.tier,
      region: cloud.region,
      provider: cloud.provider,
      key_store_name: cloud.keyStoreName,
      creator_name: cloud.creatorName,
      tenant: cloud.tenant,
    },
  }),
  lookUp: (found, _connection, call) => page(found, call),
  wanted: ({ body }) => body.requiredTexts("group_id"),
  added: (added, call) => ({ ...shown(call.header("cckm:sap-group")), groups: added }),
  words: {
    unseen: (_connection, id, tenant) => `the tenant ${tenant.id} has no group ${id}`,
    elsewhere: ({ name }, { group_id }, tenant) =>
      `connection ${name} opens tenant ${tenant.id}, which has no group ${group_id}`,
    taken: ({ id }, holder) => `the SAP group ${id} has been added already as ${holder.id}`,
    lost: (_connection, { group_id }, tenant) =>
      sapError(`404 Not Found: the tenant ${tenant.id} has no group ${group_id}`),
  },
  viewing: viewingReports,
  filters: ["id", "name", "cloud_name", "group_id"],
  // Lists filter by these, and records do not show them.
  computed: {
    application: ({ hidden }) => hidden.application,
    tier: ({ hidden }) => hidden.tier,
    region: ({ hidden }) => hidden.region,
    provider: ({ hidden }) => hidden.provider,
    key_store_name: ({ hidden }) => hidden.key_store_name,
    creator_name: ({ hidden }) => hidden.creator_name,
    tenant: ({ hidden }) => hidden.tenant,
  },
});

export const { kind: groups } = sapGroups;

export const groupOperations: Operations = {
  "GET /cckm/sap/applications": (call) => {
    const all = call.in(outside).all(cloudGroups.kind);
    return { value: [...new Set(all.map(({ application }) => application))].sort().map((name) => ({ name })) };
  },
  "POST /cckm/sap/get-service-connectability": (call) => {
    const tenant = sapGroups.account(call, namedConnection(call, "sap-dc", title));
    return { connectable: true, tenant: tenant.id };
  },
};
