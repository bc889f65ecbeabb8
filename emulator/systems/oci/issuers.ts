import { created, shown } from "../../core/answer";
import { conflict, invalid } from "../../core/errors";
import { list } from "../../core/lists";
import { addresses, type Call, type Header } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Operations } from "../../core/system";
import { titleOf, vaults } from "./vault";

/** An identity provider whose tokens Oracle Cloud presents at external vaults. */
interface Issuer extends Header {
  readonly name: string;
  readonly openid_config_url: string;
  readonly issuer: string;
  readonly jwks_uri: string;
  readonly jwks_uri_protected: boolean;
  readonly client_id: string;
  readonly regional_jwks_uris: readonly string[];
  readonly regional_open_id_config_urls: readonly string[];
  readonly hidden: { readonly client_secret?: string };
}

export const issuers = defineKind<Issuer>("oci-issuers", { address: addresses, name: (issuer) => issuer.name });

type Login = Pick<Issuer, "jwks_uri_protected" | "client_id" | "hidden">;

/** A protected key URL needs a login. */
function readLogin({ body }: Call, before?: Issuer): Login {
  const jwks_uri_protected =
    body.flag("jwks_uri_protected") ?? before?.jwks_uri_protected ?? body.missing("jwks_uri_protected");
  const client_id = body.text("client_id") ?? before?.client_id ?? "";
  const client_secret = body.text("client_secret") ?? before?.hidden.client_secret;
  if (jwks_uri_protected && (client_id === "" || client_secret === undefined))
    throw invalid("client_id and client_secret are required when jwks_uri_protected is true");
  return { jwks_uri_protected, client_id, hidden: { client_secret } };
}

/** What the OpenID configuration at that URL would say. */
function discovered(url: string): Pick<Issuer, "issuer" | "jwks_uri"> {
  const issuer = url.replace(/\/\.well-known\/openid-configuration$/, "");
  return { issuer, jwks_uri: `${issuer}/keys` };
}

function readSource({ body }: Call): Pick<Issuer, "openid_config_url" | "issuer" | "jwks_uri"> {
  const url = body.text("openid_config_url");
  const [issuer, jwks_uri] = [body.text("issuer"), body.text("jwks_uri")];
  if (url !== undefined) {
    if (issuer !== undefined || jwks_uri !== undefined) throw invalid("openid_config_url excludes issuer and jwks_uri");
    return { openid_config_url: url, ...discovered(url) };
  }
  if (issuer === undefined || jwks_uri === undefined)
    throw invalid("openid_config_url, or both issuer and jwks_uri, are required");
  return { openid_config_url: "", issuer, jwks_uri };
}

function freeName(call: Call, name: string): string {
  if (call.by(issuers, "name", name).length > 0) throw conflict(`an issuer called ${name} exists already`);
  return name;
}

function createIssuer(call: Call): object {
  const name = call.body.requiredText("name");
  const issuer: Issuer = {
    ...call.header("cckm:oci-issuer", `${name}-`),
    name,
    ...readSource(call),
    ...readLogin(call),
    regional_jwks_uris: call.body.texts("regional_jwks_uris") ?? [],
    regional_open_id_config_urls: call.body.texts("regional_open_id_config_urls") ?? [],
  };
  freeName(call, name);
  return created(shown(call.put(issuers, issuer)));
}

function changeIssuer(call: Call): object {
  const issuer = call.target(issuers);
  const { body } = call;
  const name = body.text("name") ?? issuer.name;
  return shown(
    call.change(issuers, issuer, {
      name: name === issuer.name ? name : freeName(call, name),
      jwks_uri: body.text("jwks_uri") ?? issuer.jwks_uri,
      ...readLogin(call, issuer),
      regional_jwks_uris: body.texts("regional_jwks_uris") ?? issuer.regional_jwks_uris,
      regional_open_id_config_urls: body.texts("regional_open_id_config_urls") ?? issuer.regional_open_id_config_urls,
    }),
  );
}

function deleteIssuer(call: Call): void {
  const issuer = call.target(issuers);
  const users = call.by(vaults, "issuer_id", issuer.id).map((vault) => `the external OCI vault ${titleOf(vault)}`);
  if (users.length > 0) throw conflict(`issuer ${issuer.name} is in use by ${users.join(", ")}`);
  call.remove(issuers, issuer);
}

export const issuerOperations: Operations = {
  "GET /cckm/oci/issuers": (call) =>
    list(call, { kind: issuers, view: shown, filters: ["id", "name", "issuer", "jwks_uri_protected"] }),
  "POST /cckm/oci/issuers": createIssuer,
  "GET /cckm/oci/issuers/{id}": (call) => shown(call.target(issuers)),
  "PATCH /cckm/oci/issuers/{id}": changeIssuer,
  "DELETE /cckm/oci/issuers/{id}": deleteIssuer,
};
