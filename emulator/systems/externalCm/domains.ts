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
  offer: "domain_id",
  address: addresses,
  of: remoteDomains,
  // The one that the connection logs in to, or all of them.
  sees: ({ name }, _manager, { settings: { domain: only } }) => only === undefined || name === only,
  record: (scope, { id, name }) => ({
    ...scope.header("cckm:externalcm-domain", `${name}-`),
    name,
    domain_id: id,
    cloud_name: "external-cm",
  }),
  lookUp: (found, { id: connection }) => ({ connection, domains: found.map(({ id, name }) => ({ id, name })) }),
  // The containers come in an envelope of their own.
  added: (added, call) => ({ ...shown(call.header("cckm:externalcm-domain")), domains: added }),
  filters: ["id", "name", "domain_id", "cloud_name"],
});

export const { kind: domains } = externalDomains;
