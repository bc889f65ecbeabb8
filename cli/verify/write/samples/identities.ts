import type { Sample } from "../sample";
import { certificate } from "./certificate";

/** Users, groups and identity providers; certificate authorities and clients; keys of the vault. */
export const identities: readonly Sample[] = [
  {
    type: "User",
    inputs: (at) => ({ password: at.password, isDomainUser: true, name: "One", userMetadata: { step: 1 } }),
    change: (at) => ({ password: at.otherPassword, name: "Two", userMetadata: { step: 2 }, preventUiLogin: true }),
  },
  {
    type: "Group",
    needs: ["User"],
    inputs: (at) => ({ description: "one", users: [at.output("User", "userId")], userMetadata: { step: 1 } }),
    change: { description: "two", users: [], userMetadata: { step: 2 } },
  },
  {
    type: "LdapIdentityProvider",
    inputs: (at) => ({
      serverUrl: "ldaps://ldap.example.invalid",
      rootDn: "dc=example,dc=invalid",
      bindDn: "cn=reader,dc=example,dc=invalid",
      bindPassword: at.password,
      groupBaseDn: "ou=groups,dc=example,dc=invalid",
      disableAutoCreate: true,
    }),
    change: (at) => ({ uidField: "uid", bindPassword: at.otherPassword, searchFilter: "(objectClass=person)" }),
  },
  {
    type: "OidcIdentityProvider",
    inputs: (at) => ({
      discoveryUri: "https://id.example.invalid/.well-known/openid-configuration",
      clientId: "verify",
      clientSecret: at.password,
      redirectUris: ["https://service.example.invalid/api/v1/auth/oidc-callback"],
      disableAutoCreate: true,
    }),
    change: (at) => ({ clientSecret: at.otherPassword, groupsClaim: "roles" }),
  },
  {
    type: "LocalCa",
    inputs: (at) => ({ cn: at.name("ca"), names: [{ country: "FR", organization: "Verify" }], duration: 2 }),
    change: { allowClientAuthentication: false, allowUserAuthentication: false },
  },
  {
    type: "ExternalCa",
    inputs: () => ({ certificate, allowClientAuthentication: false }),
    change: { allowClientAuthentication: true },
  },
  {
    type: "ClientProfile",
    needs: ["LocalCa"],
    inputs: (at) => ({ ca: at.id("LocalCa"), certDuration: 1, csrParameters: { orgName: "Verify" } }),
    change: { certDuration: 2, csrParameters: { orgName: "Verify", country: "FR" } },
  },
  {
    type: "RegistrationToken",
    needs: ["ClientProfile"],
    inputs: (at) => ({
      profile: at.id("ClientProfile"),
      lifetime: "1h",
      maxClients: 2,
      namePrefix: at.name("client"),
      labels: { step: "1" },
    }),
    change: { lifetime: "2h", maxClients: 3, labels: { step: "2" } },
  },
  {
    type: "ClientKeyPair",
    inputs: () => ({ names: [{ organization: "Verify" }] }),
    change: "another request is another key pair",
    stays: "it is made and kept by this package, not by the service",
  },
  {
    type: "RegisteredClient",
    needs: ["RegistrationToken", "ClientKeyPair"],
    inputs: (at) => ({
      registrationToken: at.output("RegistrationToken", "token"),
      csr: at.output("ClientKeyPair", "csr"),
    }),
    ending: { onDestroy: "delete" },
    change: { doNotModifySubjectDn: true },
  },
  {
    type: "VaultKey",
    inputs: (at) => ({
      algorithm: "aes",
      size: 256,
      description: "one",
      labels: { step: "1", gone: "1" },
      aliases: [at.name("alias")],
    }),
    ending: { onDestroy: "destroy" },
    change: (at) => ({
      description: "two",
      labels: { step: "2", new: "2" },
      aliases: [at.name("other")],
      unexportable: true,
    }),
  },
  {
    type: "VaultKeyRotation",
    needs: ["VaultKey"],
    inputs: (at) => ({ key: at.id("VaultKey"), frequencyDays: 365 }),
    change: { frequencyDays: 180 },
    stays: "it is a property of its key",
  },
  {
    type: "VaultKeyRevocation",
    needs: ["VaultKey"],
    inputs: (at) => ({ key: at.id("VaultKey"), version: 0, reason: "Superseded" }),
    ending: { onDestroy: "reactivate" },
    change: { reason: "CessationOfOperation" },
  },
  {
    type: "VaultSecret",
    inputs: () => ({ value: "Verified-Secret-1", labels: { step: "1", gone: "1" } }),
    ending: { onDestroy: "destroy" },
    change: { value: "Verified-Secret-2", labels: { step: "2", new: "2" } },
  },
  {
    type: "ApiObject",
    inputs: (at) => ({
      path: "/usermgmt/groups",
      body: { name: at.name("apiobject"), description: "one" },
      idField: "name",
      replaceOn: ["name"],
    }),
    change: (at) => ({ body: { name: at.name("apiobject"), description: "two" } }),
  },
];
