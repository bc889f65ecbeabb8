import { shown } from "../../core/response";
import { addresses } from "../../core/scope";
import { offeredContainers } from "../../shared/cloud";
import { cmConnection } from "./connection";
import { remoteDomains } from "./manager";

/** Domains of other managers as containers of keys. */
export const externalDomains = offeredContainers({
  path: "/cckm/external-cm/domains",
  title: "CipherTrust Manager",
  called: "external CM domain",
  seenAs: "domain",
  connections: cmConnection,
  namesConnection: true,
  of: remoteDomains,
  // The one that the connection logs in to, or all of them.
  sees: ({ name }, _manager, { settings: { domain: only } }) => only === undefined || name === only,
  record: (scope, { id, name }) => ({
    ...scope.header("cckm:external-cm-domain"),
    cm_domain: { domain_id: id, name },
  }),
  offer: "domain_id",
  offerOf: ({ cm_domain }) => cm_domain.domain_id,
  nameOf: ({ cm_domain }) => cm_domain.name,
  address: ({ cm_domain: { name }, uri }) => [name, ...addresses({ uri })],
  lookUp: (found, { id: connection }) => ({ connection, domains: found.map(({ id, name }) => ({ id, name })) }),
  // The containers come in an envelope of their own.
  added: (added, call) => ({ ...shown(call.header("cckm:external-cm-domain")), domains: added }),
  part: "cm_domain",
  filters: ["id", "name", "domain_id"],
});

export const { kind: domains } = externalDomains;
