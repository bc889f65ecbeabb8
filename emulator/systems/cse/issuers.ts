import { body, flag, json, text, type Body } from "../../core/body";
import { collection, refuseTaken } from "../../core/collection";
import { conflict, invalid } from "../../core/errors";
import { created, shown } from "../../core/response";
import { addresses, type Call, type Header, type Operations } from "../../core/scope";
import { defineKind } from "../../core/store";
import { endpoints } from "./record";

const newIssuer = body({
  name: text.required,
  iss: text,
  jwksURL: text,
  openidConfigurationURL: text,
  meta: json.or({}),
});
const mode = body({ dryRun: flag.or(false) });

/** An identity provider whose users may encrypt. */
interface Issuer extends Header, Body<typeof newIssuer> {}

export const issuers = defineKind<Issuer>("cse-issuers", { address: addresses, name: (issuer) => issuer.name });

const path = "/cckm/GoogleWorkspaceCSE/issuers";

/** Nothing is fetched from the provider; a dry run only checks. */
function createIssuer(call: Call): object {
  const issuer = newIssuer(call.body);
  if ((issuer.iss === undefined) === (issuer.openidConfigurationURL === undefined))
    throw invalid("either iss or openidConfigurationURL is required");
  refuseTaken(call, issuers, "a KACLS issuer", issuer.name);
  const record = { ...call.header("cckm:kacls-issuer"), ...issuer };
  return created(shown(mode(call.body).dryRun ? record : call.put(issuers, record)));
}

function refuseUsed(call: Call, { id, name }: Issuer): void {
  const users = call.by(endpoints, "issuer", id).map((endpoint) => endpoint.name);
  if (users.length > 0) throw conflict(`the KACLS issuer ${name} is used by ${users.join(", ")}`);
}

export const issuerOperations: Operations = {
  ...collection({ kind: issuers, path, filters: ["id", "name", "iss"], remove: refuseUsed }),
  [`POST ${path}`]: createIssuer,
};
