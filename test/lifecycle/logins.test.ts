import { createApi } from "../../provider/api/client";
import { readSettings } from "../../provider/api/settings";
import { make, startRig, type Rig } from "./rig";

/** The provider's own logins as users of an LDAP directory and of an OpenID provider, to any domain. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

/** The user that the service recognizes, or why it rejects the login. */
async function logIn(given: Record<string, string>): Promise<unknown> {
  const { address, caCertificate } = rig.emulator;
  const api = createApi(readSettings((name) => ({ address, caCertificate, ...given })[name as string], {}));
  try {
    const [user, domain] = [await api.get("/auth/self/user"), await api.get("/domain")];
    return { user: user.username, domain: domain.name };
  } catch (error) {
    return (error as Error).message;
  } finally {
    await api.close();
  }
}

test("a user of an LDAP directory and one of an OpenID provider log in by the name of their provider", async () => {
  await make(rig, "LdapIdentityProvider", {
    name: "corporate",
    serverUrl: "ldaps://ldap.example.com",
    rootDn: "dc=example,dc=com",
    bindDn: "cn=ciphertrust,dc=example,dc=com",
    bindPassword: "Ldap-Demo-Password-1",
  });
  await make(rig, "OidcIdentityProvider", {
    name: "sso",
    discoveryUri: "https://login.example.com/.well-known/openid-configuration",
    clientId: "ciphertrust",
    clientSecret: "Oidc-Demo-Secret-1",
  });
  const alice = { username: "alice", password: "Ldap-Alice-1", connection: "corporate" };
  const carol = { username: "carol", password: "Oidc-Carol-1", connection: "sso" };
  expect(await logIn(alice)).toEqual({ user: "alice", domain: "root" });
  expect(await logIn(carol)).toEqual({ user: "carol", domain: "root" });
  expect(await logIn({ ...alice, connection: "sso" })).toMatch(/refused the login of user alice/);
  expect(await logIn({ ...alice, domain: "tenant" })).toMatch(
    /refused the login of user alice of the connection corporate in domain tenant/,
  );

  const [found] = await rig.api.list("/usermgmt/users/", { username: "alice" });
  await make(rig, "Domain", { name: "tenant", admins: [String(found!.user_id)] });
  expect(await logIn({ ...alice, domain: "tenant" })).toEqual({ user: "alice", domain: "tenant" });
});

test("a user of an LDAP directory is created before the first login", async () => {
  await make(rig, "LdapIdentityProvider", {
    name: "closed",
    serverUrl: "ldaps://ldap.example.com",
    rootDn: "dc=example,dc=com",
    bindDn: "cn=ciphertrust,dc=example,dc=com",
    bindPassword: "Ldap-Demo-Password-1",
    disableAutoCreate: true,
  });
  const alice = { username: "alice", password: "Ldap-Alice-1", connection: "closed" };
  expect(await logIn(alice)).toMatch(/refused the login of user alice/);
  const { id } = await make(rig, "User", { username: "alice", connection: "closed" });
  expect(id).toBe("closed|alice");
  expect(await logIn(alice)).toEqual({ user: "alice", domain: "root" });
});
