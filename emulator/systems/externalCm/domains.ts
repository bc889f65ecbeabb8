import { badRequest } from "../../core/errors";
import { shown } from "../../core/response";
import { inAccount, offeredContainers } from "../../shared/cloud/offered";
import type { Manager } from "../../shared/keyManagers/managers";
import { cmConnection } from "./connection";
import { forgetVersions, keys } from "./keyRecord";
import { remoteDomains, type OwnedDomain } from "./manager";
import { domains, type Domain } from "./domainRecord";

export const externalDomains = offeredContainers<Domain, OwnedDomain, Manager>({
  kind: domains,
  path: "/cckm/external-cm/domains",
  title: "CipherTrust Manager",
  called: "external CM domain",
  seenAs: "domain",
  connections: cmConnection,
  refuse: badRequest,
  offer: "domain_id",
  // The one that the connection logs in to, or all of them.
  offers: (scope, manager, { settings: { domain: only } }) =>
    inAccount(remoteDomains)(scope, manager).filter(({ name }) => only === undefined || name === only),
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
  record: (scope, { id, name }) => ({
    ...scope.header("cckm:externalcm-domain", `${name}-`),
    name,
    domain_id: id,
    cloud_name: "external-cm",
  }),
  forget: (call, domain) => {
    for (const key of call.by(keys, "domainId", domain.id)) {
      forgetVersions(call, key);
      call.remove(keys, key);
    }
  },
  filters: ["id", "name", "domain_id", "cloud_name"],
});

export const { open: openDomain, operations: domainOperations } = externalDomains;
