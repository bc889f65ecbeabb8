import { invalid } from "../../core/errors";
import { addresses, origin, type Call } from "../../core/scope";
import { offeredContainers } from "../../shared/cloud";
import { dsmConnection, visibleDomains } from "./connection";
import { dsmError, managerDomains, type DsmDomainFacts } from "./manager";

function describe({ number, name, adminType, kmipEnabled }: DsmDomainFacts) {
  return {
    id: number,
    url: `/v1/domains/${number}`,
    name,
    adminType,
    kmipEnabled,
    fingerprintRegistrationDisabled: false,
  };
}

/** Domains go by their numbers. */
function wantedNumbers(call: Call): readonly number[] {
  const numbers = call.body.raw("domains");
  if (!Array.isArray(numbers) || numbers.length === 0) return call.body.missing("domains");
  const odd: unknown = numbers.find((one) => !Number.isSafeInteger(one));
  if (odd !== undefined) throw invalid(`domains must be a list of integers, not ${JSON.stringify(odd)}`);
  return numbers as number[];
}

/** Domains of DSMs as containers of keys. */
export const dsmDomains = offeredContainers({
  path: "/cckm/dsm/domains",
  title: "DSM",
  connections: dsmConnection,
  of: managerDomains,
  sees: ({ number }, manager, connection) => visibleDomains(manager, connection)?.includes(number) ?? true,
  record: (scope, facts) => ({
    ...scope.header("cckm:domain"),
    ...origin,
    cloud_name: "dsm",
    description: facts.description,
    dsm_params: describe(facts),
    hidden: { place: facts.id },
  }),
  means: ({ number }, reference) => number === reference,
  lookUp: (found) => found.map((facts) => ({ ...describe(facts), description: facts.description })),
  wanted: wantedNumbers,
  offer: "place",
  offerOf: ({ hidden }) => hidden.place,
  nameOf: ({ dsm_params }) => dsm_params.name,
  address: ({ dsm_params: { name }, uri }) => [name, ...addresses({ uri })],
  words: { lost: (_connection, { dsm_params: { name } }) => dsmError(`the user has no access to the domain ${name}`) },
  part: "dsm_params",
  filters: ["id", "name", "url"],
  computed: {
    domain_id: ({ dsm_params }) => dsm_params.id,
    admin_type: ({ dsm_params }) => dsm_params.adminType,
    kmip_enabled: ({ dsm_params }) => dsm_params.kmipEnabled,
  },
});

export const { kind: domains } = dsmDomains;
