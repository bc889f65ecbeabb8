import { managerRefresh } from "../../shared/keyManagers/domains";
import { dsmDomains, openDomain } from "./domains";
import { createRecord, keys, readAgain } from "./keyRecord";
import { managedKeys, managerDomains } from "./manager";

export const dsmRefresh = managerRefresh({
  path: "/cckm/dsm/refresh",
  cloudName: "dsm",
  domains: dsmDomains,
  open: openDomain,
  records: (scope, domain) => scope.by(keys, "domain_id", domain.id),
  remote: (world, place) => world.by(managedKeys, "place", place),
  remoteId: (record) => record.dsm_params.id,
  refreshSeconds: (world, place) => world.get(managerDomains.kind, place)?.refreshSeconds,
  create: createRecord,
  readAgain,
});
