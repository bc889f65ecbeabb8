import { created, shown } from "../../core/answer";
import { badRequest, conflict, invalid } from "../../core/errors";
import { list } from "../../core/lists";
import { addresses, outside, type Call, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Operations } from "../../core/system";
import { updateAcls, type Acl } from "../../shared/acls";
import { namedConnection, readyConnection } from "../../shared/container-connection";
import { connections, credentialsOf, type Connection } from "../connections/service";
import { openManager } from "./connection";
import { keys, keyVersions } from "./key-record";
import { remoteDomains, type RemoteDomain } from "./manager";

/** A domain of another manager as a container of keys. */
export interface Domain extends Header {
  readonly name: string;
  /** Id of the domain at the other manager. */
  readonly domain_id: string;
  /** Id of the connection. */
  readonly connection: string;
  readonly cloud_name: "external-cm";
  readonly acls: readonly Acl[];
}

export const domains = defineKind<Domain>("external-cm-domains", {
  address: addresses,
  domain_id: (domain) => domain.domain_id,
  connection: (domain) => domain.connection,
});

/** The domains that a connection sees: the one it logs in to, or all of them. */
function visible(scope: Scope, connection: Connection): RemoteDomain[] {
  const opened = openManager(scope, credentialsOf(connection), Date.parse(connection.createdAt));
  if (typeof opened === "string") throw badRequest(opened);
  const only = connection.settings["domain"];
  const all = scope.in(outside).by(remoteDomains, "manager", opened.id);
  return only === undefined ? all : all.filter(({ name }) => name === only);
}

/** The domain behind a container, which its connection must still see. */
export function openDomain(scope: Scope, domain: Domain): RemoteDomain {
  const connection = scope.get(connections, domain.connection);
  if (connection === undefined) throw conflict(`the connection of the external CM domain ${domain.name} is gone`);
  const remote = visible(scope, connection).find(({ id }) => id === domain.domain_id);
  if (remote === undefined) throw badRequest(`connection ${connection.name} no longer sees the domain ${domain.name}`);
  return remote;
}

/** POST /cckm/external-cm/add-domains: ids in; the containers come in an envelope of their own. */
function addDomains(call: Call): object {
  const wanted = call.body.requiredTexts("domains");
  const connection = readyConnection(call, "cm", "CipherTrust Manager");
  const seen = visible(call, connection);
  const added = wanted.map((id) => addDomain(call, connection, seen, id));
  return created({ ...shown(call.header("cckm:externalcm-domain")), domains: added.map(shown) });
}

function addDomain(call: Call, connection: Connection, seen: readonly RemoteDomain[], id: string): Domain {
  const remote = seen.find((one) => one.id === id);
  if (remote === undefined) throw invalid(`connection ${connection.name} sees no domain ${id}`);
  if (call.by(domains, "domain_id", id).length > 0)
    throw conflict(`the external CM domain ${remote.name} was added already`);
  const { name } = remote;
  return call.put(domains, {
    ...call.header("cckm:externalcm-domain", `${name}-`),
    name,
    domain_id: id,
    connection: connection.id,
    cloud_name: "external-cm",
    acls: [],
  });
}

function changeDomain(call: Call): object {
  const domain = call.target(domains);
  if (!call.body.has("connection")) return shown(domain);
  const connection = readyConnection(call, "cm", "CipherTrust Manager");
  if (!visible(call, connection).some(({ id }) => id === domain.domain_id)) {
    throw invalid(`connection ${connection.name} does not see the domain ${domain.name}`);
  }
  return shown(call.change(domains, domain, { connection: connection.id }));
}

/** Removes the container and what the service knows of its keys; the other manager keeps everything. */
function deleteDomain(call: Call): void {
  const domain = call.target(domains);
  for (const key of call.by(keys, "domainId", domain.id)) {
    for (const version of call.by(keyVersions, "key", key.id)) call.remove(keyVersions, version);
    call.remove(keys, key);
  }
  call.remove(domains, domain);
}

function getDomains(call: Call): object {
  const connection = namedConnection(call, "cm", "CipherTrust Manager");
  const found = visible(call, connection).map(({ id, name }) => ({ id, name }));
  return { connection: connection.id, domains: found };
}

export const domainOperations: Operations = {
  "POST /cckm/external-cm/get-domains": getDomains,
  "POST /cckm/external-cm/add-domains": addDomains,
  "GET /cckm/external-cm/domains": (call) =>
    list(call, {
      kind: domains,
      view: shown,
      filters: ["id", "name", "domain_id", "cloud_name"],
      computed: { connection: (domain) => [domain.connection, call.get(connections, domain.connection)?.name] },
    }),
  "GET /cckm/external-cm/domains/{id}": (call) => shown(call.target(domains)),
  "PATCH /cckm/external-cm/domains/{id}": changeDomain,
  "DELETE /cckm/external-cm/domains/{id}": deleteDomain,
  "POST /cckm/external-cm/domains/{id}/update-acls": updateAcls(
    domains,
    (_call, domain) => shown(domain),
    (action) => (action === "view" ? undefined : "view"),
  ),
};
