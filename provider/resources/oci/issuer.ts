import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, named } from "../../lifecycle/vocabulary/field";
import { credential } from "../credential";

const url = z.string().startsWith("https://", "must be a URL that begins with https://");

/**
 * An identity provider whose tokens Oracle Cloud presents at external vaults. Destroying it removes
 * it from the service.
 */
export const ociIssuer = defineResource({
  type: "OciIssuer",
  path: "/cckm/oci/issuers",
  inputs: {
    /** Name of the issuer, unique in the service. */
    name: named(z.string().min(1)),
    /**
     * URL of the provider's OpenID configuration, which tells `issuer` and `jwksUri`. Either this
     * or both of those.
     */
    openidConfigUrl: field(url.optional(), { change: "replace" }),
    /** What the tokens call their issuer. Default: what the OpenID configuration says. */
    issuer: field(z.string().min(1).optional(), { change: "replace", absent: "theirs" }),
    /** URL of the keys that the tokens are signed with. Default: what the OpenID configuration says. */
    jwksUri: field(url.optional(), { absent: "theirs", guards: true }),
    /** True if the key URL requires a login: then `clientId` and `clientSecret` are required. */
    jwksUriProtected: field(z.boolean().default(false), { guards: true }),
    /** Client id for that login. If omitted, it is not changed. */
    clientId: field(credential().optional(), { absent: "theirs" }),
    /** Client secret for that login. If omitted, it is not changed. */
    clientSecret: field(credential().optional(), { seen: "never", absent: "theirs", secret: true }),
    /**
     * Key URLs of single regions. The public sources do not show the shape: we chose a list of
     * URLs.
     */
    regionalJwksUris: field(z.array(url).default([]), { as: "set", guards: true }),
    /**
     * OpenID configuration URLs of single regions. The public sources do not show the shape: we
     * chose a list of URLs.
     */
    regionalOpenIdConfigUrls: field(z.array(url).default([]), { as: "set", guards: true }),
  },
  outputs: {},
  filters: ["id", "name"],
  rules: [
    { choose: ["openidConfigUrl", ["issuer", "jwksUri"]], because: "the configuration at that URL contains both" },
    { when: { jwksUriProtected: true }, requires: ["clientId", "clientSecret"] },
  ],
});
