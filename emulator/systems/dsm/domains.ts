import { badRequest, invalid } from "../../core/errors";
import { shown } from "../../core/response";
import type { Call } from "../../core/scope";
import { inAccount, offeredContainers } from "../../shared/cloud/offered";
import type { Manager } from "../../shared/keyManagers/managers";
import { dsmConnection, visibleDomains } from "./connection";
import { dsmError, managerDomains, type DsmDomainFacts } from "./manager";
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

/** Numbers in, a bare array of containers out. */
function wantedNumbers(call: Call): readonly number[] {
  const numbers = call.body.raw("domains");
  if (!Array.isArray(numbers) || numbers.length === 0) return call.body.missing("domains");
  const odd: unknown = numbers.find((one) => !Number.isSafeInteger(one));
  if (odd !== undefined) throw invalid(`domains must be a list of integers, not ${JSON.stringify(odd)}`);
  return numbers as number[];
}

export const dsmDomains = offeredContainers<Domain, DsmDomainFacts, Manager>({
  kind: domains,
  path: "/cckm/dsm/domains",
  title: "DSM",
  called: "DSM domain",
  connections: dsmConnection,
  refuse: badRequest,
  nameOf: ({ dsm_params }) => dsm_params.name,
  words: { lost: (_connection, { dsm_params: { name } }) => dsmError(`the user has no access to the domain ${name}`) },
  offer: "place",
  offers: (scope, manager, connection) => {
    const numbers = visibleDomains(manager, connection);
    return inAccount(managerDomains)(scope, manager).filter(({ number }) => numbers?.includes(number) ?? true);
  },
  means: ({ number }, reference) => number === reference,
  lookUp: [
    "POST /cckm/dsm/get-domains",
    (found) => found.map((facts) => ({ ...describe(facts), description: facts.description })),
  ],
  add: ["POST /cckm/dsm/add-domains", wantedNumbers, (added) => added.map(shown)],
  record: (scope, facts) => ({
    ...scope.header("cckm:domain", `${facts.name}-`),
    cloud_name: "dsm",
    description: facts.description,
    dsm_params: describe(facts),
    hidden: { place: facts.id },
  }),
  forget: (call, { id }) => call.by(keys, "domain_id", id).forEach((key) => call.remove(keys, key)),
  part: "dsm_params",
  filters: ["id", "name", "url"],
  computed: {
    domain_id: ({ dsm_params }) => dsm_params.id,
    admin_type: ({ dsm_params }) => dsm_params.adminType,
    kmip_enabled: ({ dsm_params }) => dsm_params.kmipEnabled,
  },
});

export const { open: openDomain, operations: domainOperations } = dsmDomains;
