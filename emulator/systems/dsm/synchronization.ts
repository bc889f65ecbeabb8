import { outside, type Scope } from "../../core/scope";
import { synchronization } from "../../shared/synchronization";
import { domains, openDomain, type Domain } from "./domains";
import { createRecord, keys, readAgain } from "./key-record";
import { managedKeys, managerDomains } from "./manager";

/** Keys that the DSM has are recorded or read again; records whose key it no longer has are marked as gone. */
function load(scope: Scope, domain: Domain): Record<string, string> {
  const { id } = openDomain(scope, domain);
  const present = new Map(
    scope
      .in(outside)
      .by(managedKeys, "place", id)
      .map((key) => [key.id, key]),
  );
  for (const record of scope.by(keys, "domain_id", domain.id)) {
    readAgain(scope, record, present.get(record.dsm_params.id));
    present.delete(record.dsm_params.id);
  }
  for (const key of present.values()) createRecord(scope, domain, key);
  return { [domain.dsm_params.name]: "domain refreshed successfully" };
}

export const dsmRefresh = synchronization<Domain>({
  root: "/cckm/dsm/refresh",
  cloudName: "dsm",
  containers: "domains",
  options: [],
  find: (scope, reference) => scope.find(domains, reference),
  all: (scope) => scope.all(domains),
  effort: (scope, { hidden }) => ({
    keys: scope.in(outside).by(managedKeys, "place", hidden.place).length,
    seconds: scope.in(outside).get(managerDomains, hidden.place)?.refreshSeconds,
  }),
  load,
});
