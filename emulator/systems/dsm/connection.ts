import { created } from "../../core/answer";
import { conflict, notFound } from "../../core/errors";
import type { Fields, JsonObject } from "../../core/fields";
import { outside, type Call, type Scope } from "../../core/scope";
import type { Operations } from "../../core/system";
import { second } from "../../core/time";
import { sameCertificate } from "../../shared/certificates";
import { checkNodes, nodesIn, readNode, readNodes, type Node } from "../../shared/nodes";
import {
  connectionOperations,
  connections,
  type Connection,
  type ConnectionService,
  type Credentials,
} from "../connections/service";
import { managerDomains, managers, type Manager } from "./manager";

const root = "/connectionmgmt/services/dsm";

function read(body: Fields, before: Credentials | undefined): Credentials {
  const settings: JsonObject = { ...before?.settings };
  settings["username"] = body.text("username") ?? settings["username"] ?? body.missing("username");
  settings["nodes"] = readNodes(body, "required", before === undefined ? undefined : nodesIn(settings));
  if (body.sent("domain_id")) settings["domain_id"] = body.text("domain_id");
  const password = body.text("password") ?? before?.secrets["password"] ?? body.missing("password");
  return { settings, secrets: { password } };
}

/** The DSM that these credentials open, or why it refuses them. */
export function openManager(scope: Scope, { settings, secrets }: Credentials, createdAt: number): Manager | string {
  const world = scope.in(outside);
  const found: Manager[] = [];
  for (const node of nodesIn(settings)) {
    const manager = world.by(managers, "hostname", node.hostname)[0];
    if (manager === undefined) return `dial tcp: lookup ${node.hostname}: no such host`;
    const presented = manager.nodes.find(({ hostname }) => hostname === node.hostname)?.certificate ?? "";
    if (!sameCertificate(presented, node.server_certificate ?? "")) {
      return `x509: ${node.hostname} presents another certificate than the one of the connection`;
    }
    found.push(manager);
  }
  const manager = found[0];
  if (manager === undefined) return "the connection has no nodes";
  if (found.some(({ id }) => id !== manager.id)) return "the nodes belong to different DSMs";
  if (scope.now < createdAt + manager.readyAfterSeconds * second) return "DSM: the server is starting, try again later";
  const user = manager.users.find(({ username }) => username === settings["username"]);
  if (user?.password !== secrets["password"]) return "DSM: login failed, the user name or password is wrong";
  return refusedDomain(scope, manager, user?.domainIds, settings["domain_id"] as string | undefined) ?? manager;
}

/** A user that is restricted to domains must say which one it logs in to. */
function refusedDomain(
  scope: Scope,
  manager: Manager,
  allowed: readonly number[] | undefined,
  wanted: string | undefined,
): string | undefined {
  if (wanted === undefined) return allowed === undefined ? undefined : "DSM: the user needs a domain to log in to";
  const exists = scope.in(outside).get(managerDomains, `${manager.id}/${wanted}`) !== undefined;
  const may = allowed?.includes(Number(wanted)) ?? true;
  return exists && may ? undefined : `DSM: the user has no access to the domain ${wanted}`;
}

/** Numbers of the domains that these credentials see; undefined means all of them. */
export function visibleDomains(manager: Manager, { settings }: Credentials): readonly number[] | undefined {
  const wanted = settings["domain_id"];
  if (wanted !== undefined) return [Number(wanted)];
  return manager.users.find(({ username }) => username === settings["username"])?.domainIds;
}

export const dsmConnection: ConnectionService = {
  service: "dsm",
  category: "key-manager",
  products: ["cckm"],
  read,
  test: (scope, credentials, createdAt) => {
    const hostname = nodesIn(credentials.settings)[0]?.hostname ?? "";
    return {
      seconds: scope.in(outside).by(managers, "hostname", hostname)[0]?.testSeconds ?? 0.05,
      judge: () => {
        const opened = openManager(scope, credentials, createdAt);
        return typeof opened === "string" ? opened : undefined;
      },
    };
  },
};

function target(call: Call): Connection {
  const connection = call.target(connections);
  if (connection.service !== "dsm") throw notFound();
  return connection;
}

function nodeOf(call: Call, connection: Connection): Node {
  const node = nodesIn(connection.settings).find(({ id }) => id === call.param("node_id"));
  if (node === undefined) throw notFound();
  return node;
}

/** Other nodes make the connection untested. */
function setNodes(call: Call, connection: Connection, nodes: readonly Node[]): void {
  const untested = { last_connection_ok: undefined, last_connection_error: undefined, last_connection_at: undefined };
  const settings = { ...connection.settings, nodes: checkNodes(nodes) };
  call.change(connections, connection, { ...untested, settings });
}

function addNode(call: Call): object {
  const connection = target(call);
  const node = readNode(call.body, "required");
  setNodes(call, connection, [...nodesIn(connection.settings), node]);
  return created(node);
}

function changeNode(call: Call): object {
  const connection = target(call);
  const node = readNode(call.body, "required", nodeOf(call, connection));
  const nodes = nodesIn(connection.settings).map((one) => (one.id === node.id ? node : one));
  setNodes(call, connection, nodes);
  return node;
}

function removeNode(call: Call): void {
  const connection = target(call);
  const node = nodeOf(call, connection);
  const left = nodesIn(connection.settings).filter(({ id }) => id !== node.id);
  if (left.length === 0) throw conflict(`connection ${connection.name} must keep one node`);
  setNodes(call, connection, left);
}

export const dsmConnectionOperations: Operations = {
  ...connectionOperations(dsmConnection),
  [`GET ${root}/connections/{id}/nodes`]: (call) => {
    const resources = nodesIn(target(call).settings);
    return { skip: 0, limit: resources.length, total: resources.length, resources };
  },
  [`POST ${root}/connections/{id}/nodes`]: addNode,
  [`GET ${root}/connections/{id}/nodes/{node_id}`]: (call) => nodeOf(call, target(call)),
  [`PATCH ${root}/connections/{id}/nodes/{node_id}`]: changeNode,
  [`DELETE ${root}/connections/{id}/nodes/{node_id}`]: removeNode,
};
