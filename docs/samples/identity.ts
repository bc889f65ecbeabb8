import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

const operator = new ciphertrust.User("key-operator", {
  name: "Key operator",
  email: "operator@example.com",
  password: config.requireSecret("operatorPassword"),
});

// Users and registered clients; ContainerAcl permits a group to use keys.
const operators = new ciphertrust.Group("key-operators", {
  description: "Look after keys in clouds",
  users: [operator.id],
});

// A domain has keys, users and policies of its own. Its administrators are named once, when it is made.
const subsidiary = new ciphertrust.Domain("subsidiary", { admins: [operator.id], meta: { country: "fr" } });

// Users of a directory log in with the name of this identity provider as their connection.
new ciphertrust.LdapIdentityProvider("office", {
  serverUrl: "ldaps://ldap.example.com",
  rootDn: "dc=example,dc=com",
  uidField: "uid",
  bindDn: "cn=ciphertrust,dc=example,dc=com",
  bindPassword: config.requireSecret("ldapPassword"),
});

new ciphertrust.OidcIdentityProvider("single-sign-on", {
  discoveryUri: "https://login.example.com/.well-known/openid-configuration",
  clientId: "ciphertrust",
  clientSecret: config.requireSecret("oidcSecret"),
  redirectUris: ["https://cm.example.com/api/v1/auth/oidc-callback"],
  groupsClaim: "groups",
});

export const operatorsByName = ciphertrust.User.list({ username: operator.username });
export const groupsByName = ciphertrust.Group.list({ name: operators.name });
export const domainsByName = ciphertrust.Domain.list({ name: subsidiary.name });
