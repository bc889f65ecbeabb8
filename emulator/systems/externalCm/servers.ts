import { randomUUID } from "node:crypto";
import { created, shown } from "../../core/answer";
import { conflict, notFound } from "../../core/errors";
import type { JsonObject } from "../../core/fields";
import { list } from "../../core/lists";
import { addresses, type Call, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Operations } from "../../core/system";
import { checkNodes, nodesIn, readNode, readNodes, type Node } from "../../shared/nodes";
import { connections } from "../connections/service";

/** Another manager as this one trusts it: its nodes with their certificates, and the CAs that may have signed them. */
export interface Server extends Header {
  readonly name: string;
  readonly description?: string;
  readonly meta?: JsonObject;
  readonly nodes: readonly Node[];
  readonly trusted_cas: readonly { readonly id: string; readonly ca_id: string }[];
}

export const servers = defineKind<Server>("external-cm-servers", {
  address: addresses,
  name: (server) => server.name,
  hostname: (server) => server.nodes.map(({ hostname }) => hostname),
});

const root = "/connectionmgmt/services/external-cm";

function createServer(call: Call): object {
  const { body } = call;
  const name = body.requiredText("name");
  const nodes = readNodes(body, "required", undefined);
  if (call.by(servers, "name", name).length > 0) throw conflict(`an external CM server called ${name} exists already`);
  for (const { hostname } of nodes) refuseTaken(call, hostname);
  const server: Server = {
    ...call.header("connectionmgmt:external-cm", `${name}-`),
    name,
    description: body.text("description"),
    meta: body.json("meta"),
    nodes,
    trusted_cas: [],
  };
  return created(shown(call.put(servers, server)));
}

/** One server may name a host, so that it is clear which certificate counts. */
function refuseTaken(scope: Scope, hostname: string, but?: Server): void {
  const holder = scope.by(servers, "hostname", hostname).find(({ id }) => id !== but?.id);
  if (holder !== undefined) throw conflict(`the node ${hostname} belongs to the external CM server ${holder.name}`);
}

function usersOf(scope: Scope, { nodes }: Server): string[] {
  const hostnames = nodes.map(({ hostname }) => hostname);
  const all = scope.by(connections, "service", "cm");
  const trusts = (one: Node): boolean => one.server_certificate === undefined && hostnames.includes(one.hostname);
  return all.filter(({ settings }) => nodesIn(settings).some(trusts)).map(({ name }) => name);
}

function deleteServer(call: Call): void {
  const server = call.target(servers);
  const users = usersOf(call, server);
  if (users.length > 0) throw conflict(`the external CM server ${server.name} is in use by ${users.join(", ")}`);
  call.remove(servers, server);
}

function nodeOf(call: Call, server: Server): Node {
  const node = server.nodes.find(({ id }) => id === call.param("node_id"));
  if (node === undefined) throw notFound();
  return node;
}

function addNode(call: Call): object {
  const server = call.target(servers);
  const node = readNode(call.body, "required");
  refuseTaken(call, node.hostname, server);
  call.change(servers, server, { nodes: checkNodes([...server.nodes, node]) });
  return created(node);
}

function changeNode(call: Call): object {
  const server = call.target(servers);
  const node = readNode(call.body, "required", nodeOf(call, server));
  refuseTaken(call, node.hostname, server);
  const nodes = server.nodes.map((one) => (one.id === node.id ? node : one));
  call.change(servers, server, { nodes: checkNodes(nodes) });
  return node;
}

function removeNode(call: Call): void {
  const server = call.target(servers);
  const node = nodeOf(call, server);
  const nodes = server.nodes.filter(({ id }) => id !== node.id);
  if (nodes.length === 0) throw conflict(`the external CM server ${server.name} must keep one node`);
  call.change(servers, server, { nodes });
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

export const serverOperations: Operations = {
  [`GET ${root}`]: (call) => list(call, { kind: servers, view: shown, filters: ["id", "name", "description"] }),
  [`POST ${root}`]: createServer,
  [`GET ${root}/{id}`]: (call) => shown(call.target(servers)),
  [`DELETE ${root}/{id}`]: deleteServer,
  [`POST ${root}/{id}/ca`]: addCa,
  [`DELETE ${root}/{id}/ca/{ca_id}`]: removeCa,
  [`POST ${root}/{id}/nodes`]: addNode,
  [`GET ${root}/{id}/nodes/{node_id}`]: (call) => nodeOf(call, call.target(servers)),
  [`PATCH ${root}/{id}/nodes/{node_id}`]: changeNode,
  [`DELETE ${root}/{id}/nodes/{node_id}`]: removeNode,
};
