import { managerRefresh } from "../../shared/keyManagers/domains";
import { externalDomains, openDomain } from "./domains";
import { createRecord, keys, readAgain } from "./keyRecord";
import { remoteDomains, remoteKeys } from "./manager";

/** The service refreshes these on demand only: its scheduler has no name for them. */
export const externalCmRefresh = managerRefresh({
  path: "/cckm/external-cm/refresh",
  cloudName: "external-cm",
  domains: externalDomains,
  open: openDomain,
  records: (scope, domain) => scope.by(keys, "domainId", domain.id),
  remote: (world, place) => world.by(remoteKeys, "place", place),
  remoteId: (record) => record.hidden.remote,
  refreshSeconds: (world, place) => world.get(remoteDomains.kind, place)?.refreshSeconds,
  create: createRecord,
  readAgain,
});
