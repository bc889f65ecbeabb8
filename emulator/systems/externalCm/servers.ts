import { randomUUID } from "node:crypto";
import { body, json, text, type Body } from "../../core/body";
import { collection, refuseTaken } from "../../core/collection";
import { conflict, notFound } from "../../core/errors";
import { created } from "../../core/response";
import { addresses, type Call, type Header, type Operations, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { connections } from "../../shared/connections";
import { nodeOperations, nodes, nodesIn, type Node } from "../../shared/nodes";

const newServer = body({ name: text.required, nodes: nodes("required").required, description: text, meta: json });

/**
 * Another manager as this one trusts it: its nodes with their certificates, and the CAs that may
 * have signed them.
 */
export interface Server extends Header, Body<typeof newServer> {
  readonly trusted_cas: readonly { readonly id: string; readonly ca_id: string }[];
}

export const servers = defineKind<Server>("external-cm-servers", {
  address: addresses,
  name: (server) => server.name,
  hostname: (server) => server.nodes.map(({ hostname }) => hostname),
});

function createServer(call: Call): Server {
  const wanted = newServer(call.body);
  refuseTaken(call, servers, "an external CM server", wanted.name);
  for (const { hostname } of wanted.nodes) refuseHost(call, hostname);
  return { ...call.header("connectionmgmt:external-cm", `${wanted.name}-`), ...wanted, trusted_cas: [] };
}

/** One server may name a host, so that it is clear which certificate counts. */
function refuseHost(scope: Scope, hostname: string, but?: Server): void {
  const holder = scope.by(servers, "hostname", hostname).find(({ id }) => id !== but?.id);
  if (holder !== undefined) throw conflict(`the node ${hostname} belongs to the external CM server ${holder.name}`);
}

function refuseWhileUsed(scope: Scope, { name, nodes: own }: Server): void {
  const hostnames = own.map(({ hostname }) => hostname);
  const trusts = (one: Node): boolean => one.server_certificate === undefined && hostnames.includes(one.hostname);
  const users = scope.by(connections, "service", "cm").filter(({ settings }) => nodesIn(settings).some(trusts));
  if (users.length === 0) return;
  throw conflict(`the external CM server ${name} is in use by ${users.map((one) => one.name).join(", ")}`);
}

function addCa(call: Call): object {
  const server = call.target(servers);
  const ca = { id: randomUUID(), ca_id: call.body.requiredText("ca_id") };
  if (server.trusted_cas.some(({ ca_id }) => ca_id === ca.ca_id))
    throw conflict(`the CA ${ca.ca_id} is trusted already`);
  call.change(servers, server, { trusted_cas: [...server.trusted_cas, ca] });
  return created(ca);
}

function removeCa(call: Call): void {
  const server = call.target(servers);
  const gone = call.param("ca_id");
  const trusted_cas = server.trusted_cas.filter(({ id, ca_id }) => id !== gone && ca_id !== gone);
  if (trusted_cas.length === server.trusted_cas.length) throw notFound();
  call.change(servers, server, { trusted_cas });
}

const root = "/connectionmgmt/services/external-cm";

export const serverOperations: Operations = {
  ...collection<Server>({
    kind: servers,
    path: root,
    filters: ["id", "name", "description"],
    create: createServer,
    remove: refuseWhileUsed,
  }),
  [`POST ${root}/{id}/ca`]: addCa,
  [`DELETE ${root}/{id}/ca/{ca_id}`]: removeCa,
  ...nodeOperations<Server>(`${root}/{id}/nodes`, {
    target: (call) => call.target(servers),
    nodes: (server) => server.nodes,
    set: (call, server, changed, node) => {
      if (node !== undefined) refuseHost(call, node.hostname, server);
      call.change(servers, server, { nodes: changed });
    },
    title: ({ name }) => `the external CM server ${name}`,
  }),
};
