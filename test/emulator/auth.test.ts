import { type Client, each, idOf, listOf, withEmulator } from "./client";

const shared = withEmulator({});
const login = (body: object): ReturnType<Client["raw"]> => shared.client.raw("POST", "/api/v1/auth/tokens/", body);
const admin = { name: "admin", password: "CipherTrust-Demo-1" };

function bearer(token: unknown): Record<string, string> {
  return { authorization: `Bearer ${String(token)}` };
}

describe("logins", () => {
  test.each([
    ["by name", { name: "admin" }, 200],
    ["by username, in any case", { username: "ADMIN" }, 200],
    ["of the local identity provider, named in front", { username: "local_account|admin" }, 200],
    ["of the local identity provider, named beside", { username: "admin", connection: "local_account" }, 200],
    ["to the root domain by name", { name: "admin", domain: "root" }, 200],
    ["with field names in another case", { Name: "admin", Domain: "" }, 200],
    ["with a wrong password", { name: "admin", password: "wrong" }, 401],
    ["of an unknown user", { name: "nobody" }, 401],
    ["through an unknown identity provider", { name: "admin", connection: "ldap" }, 401],
    ["to an unknown domain", { name: "admin", domain: "nowhere" }, 401],
    ["without a name", {}, 400],
    ["with an unknown grant type", { name: "admin", grant_type: "magic" }, 400],
    ["of an unregistered client", { grant_type: "client_credential", client_id: "x" }, 401],
  ])("%s", async (_name, body, status) => {
    const reply = await login({ password: admin.password, ...body });
    expect(reply.status).toBe(status);
    if (status === 401)
      expect(reply.body).toMatchObject({ code: 5, codeDesc: expect.stringMatching(/^NCERRUnauthorizedAccess/) });
  });

  describe("of a user whose account is in another domain", () => {
    const jane = { name: "jane", password: "Password-Of-Jane-1" };
    const unknown = { status: 401, body: { message: "Wrong username or password." } };
    const malformed = { status: 400, body: { message: expect.stringContaining("must start with /") as string } };
    const granted = { status: 200, body: { jwt: expect.any(String) as string } };

    /** Jane in the domain team; a user of her name in the root domain has another password. */
    async function users(): Promise<void> {
      const { client } = shared;
      await client.ok("POST", "/domains", { name: "team", admins: ["admin"], allow_user_management: true });
      await client.ok("POST", "/usermgmt/users", { username: "jane", password: "Another-Password-1" });
      const team = client.as({ domain: "team" });
      try {
        await team.ok("POST", "/usermgmt/users", { username: jane.name, password: jane.password });
      } finally {
        await team.close();
      }
    }

    test.each([
      ["the name of that domain", { auth_domain: "team" }, granted],
      ["its path", { auth_domain_path: "/team" }, granted],
      ["a longer path that ends there", { auth_domain_path: "/company/team/" }, granted],
      ["a path, which supersedes a name", { auth_domain: "root", auth_domain_path: "/team" }, granted],
      ["the path of no domain, beside the right name", { auth_domain: "team", auth_domain_path: "/nowhere" }, unknown],
      ["the path of the root domain", { auth_domain_path: "/" }, unknown],
      ["neither", {}, unknown],
      ["no path", { auth_domain_path: "team" }, malformed],
    ])("by %s", async (_name, home, expected) => {
      await users();
      const reply = await login({ ...jane, domain: "team", ...home });
      expect(reply).toMatchObject(expected);
      if (expected !== granted) return;
      const session = bearer(reply.body.jwt);
      const me = await shared.client.raw("GET", "/api/v1/auth/self/user", undefined, session);
      expect(me.body).toMatchObject({ username: "jane" });
      const { body: domain } = await shared.client.raw("GET", "/api/v1/domain", undefined, session);
      expect(domain).toMatchObject({ name: "team" });
    });

    test("reaches only the domains that the account belongs to", async () => {
      await users();
      expect(await login({ ...jane, auth_domain_path: "/team" })).toMatchObject(unknown);
      expect(await login({ ...admin, domain: "team", auth_domain_path: "/" })).toMatchObject(granted);
    });
  });

  test("return an API token for 300 seconds and a refresh token", async () => {
    const { body } = await login(admin);
    expect(body).toMatchObject({
      duration: 300,
      token_type: "Bearer",
      refresh_token: expect.stringMatching(/^.{64}$/),
    });
    const claims: unknown = JSON.parse(Buffer.from(String(body.jwt).split(".")[1] ?? "", "base64url").toString());
    expect(claims).toMatchObject({
      iss: "kylo",
      acc: "kylo",
      sub: expect.stringMatching(/^local\|/),
      cust: { groups: ["admin"] },
    });
    const { iat, exp } = claims as { iat: number; exp: number };
    expect(exp - iat).toBe(300);
  });

  test("count failures on the account", async () => {
    await login({ ...admin, password: "wrong" });
    await login({ ...admin, password: "wrong" });
    const { jwt } = (await login(admin)).body;
    const failed = await shared.client.raw("GET", "/api/v1/audit/records?success=false", undefined, bearer(jwt));
    expect(failed.body.total).toBe(2);
    expect(each(failed.body, "username")).toEqual(["admin", "admin"]);
  });
});

describe("tokens", () => {
  const whoAmI = (token: unknown): ReturnType<Client["raw"]> =>
    shared.client.raw("GET", "/api/v1/auth/self/user", undefined, bearer(token));

  test("expire by the emulator's clock", async () => {
    const { jwt } = (await login(admin)).body;
    await shared.client.advance(298);
    expect((await whoAmI(jwt)).status).toBe(200);
    await shared.client.advance(2);
    const late = await whoAmI(jwt);
    expect(late.status).toBe(401);
    expect(late.body).toMatchObject({ code: 5, message: "Invalid token" });
  });

  test("are rejected when they are missing, changed or issued elsewhere", async () => {
    const { jwt } = (await login(admin)).body;
    const [head, body] = String(jwt).split(".");
    for (const token of ["", "x", `${head}.${body}.AAAA`, `${String(jwt)}x`])
      expect((await whoAmI(token)).status).toBe(401);
    expect((await shared.client.raw("GET", "/api/v1/usermgmt/users")).status).toBe(401);
  });

  test("can be refreshed with the same refresh token, or with a new one on request", async () => {
    const first = (await login(admin)).body;
    const again = (await login({ grant_type: "refresh_token", refresh_token: first.refresh_token })).body;
    expect(again.refresh_token).toBe(first.refresh_token);
    expect((await whoAmI(again.jwt)).status).toBe(200);
    const renewed = (
      await login({ grant_type: "refresh_token", refresh_token: first.refresh_token, renew_refresh_token: true })
    ).body;
    expect(renewed.refresh_token).not.toBe(first.refresh_token);
    expect((await login({ grant_type: "refresh_token", refresh_token: first.refresh_token })).status).toBe(401);
    expect((await login({ grant_type: "refresh_token", refresh_token: renewed.refresh_token })).status).toBe(200);
  });

  test("are revoked by their value, and refresh tokens expire when unused or too old", async () => {
    const first = (await login(admin)).body;
    expect((await shared.client.raw("POST", "/api/v1/auth/revoke", { token: first.jwt })).status).toBe(204);
    expect((await whoAmI(first.jwt)).body).toMatchObject({ message: "Token has been revoked" });
    const idle = (await login({ ...admin, refresh_token_revoke_unused_in: 10 })).body;
    const old = (await login({ ...admin, refresh_token_lifetime: 20 })).body;
    expect(old.refresh_token_expires_in).toBe(1200);
    await shared.client.advance(601);
    expect((await login({ grant_type: "refresh_token", refresh_token: idle.refresh_token })).status).toBe(401);
    expect((await login({ grant_type: "refresh_token", refresh_token: old.refresh_token })).status).toBe(200);
    await shared.client.advance(601);
    expect((await login({ grant_type: "refresh_token", refresh_token: old.refresh_token })).status).toBe(401);
  });

  test("are listed without their value, and can be deleted", async () => {
    const mine = (await login({ ...admin, labels: ["ci"] })).body;
    const all = await shared.client.ok("GET", "/auth/tokens?labels=ci");
    expect(all).toMatchObject({
      total: 1,
      resources: [{ id: mine.refresh_token_id, username: "admin", revoked: false, expired: false }],
    });
    expect(JSON.stringify(all)).not.toContain(mine.refresh_token);
    expect((await shared.client.delete(`/auth/tokens/${String(mine.refresh_token_id)}`)).status).toBe(204);
    expect((await login({ grant_type: "refresh_token", refresh_token: mine.refresh_token })).status).toBe(401);
  });
});

describe("the own account", () => {
  test("shows itself, its domains and the password policy", async () => {
    const { client } = shared;
    expect(await client.ok("GET", "/auth/self/user")).toMatchObject({
      username: "admin",
      user_metadata: { current_domain: { name: "root" } },
    });
    expect(each(await client.ok("GET", "/auth/self/domains"), "name")).toEqual(["root"]);
    expect(await client.ok("GET", "/auth/self/pwdpolicy")).toMatchObject({ inclusive_min_total_length: 8 });
    expect(await client.ok("GET", "/domain")).toMatchObject({ name: "root" });
    expect(await client.ok("PATCH", "/auth/self/user", { email: "a@example.com" })).toMatchObject({
      email: "a@example.com",
    });
  });

  test("changes its password without a token", async () => {
    const change = { username: "admin", password: admin.password, new_password: "Another-Secret-2" };
    expect(
      (await shared.client.raw("PATCH", "/api/v1/auth/changepw", { ...change, new_password: "short" })).status,
    ).toBe(400);
    expect((await shared.client.raw("PATCH", "/api/v1/auth/changepw", change)).status).toBe(204);
    expect((await login(admin)).status).toBe(401);
    expect((await login({ ...admin, password: "Another-Secret-2" })).status).toBe(200);
  });

  test("can no longer log in once it has expired or is deleted", async () => {
    const { client } = shared;
    const password = "Temporary-User-1";
    const user = await client.ok("POST", "/usermgmt/users", {
      username: "temp",
      password,
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    });
    const token = (await login({ name: "temp", password })).body.jwt;
    expect((await whoAmIs(token)).status).toBe(200);
    await client.advance(61);
    expect((await login({ name: "temp", password })).status).toBe(401);
    await client.ok("PATCH", `/usermgmt/users/${encodeURIComponent(String(user.user_id))}`, { expires_at: "" });
    const late = (await login({ name: "temp", password })).body.jwt;
    expect((await client.delete(`/usermgmt/users/${String(user.user_id)}`)).status).toBe(204);
    expect((await whoAmIs(late)).status).toBe(401);
  });

  const whoAmIs = (token: unknown): ReturnType<Client["raw"]> =>
    shared.client.raw("GET", "/api/v1/auth/self/user", undefined, bearer(token));
});

test("every domain and user is found in each supported way", async () => {
  const { client } = shared;
  const users = await client.ok("GET", "/usermgmt/users/");
  const id = String(listOf(users.resources)[0]?.user_id);
  for (const reference of [id, encodeURIComponent(id), "self", "admin"]) {
    expect(await client.ok("GET", `/usermgmt/users/${reference}`)).toMatchObject({ user_id: id });
  }
  const root = await client.ok("GET", "/domains/root");
  expect(await client.ok("GET", `/domains/${idOf(root)}`)).toEqual(root);
});
