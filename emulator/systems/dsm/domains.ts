import { badRequest, invalid } from "../../core/errors";
import { created, shown } from "../../core/response";
import { outside, type Call, type Operations, type Scope } from "../../core/scope";
import { namedConnection, readyConnection } from "../../shared/containerConnection";
import { enter, type Connection } from "../../shared/connections";
import { managerDomains as containersOf } from "../../shared/keyManagers/domains";
import { dsmConnection, visibleDomains } from "./connection";
import { managerDomains, type DsmDomainFacts } from "./manager";
import { keys } from "./keyRecord";
import { domains, type Domain } from "./domainRecord";

function describe({ number, name, adminType, kmipEnabled }: DsmDomainFacts): Domain["dsm_params"] {
  return {
    id: number,
    url: `/v1/domains/${number}`,
    name,
    adminType,
    kmipEnabled,
    fingerprintRegistrationDisabled: false,
  };
}

function visible(scope: Scope, connection: Connection): DsmDomainFacts[] {
  const manager = enter(scope, connection, dsmConnection.open, badRequest);
  const numbers = visibleDomains(manager, connection);
  const all = scope.in(outside).by(managerDomains.kind, "manager", manager.id);
  return all.filter(({ number }) => numbers?.includes(number) ?? true);
}

export const dsmDomains = {
  kind: domains,
  place: (domain: Domain) => domain.hidden.place,
  nameOf: (domain: Domain) => domain.dsm_params.name,
};

const domainContainers = containersOf<Domain, DsmDomainFacts>({
  ...dsmDomains,
  path: "/cckm/dsm/domains",
  service: "dsm",
  title: "DSM",
  called: "DSM domain",
  seenAs: "DSM domain",
  placeIndex: "place",
  visible,
  lost: (_connection, name) => `DSM: the user has no access to the domain ${name}`,
  record: (scope, connection, facts) => ({
    ...scope.header("cckm:domain", `${facts.name}-`),
    connection: connection.id,
    cloud_name: "dsm",
    description: facts.description,
    acls: [],
    dsm_params: describe(facts),
    hidden: { place: facts.id },
  }),
  forget: (scope, domain) => {
    for (const key of scope.by(keys, "domain_id", domain.id)) scope.remove(keys, key);
  },
  part: "dsm_params",
  filters: ["id", "name", "url"],
  computed: {
    domain_id: ({ dsm_params }) => dsm_params.id,
    admin_type: ({ dsm_params }) => dsm_params.adminType,
    kmip_enabled: ({ dsm_params }) => dsm_params.kmipEnabled,
  },
});

export const { open: openDomain } = domainContainers;

/** POST /cckm/dsm/add-domains: numbers in, a bare array of containers out. */
function addDomains(call: Call): object {
  const numbers = call.body.raw("domains");
  const connection = readyConnection(call, "dsm", "DSM");
  if (!Array.isArray(numbers) || numbers.length === 0) return call.body.missing("domains");
  const odd: unknown = numbers.find((one) => !Number.isSafeInteger(one));
  if (odd !== undefined) throw invalid(`domains must be a list of integers, not ${JSON.stringify(odd)}`);
  const seen = visible(call, connection);
  const added = (numbers as number[]).map((number) => {
    const facts = seen.find((one) => one.number === number);
    return shown(domainContainers.add(call, connection, facts, number));
  });
  return created(added);
}

export const domainOperations: Operations = {
  "POST /cckm/dsm/get-domains": (call) =>
    visible(call, namedConnection(call, "dsm", "DSM")).map((facts) => ({
      ...describe(facts),
      description: facts.description,
    })),
  "POST /cckm/dsm/add-domains": addDomains,
  ...domainContainers.operations,
};
