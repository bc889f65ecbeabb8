import { withEmulator, type Reply } from "./client";
import { callAs, localCa, makeRequest, ok, send, type Said } from "./machine";

const shared = withEmulator({});
const ldap = {
  name: "corporate",
  strategy: "ldap",
  ldap_options: {
    server_url: "ldaps://ldap.example.com",
    root_dn: "dc=example,dc=com",
    bind_dn: "cn=ciphertrust,dc=example,dc=com",
    bind_password: "Ldap-Demo-Password-1",
  },
};
const oidc = {
  name: "single-sign-on",
  strategy: "oidc",
  oidc_options: {
    discovery_uri: "https://login.example.com/.well-known/openid-configuration",
    client_id: "ciphertrust",
    client_secret: "Oidc-Demo-Secret-1",
    redirect_uris: ["https://cm.example.com/api/v1/auth/oidc-callback"],
  },
};

const logIn = (body: object): Promise<Reply> => shared.client.raw("POST", "/api/v1/auth/tokens/", body);
const add = (body: object): Promise<unknown> => ok(shared.client, "POST", "/usermgmt/connections/", body);

describe("external users", () => {
  test.each([
    ["an LDAP directory", ldap, "alice", "Ldap-Alice-1", "corporate|alice"],
    ["an OpenID provider", oidc, "carol", "Oidc-Carol-1", "single-sign-on|carol"],
  ])("log in through %s, and have an account from then on", async (_name, body, name, password, user_id) => {
    const made = await shared.client.ok("POST", "/usermgmt/connections/", body);
    expect(JSON.stringify(made)).not.toMatch(/Demo/);
    const connection = body.name;
    const session = await logIn({ name, password, connection });
    expect(session).toMatchObject({ status: 200, body: { refresh_token: expect.any(String) } });
    expect((await logIn({ name: `${connection}|${name.toUpperCase()}`, password })).status).toBe(200);
    const me = await shared.client.raw("GET", "/api/v1/auth/self/user", undefined, {
      authorization: `Bearer ${session.body.jwt}`,
    });
    expect(me.body).toMatchObject({ user_id, username: name, logins_count: 2, email: `${name}@example.com` });
    const refusals: object[] = [
      { name, password: "wrong", connection },
      { name: "nobody", password, connection },
      { name, password },
      { name, password, connection: "elsewhere" },
      { name: "admin", password: "CipherTrust-Demo-1", connection },
    ];
    for (const refused of refusals) expect((await logIn(refused)).status).toBe(401);
    await shared.client.raw("POST", "/emulator/world/directories/users", {
      url: "ldap_options" in body ? body.ldap_options.server_url : body.oidc_options.discovery_uri,
      username: name,
      password: null,
    });
    expect((await logIn({ name, password, connection })).status).toBe(401);
  });

  test("can log in only with an account if the connection says so, and to domains that they are members of", async () => {
    const { client } = shared;
    await add({ ...ldap, disable_auto_create: true });
    const login = { name: "bob", password: "Ldap-Bob-1", connection: "corporate" };
    expect((await logIn(login)).status).toBe(401);
    const local = await ok(client, "POST", "/usermgmt/users", { username: "bob", password: "Local-Bob-1" });
    const bob = await ok(client, "POST", "/usermgmt/users", { username: "bob", connection: "corporate" });
    expect(bob.user_id).toBe("corporate|bob");
    expect((await logIn(login)).status).toBe(200);
    const at = `/usermgmt/users/${encodeURIComponent(bob.user_id)}`;
    expect((await send(client, "PATCH", at, { password: "Another-One-1" })).status).toBe(400);
    const admin = await ok(client, "GET", "/auth/self/user");
    await ok(client, "POST", "/domains", { name: "team", admins: [admin.user_id] });
    expect((await logIn({ ...login, domain: "team" })).status).toBe(401);
    const inside = client.as({ domain: "team" });
    try {
      await ok(inside, "POST", "/usermgmt/users", { user_id: bob.user_id });
    } finally {
      await inside.close();
    }
    expect((await logIn({ ...login, domain: "team" })).status).toBe(200);
    expect((await logIn({ name: "bob", password: "Local-Bob-1" })).status).toBe(200);
    expect(local.user_id).toMatch(/^local\|/);
  });

  test.each([
    ["no strategy", { strategy: undefined }, 400],
    ["no server", { ldap_options: { root_dn: "dc=example" } }, 400],
    ["a URL with another scheme", { ldap_options: { ...ldap.ldap_options, server_url: "https://x" } }, 400],
    ["the name of the local accounts", { name: "local_account" }, 409],
    ["a name that is taken", { name: "single-sign-on" }, 409],
    ["an http provider", { strategy: "oidc", oidc_options: { ...oidc.oidc_options, discovery_uri: "http://x" } }, 400],
  ])("cannot log in through a connection with %s", async (_name, changes, status) => {
    await add(oidc);
    expect((await send(shared.client, "POST", "/usermgmt/connections", { ...ldap, ...changes })).status).toBe(status);
  });

  test("are rejected while the connection's own credentials are wrong", async () => {
    const { client } = shared;
    const wrong = { ...ldap, ldap_options: { ...ldap.ldap_options, bind_password: "wrong" } };
    const tested = await client.ok("POST", "/usermgmt/connection-test", wrong);
    expect(tested).toMatchObject({ connection_ok: false, connection_error: expect.stringContaining("49") });
    const made = await ok(client, "POST", "/usermgmt/connections", wrong);
    const login = { name: "alice", password: "Ldap-Alice-1", connection: "corporate" };
    expect((await logIn(login)).status).toBe(401);
    const right = { ldap_options: { bind_password: "Ldap-Demo-Password-1" } };
    await ok(client, "PATCH", `/usermgmt/connections/${made.id}`, right);
    expect((await logIn(login)).status).toBe(200);
    expect(await client.ok("POST", "/usermgmt/connection-test", ldap)).toEqual({ connection_ok: true });
    expect((await ok(client, "GET", "/usermgmt/connections?strategy=ldap")).total).toBe(1);
    expect((await send(client, "DELETE", `/usermgmt/connections/${made.id}`)).status).toBe(204);
    expect((await logIn(login)).status).toBe(401);
  });
});

describe("connections to directories", () => {
  const { server_url, bind_dn, bind_password } = ldap.ldap_options;
  const common = { base_dn: "dc=example,dc=com", user_login_attribute: "uid" };

  test.each([
    ["ldap", { server_url, bind_dn, bind_password, ...common }, { bind_password: "wrong" }],
    ["ldap", { server_url, ...common }, { base_dn: "dc=elsewhere" }],
    [
      "oidc",
      { url: oidc.oidc_options.discovery_uri, client_id: "ciphertrust", client_secret: "Oidc-Demo-Secret-1" },
      { url: "https://x" },
    ],
  ])("over %s are tested against the world", async (service, settings, wrong) => {
    const { client } = shared;
    const root = `/connectionmgmt/services/${service}`;
    const made = await ok(client, "POST", `${root}/connections`, { name: "c", ...settings });
    expect(JSON.stringify(made)).not.toMatch(/Demo/);
    const changed = await client.ok("PATCH", `${root}/connections/${made.id}`, { description: "By hand" });
    expect(changed).toMatchObject({ name: "c", description: "By hand" });
    expect(await client.ok("POST", `${root}/connections/${made.id}/test`)).toEqual({ connection_ok: true });
    expect(await client.ok("POST", `${root}/connection-test`, { ...settings, ...wrong })).toMatchObject({
      connection_ok: false,
    });
    const gone = await send(
      client,
      "POST",
      `/connectionmgmt/${service === "oidc" ? "services/oidc/" : ""}connections/${made.id}/delete`,
      {},
    );
    expect(gone.status).toBe(204);
    expect((await send(client, "GET", `${root}/connections/${made.id}`)).status).toBe(404);
  });
});

describe("users with certificates", () => {
  const machine = makeRequest("/O=Example/OU=People/CN=erin");

  async function certified(user: object): Promise<{ pair: { cert: string; key: string }; ca: string }> {
    const { client } = shared;
    const ca = await localCa(client);
    const order = { csr: machine.csr, purpose: "client", duration: 9 };
    const { cert } = await ok(client, "POST", `/ca/local-cas/${ca.id}/certs`, order);
    await ok(client, "POST", "/usermgmt/users", {
      username: "erin",
      certificate_subject_dn: "CN=erin, OU=People, O=Example",
      ...user,
    });
    return { pair: { cert, key: machine.key }, ca: ca.id };
  }

  const enter = (pair: { cert: string; key: string } | undefined, body: object): Promise<Said> =>
    callAs(shared.client.place, pair, "/auth/tokens/", body);

  test("log in without a password if that is allowed", async () => {
    const { pair, ca } = await certified({ allowed_auth_methods: ["user_certificate"] });
    const login = { grant_type: "user_certificate" };
    expect((await enter(pair, login)).status).toBe(200);
    expect((await enter(undefined, login)).status).toBe(401);
    await ok(shared.client, "PATCH", `/ca/local-cas/${ca}`, { allow_user_authentication: false });
    expect((await enter(pair, login)).body.message).toContain("is not allowed for user authentication");
    await ok(shared.client, "PATCH", `/ca/local-cas/${ca}`, { allow_user_authentication: true });
    await ok(shared.client, "PATCH", "/usermgmt/users/erin", { allowed_auth_methods: [] });
    expect((await enter(pair, login)).status).toBe(401);
  });

  test("need both if both are required", async () => {
    const password = "Password-Of-Erin-1";
    const { pair } = await certified({ allowed_auth_methods: ["password_with_user_certificate"], password });
    expect((await enter(pair, { name: "erin", password })).status).toBe(200);
    expect((await enter(undefined, { name: "erin", password })).status).toBe(401);
    expect((await enter(pair, { name: "erin", password: "wrong" })).status).toBe(401);
    expect((await enter(pair, { grant_type: "user_certificate" })).status).toBe(401);
  });
});
