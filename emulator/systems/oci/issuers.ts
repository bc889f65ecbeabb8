import { body, flag, text, texts, type Body } from "../../core/body";
import { collection, refuseTaken } from "../../core/collection";
import { conflict, invalid } from "../../core/errors";
import { addresses, type Call, type Header, type Operations } from "../../core/scope";
import { defineKind } from "../../core/store";
import { titleOf, vaults } from "./vault";

const login = { jwks_uri_protected: flag.required, client_id: text.or(""), client_secret: text };
const regions = { regional_jwks_uris: texts.or([]), regional_open_id_config_urls: texts.or([]) };
const newIssuer = body({
  name: text.required,
  openid_config_url: text.or(""),
  issuer: text,
  jwks_uri: text,
  ...login,
  ...regions,
});
const changeable = body({ name: text.required, jwks_uri: text.required, ...login, ...regions });

/** An identity provider whose tokens Oracle Cloud presents at external vaults. */
interface Issuer extends Header, Omit<Required<Body<typeof newIssuer>>, "client_secret"> {
  readonly hidden: { readonly client_secret?: string };
}

export const issuers = defineKind<Issuer>("oci-issuers", { address: addresses, name: (issuer) => issuer.name });

/** A protected key URL needs a login. */
function keepSecret<T extends Body<typeof changeable> | Body<typeof newIssuer>>({ client_secret, ...shown }: T) {
  if (shown.jwks_uri_protected && (shown.client_id === "" || client_secret === undefined))
    throw invalid("client_id and client_secret are required when jwks_uri_protected is true");
  return { ...shown, hidden: { client_secret } };
}

/** What the OpenID configuration at that URL would say. */
function discovered(url: string): Pick<Issuer, "issuer" | "jwks_uri"> {
  const issuer = url.replace(/\/\.well-known\/openid-configuration$/, "");
  return { issuer, jwks_uri: `${issuer}/keys` };
}

function readSource(sent: Body<typeof newIssuer>): Pick<Issuer, "issuer" | "jwks_uri"> {
  const { openid_config_url: url, issuer, jwks_uri } = sent;
  if (url !== "") {
    if (issuer !== undefined || jwks_uri !== undefined) throw invalid("openid_config_url excludes issuer and jwks_uri");
    return discovered(url);
  }
  if (issuer === undefined || jwks_uri === undefined)
    throw invalid("openid_config_url, or both issuer and jwks_uri, are required");
  return { issuer, jwks_uri };
}

function createIssuer(call: Call): Issuer {
  const sent = newIssuer(call.body);
  const issuer = {
    ...call.header("cckm:oci-issuer", `${sent.name}-`),
    ...keepSecret(sent),
    ...readSource(sent),
  };
  refuseTaken(call, issuers, "an issuer", sent.name);
  return issuer;
}

function changeIssuer(call: Call, issuer: Issuer): Partial<Issuer> {
  const sent = changeable(call.body, { ...issuer, ...issuer.hidden });
  refuseTaken(call, issuers, "an issuer", sent.name, issuer);
  return keepSecret(sent);
}

function refuseWhileUsed(call: Call, issuer: Issuer): void {
  const users = call.by(vaults, "issuer_id", issuer.id).map((vault) => `the external OCI vault ${titleOf(vault)}`);
  if (users.length > 0) throw conflict(`issuer ${issuer.name} is in use by ${users.join(", ")}`);
}

export const issuerOperations: Operations = collection<Issuer>({
  kind: issuers,
  path: "/cckm/oci/issuers",
  filters: ["id", "name", "issuer", "jwks_uri_protected"],
  create: createIssuer,
  change: changeIssuer,
  remove: refuseWhileUsed,
});
