import * as z from "zod";
import { defineResource, namedAfterResource, type Failure } from "../../engine/definition";

const url = z.string().startsWith("https://", "must be a URL that begins with https://");

/** An identity provider whose tokens Oracle Cloud presents at external vaults. Destroying it removes it from the service. */
export const ociIssuer = defineResource({
  type: "OciIssuer",
  path: "/cckm/oci/issuers",
  feature: "CCKM",
  inputs: {
    /** Name of the issuer, unique in the service. Default: the resource's name in the program. Changes in place. */
    name: namedAfterResource(z.string().min(1)),
    /** URL of the provider's OpenID configuration, which tells `issuer` and `jwksUri`. Either this or both of those. A change replaces the issuer. */
    openidConfigUrl: url.optional(),
    /** What the tokens call their issuer. Default: what the OpenID configuration says. A change replaces the issuer. */
    issuer: z.string().min(1).optional(),
    /** URL of the keys that the tokens are signed with. Default: what the OpenID configuration says. Changes in place. */
    jwksUri: url.optional(),
    /** True when the key URL wants a login: then `clientId` and `clientSecret` are required. Default false. Changes in place. */
    jwksUriProtected: z.boolean().default(false),
    /** Client id for that login. Left alone while left out. Changes in place. */
    clientId: z.string().min(1).optional(),
    /** Client secret for that login. Secret; never returned, so that a change made elsewhere is not seen. Left alone while left out. Changes in place. */
    clientSecret: z.string().min(1).optional(),
    /** Key URLs of single regions. Order has no meaning. Changes in place. Default: none. The public sources do not show the shape: we chose a list of URLs. */
    regionalJwksUris: z.array(url).default([]),
    /** OpenID configuration URLs of single regions. Order has no meaning. Changes in place. Default: none. The public sources do not show the shape: we chose a list of URLs. */
    regionalOpenIdConfigUrls: z.array(url).default([]),
  },
  outputs: {},
  immutable: ["openidConfigUrl", "issuer"],
  secret: ["clientSecret"],
  writeOnly: ["clientSecret"],
  unordered: ["regionalJwksUris", "regionalOpenIdConfigUrls"],
  computed: ["issuer", "jwksUri", "clientId", "clientSecret"],
  filters: ["id", "name"],
  hooks: {
    check({ openidConfigUrl, issuer, jwksUri, jwksUriProtected, clientId, clientSecret }): Failure[] {
      const failures: Failure[] = [];
      if (openidConfigUrl !== undefined && (issuer !== undefined || jwksUri !== undefined)) {
        failures.push({ property: "openidConfigUrl", reason: "excludes issuer and jwksUri: it tells both" });
      }
      if (openidConfigUrl === undefined && (issuer === undefined || jwksUri === undefined)) {
        failures.push({ property: "openidConfigUrl", reason: "or both issuer and jwksUri are required" });
      }
      for (const [property, value] of Object.entries({ clientId, clientSecret })) {
        if (jwksUriProtected && value === undefined)
          failures.push({ property, reason: "is required when jwksUriProtected is true" });
      }
      return failures;
    },
    async users(api, id) {
      const vaults = await api.list("/cckm/oci/vaults", { issuer_id: id });
      const ours = vaults.filter(({ issuer_id }) => issuer_id === id);
      return ours.map((one) => `OciExternalVault "${String(one.vault_name)}"`).join(", ") || undefined;
    },
  },
});
