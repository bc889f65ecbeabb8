import { refresh } from "../../shared/cloud/refresh";
import { domains } from "./domainRecord";
import { openDomain } from "./domains";
import { createRecord, keys, readAgain } from "./keyRecord";
import { managedKeys, managerDomains } from "./manager";

export const dsmRefresh = refresh({
  root: "/cckm/dsm/refresh",
  cloudName: "dsm",
  containers: "domains",
  kind: domains,
  open: openDomain,
  offerId: ({ hidden }) => hidden.place,
  seconds: (world, { hidden }) => world.get(managerDomains.kind, hidden.place)?.refreshSeconds,
  records: (scope, domain) => scope.by(keys, "domain_id", domain.id),
  remote: (world, place) => world.by(managedKeys, "place", place),
  remoteId: (record) => record.dsm_params.id,
  create: createRecord,
  readAgain,
  done: ({ dsm_params }) => ({ [dsm_params.name]: "domain refreshed successfully" }),
});
