import * as z from "zod";
import { segment } from "../../api/client";
import { defineResource, namedAfterResource } from "../../engine/definition";

const path = "/usermgmt/connections/";

// The paths are not in the service's list of operations, but those that its public clients use.
/** An OpenID Connect provider whose users may log in to the service: its name is what a login gives as its `connection`. Destroying it ends those logins; its users stay in the directory. */
export const oidcIdentityProvider = defineResource({
  type: "OidcIdentityProvider",
  path,
  item: (id) => `${path}${segment(id)}`,
  inputs: {
    /** Name that logins give as their `connection`, unique. Default: the resource's name in the program. A change replaces the provider. */
    name: namedAfterResource(z.string().min(1)),
    /** URL of the provider's `.well-known/openid-configuration`. Changes in place. */
    discoveryUri: z.string().regex(/^https:\/\/[^/]/, "must be an https URL"),
    /** Identity of the service at the provider. Changes in place. */
    clientId: z.string().min(1),
    /** Secret of that identity. Secret; never returned, so that a change made elsewhere is not seen. Changes in place. */
    clientSecret: z.string().min(1).optional(),
    /** Addresses that the provider may send users back to, usually `https://<service>/api/v1/auth/oidc-callback` for every node. Order has no meaning. Default: none. Changes in place. */
    redirectUris: z.array(z.string()).default([]),
    /** `implicit` or `authorization_code`. Default `implicit`. Changes in place. */
    flowType: z.enum(["implicit", "authorization_code"]).default("implicit"),
    /** Claim that holds a user's groups. Default `groups`. Changes in place. */
    groupsClaim: z.string().min(1).default("groups"),
    /** True to let only users in that the service knows already. Default false: the first login makes the user. Changes in place. */
    disableAutoCreate: z.boolean().default(false),
  },
  outputs: {},
  fixed: { strategy: "oidc" },
  immutable: ["name"],
  secret: ["clientSecret"],
  writeOnly: ["clientSecret"],
  together: [["discoveryUri", "clientId", "clientSecret"]],
  unordered: ["redirectUris"],
  wire: {
    discoveryUri: "oidc_options.discovery_uri",
    clientId: "oidc_options.client_id",
    clientSecret: "oidc_options.client_secret",
    redirectUris: "oidc_options.redirect_uris",
    flowType: "oidc_options.flow_type",
    groupsClaim: "oidc_options.groups_claim",
  },
});
