import { refresh } from "../../shared/cloud/refresh";
import { domains } from "./domainRecord";
import { openDomain } from "./domains";
import { createRecord, keys, readAgain } from "./keyRecord";
import { remoteDomains, remoteKeys } from "./manager";

/** The service refreshes these on demand only: its scheduler has no name for them. */
export const externalCmRefresh = refresh({
  root: "/cckm/external-cm/refresh",
  cloudName: "external-cm",
  containers: "domains",
  kind: domains,
  open: openDomain,
  offerId: ({ domain_id }) => domain_id,
  seconds: (world, { domain_id }) => world.get(remoteDomains.kind, domain_id)?.refreshSeconds,
  records: (scope, domain) => scope.by(keys, "domainId", domain.id),
  remote: (world, place) => world.by(remoteKeys, "place", place),
  remoteId: (record) => record.hidden.remote,
  create: createRecord,
  readAgain,
  done: ({ name }) => ({ [name]: "domain refreshed successfully" }),
});
