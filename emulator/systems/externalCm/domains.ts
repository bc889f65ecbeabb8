import { badRequest } from "../../core/errors";
import { created, shown } from "../../core/response";
import { outside, type Call, type Operations, type Scope } from "../../core/scope";
import { namedConnection, readyConnection } from "../../shared/containerConnection";
import { enter, type Connection } from "../../shared/connections";
import { managerDomains } from "../../shared/keyManagers/domains";
import { cmConnection } from "./connection";
import { forgetVersions, keys } from "./keyRecord";
import { remoteDomains, type OwnedDomain } from "./manager";
import { domains, type Domain } from "./domainRecord";

/** The domains that a connection sees: the one it logs in to, or all of them. */
function visible(scope: Scope, connection: Connection): OwnedDomain[] {
  const { id } = enter(scope, connection, cmConnection.open, badRequest);
  const only = connection.settings["domain"];
  const all = scope.in(outside).by(remoteDomains.kind, "manager", id);
  return only === undefined ? all : all.filter(({ name }) => name === only);
}

export const externalDomains = {
  kind: domains,
  place: (domain: Domain) => domain.domain_id,
  nameOf: (domain: Domain) => domain.name,
};

const domainContainers = managerDomains<Domain, OwnedDomain>({
  ...externalDomains,
  path: "/cckm/external-cm/domains",
  service: "cm",
  title: "CipherTrust Manager",
  called: "external CM domain",
  seenAs: "domain",
  placeIndex: "domain_id",
  visible,
  lost: (connection, name) => `connection ${connection.name} no longer sees the domain ${name}`,
  record: (scope, connection, { id, name }) => ({
    ...scope.header("cckm:externalcm-domain", `${name}-`),
    name,
    domain_id: id,
    connection: connection.id,
    cloud_name: "external-cm",
    acls: [],
  }),
  forget: (scope, domain) => {
    for (const key of scope.by(keys, "domainId", domain.id)) {
      forgetVersions(scope, key);
      scope.remove(keys, key);
    }
  },
  filters: ["id", "name", "domain_id", "cloud_name"],
});

export const { open: openDomain } = domainContainers;

/** POST /cckm/external-cm/add-domains: ids in; the containers come in an envelope of their own. */
function addDomains(call: Call): object {
  const wanted = call.body.requiredTexts("domains");
  const connection = readyConnection(call, "cm", "CipherTrust Manager");
  const seen = visible(call, connection);
  const added = wanted.map((id) => {
    const remote = seen.find((one) => one.id === id);
    return shown(domainContainers.add(call, connection, remote, id));
  });
  return created({ ...shown(call.header("cckm:externalcm-domain")), domains: added });
}

function getDomains(call: Call): object {
  const connection = namedConnection(call, "cm", "CipherTrust Manager");
  const found = visible(call, connection).map(({ id, name }) => ({ id, name }));
  return { connection: connection.id, domains: found };
}

export const domainOperations: Operations = {
  "POST /cckm/external-cm/get-domains": getDomains,
  "POST /cckm/external-cm/add-domains": addDomains,
  ...domainContainers.operations,
};
