import { badRequest } from "../../core/errors";
import { shown } from "../../core/response";
import { addresses } from "../../core/scope";
import { offeredContainers, type ContainerOf } from "../../shared/cloud/offered";
import { cmConnection } from "./connection";
import { remoteDomains } from "./manager";

/** Domains of other managers as containers of keys. */
export const externalDomains = offeredContainers({
  kind: "external-cm-domains",
  path: "/cckm/external-cm/domains",
  title: "CipherTrust Manager",
  called: "external CM domain",
  seenAs: "domain",
  connections: cmConnection,
  refuse: badRequest,
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
  lookUp: [
    "POST /cckm/external-cm/get-domains",
    (found, { id: connection }) => ({ connection, domains: found.map(({ id, name }) => ({ id, name })) }),
  ],
  // Ids in; the containers come in an envelope of their own.
  add: [
    "POST /cckm/external-cm/add-domains",
    (call) => call.body.requiredTexts("domains"),
    (added, call) => ({ ...shown(call.header("cckm:externalcm-domain")), domains: added.map(shown) }),
  ],
  filters: ["id", "name", "domain_id", "cloud_name"],
});

export const { kind: domains } = externalDomains;
export type Domain = ContainerOf<typeof externalDomains>;
