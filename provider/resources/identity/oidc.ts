import * as z from "zod";
import { segment } from "../../api/client";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, named, open } from "../../lifecycle/vocabulary/field";
import { credential } from "../credential";

const path = "/usermgmt/connections/";

// The paths are not in the service's list of operations, but those that its public clients use.
/**
 * An OpenID Connect provider whose users may log in to the service: its name is what a login gives
 * as its `connection`. Destroying it ends those logins; its users stay in the directory.
 */
export const oidcIdentityProvider = defineResource({
  type: "OidcIdentityProvider",
  path,
  item: (id) => `${path}${segment(id)}`,
  inputs: {
    /** Name that logins give as their `connection`, unique. */
    name: named(z.string().min(1), { change: "replace" }),
    /** URL of the provider's `.well-known/openid-configuration`. */
    discoveryUri: field(z.string().regex(/^https:\/\/[^/]/, "must be an https URL"), {
      wire: "oidc_options.discovery_uri",
    }),
    /** Identity of the service at the provider. */
    clientId: field(credential(), { wire: "oidc_options.client_id" }),
    /** Secret of that identity. */
    clientSecret: field(credential().optional(), {
      seen: "never",
      secret: true,
      wire: "oidc_options.client_secret",
    }),
    /**
     * Addresses that the provider may send users back to, usually
     * `https://<service>/api/v1/auth/oidc-callback` for every node.
     */
    redirectUris: field(z.array(z.string()).default([]), {
      as: "set",
      wire: "oidc_options.redirect_uris",
      guards: true,
    }),
    /** `implicit` or `authorization_code`. */
    flowType: field(open(["implicit", "authorization_code"]).default("implicit"), { wire: "oidc_options.flow_type" }),
    /** Claim that holds a user's groups. */
    groupsClaim: field(z.string().min(1).default("groups"), { wire: "oidc_options.groups_claim", guards: true }),
    /**
     * True to let only users in that the service knows already. Default false: the first login
     * makes the user.
     */
    disableAutoCreate: field(z.boolean().default(false), { guards: true }),
  },
  outputs: {},
  fixed: { strategy: "oidc" },
  update: { together: [["discoveryUri", "clientId", "clientSecret"]] },
});
