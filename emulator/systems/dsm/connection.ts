import { notFound } from "../../core/errors";
import { outside, type Call, type Operations } from "../../core/scope";
import { sameCertificate } from "../../shared/certificates";
import { connections, untested, type Connection } from "../../shared/connections";
import { managerConnection } from "../../shared/keyManagers/connection";
import type { Manager } from "../../shared/keyManagers/managers";
import { nodeOperations, nodesIn } from "../../shared/nodes";
import { managerDomains, managers } from "./manager";

export const dsmConnection = managerConnection({
  service: "dsm",
  managers: managers.kind,
  trust: "required",
  domainField: "domain_id",
  distrust: (_scope, { hostname, server_certificate }, presented) =>
    sameCertificate(presented, server_certificate ?? "")
      ? undefined
      : `x509: ${hostname} presents another certificate than the one of the connection`,
  refusals: {
    mixed: "the nodes belong to different DSMs",
    starting: "DSM: the server is starting, try again later",
    login: "DSM: login failed, the user name or password is wrong",
  },
  // A user that is restricted to domains must say which one it logs in to.
  refusedDomain: (scope, manager, { domainIds: allowed }, wanted) => {
    if (wanted === undefined) return allowed === undefined ? undefined : "DSM: the user needs a domain to log in to";
    const exists = scope.in(outside).get(managerDomains.kind, `${manager.id}/${wanted}`) !== undefined;
    const may = allowed?.includes(Number(wanted)) ?? true;
    return exists && may ? undefined : `DSM: the user has no access to the domain ${wanted}`;
  },
});

/** Numbers of the domains that a connection sees; undefined means all of them. */
export function visibleDomains(manager: Manager, { settings }: Connection): readonly number[] | undefined {
  const wanted = settings["domain_id"];
  if (wanted !== undefined) return [Number(wanted)];
  return manager.users.find(({ username }) => username === settings["username"])?.domainIds;
}

function target(call: Call): Connection {
  const connection = call.target(connections);
  if (connection.service !== "dsm") throw notFound();
  return connection;
}

const root = "/connectionmgmt/services/dsm/connections/{id}/nodes";

export const dsmNodeOperations: Operations = {
  [`GET ${root}`]: (call) => {
    const resources = nodesIn(target(call).settings);
    return { skip: 0, limit: resources.length, total: resources.length, resources };
  },
  ...nodeOperations<Connection>(root, {
    target,
    nodes: ({ settings }) => nodesIn(settings),
    // Other nodes make the connection untested.
    set: (call, connection, nodes) =>
      void call.change(connections, connection, { ...untested, settings: { ...connection.settings, nodes } }),
    title: ({ name }) => `connection ${name}`,
  }),
};
