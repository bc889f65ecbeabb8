import { outside, type Scope } from "../../core/scope";
import { synchronization } from "../../shared/synchronization";
import { domains, openDomain, type Domain } from "./domains";
import { createRecord, keys, readAgain } from "./key-record";
import { remoteDomains, remoteKeys } from "./manager";

/** Keys that the other manager has are recorded or read again; records whose key it no longer has are marked as gone. */
function load(scope: Scope, domain: Domain): Record<string, string> {
  const { id } = openDomain(scope, domain);
  const present = new Map(
    scope
      .in(outside)
      .by(remoteKeys, "place", id)
      .map((key) => [key.id, key]),
  );
  for (const key of scope.by(keys, "domainId", domain.id)) {
    readAgain(scope, key, present.get(key.hidden.remote));
    present.delete(key.hidden.remote);
  }
  for (const remote of present.values()) createRecord(scope, domain, remote);
  return { [domain.name]: "domain refreshed successfully" };
}

/** The service refreshes these on demand only: its scheduler has no name for them. */
export const externalCmRefresh = synchronization<Domain>({
  root: "/cckm/external-cm/refresh",
  cloudName: "external-cm",
  containers: "domains",
  options: [],
  find: (scope, reference) => scope.find(domains, reference),
  all: (scope) => scope.all(domains),
  effort: (scope, { domain_id }) => ({
    keys: scope.in(outside).by(remoteKeys, "place", domain_id).length,
    seconds: scope.in(outside).get(remoteDomains, domain_id)?.refreshSeconds,
  }),
  load,
});
