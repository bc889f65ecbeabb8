import { created, shown } from "../../core/answer";
import { badRequest, conflict, invalid } from "../../core/errors";
import { list } from "../../core/lists";
import { outside, type Call, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Operations } from "../../core/system";
import { updateAcls, type Acl } from "../../shared/acls";
import { namedConnection, readyConnection } from "../../shared/container-connection";
import { connections, credentialsOf, type Connection } from "../connections/service";
import { openManager, visibleDomains } from "./connection";
import { managerDomains, type DsmDomainFacts, type Manager } from "./manager";
import { keys } from "./key-record";

/** A domain of a DSM as a container of keys. */
export interface Domain extends Header {
  /** Id of the connection. */
  readonly connection: string;
  readonly cloud_name: "dsm";
  readonly description: string;
  readonly acls: readonly Acl[];
  readonly dsm_params: {
    readonly id: number;
    readonly url: string;
    readonly name: string;
    readonly adminType: string;
    readonly kmipEnabled: boolean;
    readonly fingerprintRegistrationDisabled: boolean;
  };
  readonly hidden: { readonly place: string };
}

export const domains = defineKind<Domain>("dsm-domains", {
  address: (domain) => [domain.dsm_params.name, domain.uri, domain.uri.slice(domain.uri.lastIndexOf(":") + 1)],
  connection: (domain) => domain.connection,
  place: (domain) => domain.hidden.place,
});

function describe({ number, name, adminType, kmipEnabled }: DsmDomainFacts): Domain["dsm_params"] {
  return {
    id: number,
    url: `/v1/domains/${number}`,
    name,
    adminType,
    kmipEnabled,
    fingerprintRegistrationDisabled: false,
  };
}

function open(scope: Scope, connection: Connection): Manager {
  const opened = openManager(scope, credentialsOf(connection), Date.parse(connection.createdAt));
  if (typeof opened === "string") throw badRequest(opened);
  return opened;
}

/** The domains that a connection sees. */
function visible(scope: Scope, connection: Connection): DsmDomainFacts[] {
  const manager = open(scope, connection);
  const numbers = visibleDomains(manager, credentialsOf(connection));
  const all = scope.in(outside).by(managerDomains, "manager", manager.id);
  return all.filter(({ number }) => numbers?.includes(number) ?? true);
}

/** The domain behind a container, which its connection must still see. */
export function openDomain(scope: Scope, domain: Domain): DsmDomainFacts {
  const connection = scope.get(connections, domain.connection);
  if (connection === undefined) throw conflict(`the connection of the DSM domain ${domain.dsm_params.name} is gone`);
  const facts = visible(scope, connection).find(({ id }) => id === domain.hidden.place);
  if (facts === undefined) throw badRequest(`DSM: the user has no access to the domain ${domain.dsm_params.name}`);
  return facts;
}

/** POST /cckm/dsm/add-domains: numbers in, a bare array of containers out. */
function addDomains(call: Call): object {
  const numbers = call.body.raw("domains");
  const connection = readyConnection(call, "dsm", "DSM");
  if (!Array.isArray(numbers) || numbers.length === 0) return call.body.missing("domains");
  const odd: unknown = numbers.find((one) => !Number.isSafeInteger(one));
  if (odd !== undefined) throw invalid(`domains must be a list of integers, not ${JSON.stringify(odd)}`);
  const seen = visible(call, connection);
  return created((numbers as number[]).map((number) => shown(addDomain(call, connection, seen, number))));
}

function addDomain(call: Call, connection: Connection, seen: readonly DsmDomainFacts[], number: number): Domain {
  const facts = seen.find((one) => one.number === number);
  if (facts === undefined) throw invalid(`connection ${connection.name} sees no DSM domain ${number}`);
  if (call.by(domains, "place", facts.id).length > 0) throw conflict(`the DSM domain ${facts.name} was added already`);
  const domain: Domain = {
    ...call.header("cckm:domain", `${facts.name}-`),
    connection: connection.id,
    cloud_name: "dsm",
    description: facts.description,
    acls: [],
    dsm_params: describe(facts),
    hidden: { place: facts.id },
  };
  return call.put(domains, domain);
}

function changeDomain(call: Call): object {
  const domain = call.target(domains);
  if (!call.body.has("connection")) return shown(domain);
  const connection = readyConnection(call, "dsm", "DSM");
  if (!visible(call, connection).some(({ id }) => id === domain.hidden.place)) {
    throw invalid(`connection ${connection.name} does not see the DSM domain ${domain.dsm_params.name}`);
  }
  return shown(call.change(domains, domain, { connection: connection.id }));
}

/** Removes the container and what the service knows of its keys; the DSM keeps everything. */
function deleteDomain(call: Call): void {
  const domain = call.target(domains);
  for (const key of call.by(keys, "domain_id", domain.id)) call.remove(keys, key);
  call.remove(domains, domain);
}

export const domainOperations: Operations = {
  "POST /cckm/dsm/get-domains": (call) =>
    visible(call, namedConnection(call, "dsm", "DSM")).map((facts) => ({
      ...describe(facts),
      description: facts.description,
    })),
  "POST /cckm/dsm/add-domains": addDomains,
  "GET /cckm/dsm/domains": (call) =>
    list(call, {
      kind: domains,
      view: shown,
      part: "dsm_params",
      filters: ["id", "name", "url", "adminType", "kmipEnabled"],
      computed: {
        domain_id: (domain) => domain.dsm_params.id,
        connection: (domain) => [domain.connection, call.get(connections, domain.connection)?.name],
      },
    }),
  "GET /cckm/dsm/domains/{id}": (call) => shown(call.target(domains)),
  "PATCH /cckm/dsm/domains/{id}": changeDomain,
  "DELETE /cckm/dsm/domains/{id}": deleteDomain,
  "POST /cckm/dsm/domains/{id}/update-acls": updateAcls(
    domains,
    (_call, domain) => shown(domain),
    (action) => (action === "view" ? undefined : "view"),
  ),
};
