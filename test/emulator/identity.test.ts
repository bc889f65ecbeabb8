import { each, idOf, listOf, withEmulator, type Client, type Loose } from "./client";

const shared = withEmulator();
const password = "Some-Secret-1";

const newUser = (client: Client, username: string, more: object = {}): Promise<Loose> =>
  client.ok("POST", "/usermgmt/users", { username, password, ...more });

describe("users", () => {
  test.each([
    ["too short a password", { password: "aB1-" }, 400],
    ["a password without a digit", { password: "No-Digits-Here" }, 400],
    ["a password without a special character", { password: "NoSpecial123" }, 400],
    ["no password", { password: "" }, 400],
    ["a pipe in the name", { username: "a|b" }, 400],
    ["a name that is taken, in another case", { username: "ADMIN" }, 409],
    ["an unknown login method", { allowed_auth_methods: ["telepathy"] }, 400],
    ["methods that exclude each other", { allowed_auth_methods: ["password", "password_with_user_certificate"] }, 400],
    ["a certificate instead of a password", { password: "", allowed_auth_methods: ["user_certificate"] }, 201],
    ["unknown fields", { full_name: "ignored" }, 201],
  ])("with %s", async (_name, body, status) => {
    expect((await shared.client.post("/usermgmt/users/", { username: "jane", password, ...body })).status).toBe(status);
  });

  test("are created, changed and deleted, and never show their password", async () => {
    const { client } = shared;
    const user = await newUser(client, "jane", {
      name: "Jane Doe",
      email: "jane@example.com",
      app_metadata: { team: "keys" },
    });
    expect(user).toMatchObject({
      username: "jane",
      nickname: "jane",
      name: "Jane Doe",
      allowed_auth_methods: ["password"],
    });
    expect(JSON.stringify(user)).not.toContain("Secret");
    const path = `/usermgmt/users/${String(user.user_id)}`;
    expect(await client.ok("PATCH", path, { name: "Jane Roe", username: "other" })).toMatchObject({
      name: "Jane Roe",
      username: "jane",
    });
    expect(
      (await client.post("/usermgmt/users", { username: "joe", password, email: "JANE@example.com" })).status,
    ).toBe(409);
    expect((await client.delete("/usermgmt/users/self")).status).toBe(403);
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.get(path)).body).toMatchObject({ code: 16, message: "Resource not found" });
  });

  test("are listed by group, by name, and with their groups", async () => {
    const { client } = shared;
    const jane = await newUser(client, "jane");
    await client.ok("POST", `/usermgmt/groups/Key%20Users/users/${String(jane.user_id)}`);
    await client.ok("POST", `/usermgmt/groups/CCKM%20Users/users/${String(jane.user_id)}`);
    expect(each(await client.ok("GET", "/usermgmt/users?groups=Key%20Users"), "username")).toEqual(["jane"]);
    expect(each(await client.ok("GET", "/usermgmt/users?username=j*"), "username")).toEqual(["jane"]);
    const others = await client.ok("GET", "/usermgmt/users?exclude_groups=CCKM%20Admins,Key%20Users");
    expect(each(others, "username")).toEqual(["admin"]);
    const [found] = listOf((await client.ok("GET", "/usermgmt/users?username=jane&return_groups=true")).resources);
    expect(found).toMatchObject({ groups: ["CCKM Users", "Key Users"] });
  });
});

describe("groups", () => {
  test("have members, names and descriptions; system groups cannot be deleted", async () => {
    const { client } = shared;
    const jane = await newUser(client, "jane");
    const id = String(jane.user_id);
    expect((await client.post("/usermgmt/groups", { name: "Team", description: "ours" })).status).toBe(201);
    expect((await client.post("/usermgmt/groups", { name: "Team" })).status).toBe(409);
    for (const count of [1, 1])
      expect(await client.ok("POST", `/usermgmt/groups/Team/users/${id}`)).toMatchObject({ users_count: count });
    expect(each(await client.ok("GET", `/usermgmt/groups?users=${id}`), "name")).toEqual(["Team"]);
    expect(await client.ok("PATCH", "/usermgmt/groups/Team", { name: "Crew" })).toMatchObject({
      name: "Crew",
      description: "ours",
    });
    expect((await client.delete(`/usermgmt/groups/Crew/users/${id}`)).status).toBe(204);
    expect(await client.ok("GET", "/usermgmt/groups/Crew")).not.toHaveProperty("users_count");
    expect((await client.delete("/usermgmt/groups/admin")).status).toBe(403);
    expect((await client.delete("/usermgmt/groups/Crew")).status).toBe(204);
    expect((await client.get("/usermgmt/groups/Crew")).status).toBe(404);
  });

  test.each([
    ["POST", "/usermgmt/users", {}, []],
    ["POST", "/domains", {}, []],
    ["POST", "/connectionmgmt/services/aws/connections", {}, []],
    ["POST", "/scheduler/job-configs", {}, []],
    ["POST", "/cckm/aws/kms", {}, []],
    ["POST", "/usermgmt/users", {}, ["User Admins"]],
    ["POST", "/cckm/aws/kms", {}, ["CCKM Admins"]],
  ])("decide whether %s %s is allowed", async (method, path, body, groups) => {
    const { client } = shared;
    const jane = await newUser(client, "jane");
    for (const group of groups)
      await client.ok("POST", `/usermgmt/groups/${encodeURIComponent(group)}/users/${String(jane.user_id)}`);
    const caller = client.as({ name: "jane", password });
    const { status } = await caller.call(method, path, body);
    await caller.close();
    expect(status).toBe(groups.length === 0 ? 403 : 400);
  });
});

describe("domains", () => {
  async function tenant(client: Client, more: object = {}): Promise<{ domain: Loose; inside: Client }> {
    const { user_id } = await client.ok("GET", "/auth/self/user");
    const domain = await client.ok("POST", "/domains", { name: "tenant", admins: [user_id], ...more });
    return { domain, inside: client.as({ domain: "tenant" }) };
  }

  test.each([
    ["no admins", { admins: [] }, 400],
    ["an unknown admin", { admins: ["local|x"] }, 400],
    ["no name", { name: "" }, 400],
    ["a name that is taken", { name: "root" }, 409],
  ])("with %s are refused", async (_name, body, status) => {
    const { user_id } = await shared.client.ok("GET", "/auth/self/user");
    expect((await shared.client.post("/domains", { name: "tenant", admins: [user_id], ...body })).status).toBe(status);
  });

  test("isolate their objects, and are part of every URI", async () => {
    const { client } = shared;
    const { domain, inside } = await tenant(client);
    const ours = await inside.ok("POST", "/vault/keys2", { name: "secret" });
    expect(ours).toMatchObject({
      account: `kylo:kylo:admin:accounts:kylo-${idOf(domain)}`,
      uri: `kylo:kylo-${idOf(domain)}:vault:keys:secret-v0`,
    });
    expect((await client.get(`/vault/keys2/${idOf(ours)}`)).status).toBe(404);
    expect((await client.post("/vault/keys2", { name: "secret" })).status).toBe(201);
    expect((await inside.ok("GET", "/vault/keys2")).total).toBe(1);
    expect((await inside.post("/domains", { name: "x", admins: ["y"] })).status).toBe(403);
    expect(each(await inside.ok("GET", "/domains"), "name")).toEqual(["tenant"]);
    await inside.close();
  });

  test("admit only members, and have users of their own when allowed", async () => {
    const { client } = shared;
    const { inside } = await tenant(client, { allow_user_management: true });
    await newUser(client, "jane");
    const stranger = client.as({ name: "jane", password, domain: "tenant" });
    expect((await stranger.logIn().catch(String)).includes("401")).toBe(true);
    const jane = await client.ok("GET", "/usermgmt/users/jane");
    expect((await inside.post("/usermgmt/users", { user_id: jane.user_id })).status).toBe(201);
    await expect(stranger.logIn()).resolves.toBeTruthy();
    await newUser(inside, "local", { is_domain_user: true });
    const local = client.as({ name: "local", password, domain: "tenant", auth_domain: "tenant" });
    await expect(local.logIn()).resolves.toBeTruthy();
    expect(each(await inside.ok("GET", "/usermgmt/users?sort=username"), "username")).toEqual([
      "admin",
      "jane",
      "local",
    ]);
    await Promise.all([inside, stranger, local].map((one) => one.close()));
  });

  test("are changed, deleted with everything in them, and reject their former tokens", async () => {
    const { client } = shared;
    const { domain, inside } = await tenant(client);
    expect(await client.ok("PATCH", "/domains/tenant", { meta: { a: 1 }, name: "x" })).toMatchObject({
      name: "tenant",
      meta: { a: 1 },
    });
    await inside.ok("POST", "/vault/keys2", { name: "secret" });
    expect((await client.delete(`/domains/${idOf(domain)}`)).status).toBe(204);
    expect((await inside.get("/vault/keys2")).status).toBe(401);
    expect((await client.delete("/domains/root")).status).toBe(403);
    await inside.close();
  });
});
