import { defineSystem } from "../system";
import { domain } from "./domain";
import { group } from "./group";
import { ldapIdentityProvider } from "./ldap";
import { oidcIdentityProvider } from "./oidc";
import { user } from "./user";

export const identity = defineSystem({
  name: "identity",
  title: "Users, groups and domains",
  definitions: [domain, group, user, ldapIdentityProvider, oidcIdentityProvider],
});
