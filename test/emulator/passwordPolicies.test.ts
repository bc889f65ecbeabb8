import { each, withEmulator, type Client, type Loose } from "./client";

const shared = withEmulator({});
const path = "/usermgmt/pwdpolicies";
const strict = {
  policy_name: "strict",
  inclusive_min_upper_case: 2,
  inclusive_min_lower_case: 2,
  inclusive_min_digits: 2,
  inclusive_min_other: 2,
  inclusive_min_total_length: 10,
  inclusive_max_total_length: 50,
  password_history_threshold: 10,
  failed_logins_lockout_thresholds: [0, 5, 30],
  password_lifetime: 20,
  password_change_min_days: 100,
};
const good = "AAbb11!!xx";
const create = (body: object = {}): Promise<Loose> => shared.client.ok("POST", path, { ...strict, ...body });
const addUser = (body: object): Promise<Loose> =>
  shared.client.ok("POST", "/usermgmt/users", { username: "ann", ...body });
const as = (password: string): Client => shared.client.as({ name: "ann", password });

describe("password policies", () => {
  test("are created, read, listed, changed and deleted by name", async () => {
    const { client } = shared;
    expect(await create()).toEqual({ ...strict, created_at: expect.any(String), updated_at: expect.any(String) });
    const changed = await client.ok("PATCH", `${path}/strict`, {
      inclusive_min_digits: 3,
      failed_logins_lockout_thresholds: [],
    });
    expect(changed).toMatchObject({ ...strict, inclusive_min_digits: 3, failed_logins_lockout_thresholds: [] });
    expect(await client.ok("GET", `${path}/strict`)).toEqual(changed);
    expect(each(await client.ok("GET", path), "policy_name")).toEqual(["global", "strict"]);
    expect((await client.delete(`${path}/strict`)).status).toBe(204);
    expect((await client.get(`${path}/strict`)).status).toBe(404);
  });

  test("include one for everybody, which can be changed and not deleted", async () => {
    const { client } = shared;
    const before = await client.ok("GET", `${path}/global`);
    expect(before).toMatchObject({ policy_name: "global", inclusive_min_total_length: 8 });
    await client.ok("PATCH", `${path}/global`, { inclusive_min_total_length: 12 });
    expect(await client.ok("GET", "/auth/self/pwdpolicy")).toMatchObject({ inclusive_min_total_length: 12 });
    expect((await client.post("/usermgmt/users", { username: "ann", password: "Short-123" })).body.message).toBe(
      "the password needs at least 12 characters",
    );
    expect((await client.delete(`${path}/global`)).status).toBe(403);
    expect(each(await client.ok("GET", path), "policy_name")).toEqual(["global"]);
    await client.ok("POST", "/domains", { name: "child", admins: ["admin"] });
    expect(await client.as({ domain: "child" }).ok("GET", `${path}/global`)).toMatchObject({
      inclusive_min_total_length: 8,
    });
  });

  test.each<[string, object, number]>([
    ["no name", { policy_name: undefined }, 400],
    ["a name that is taken", { policy_name: "strict" }, 409],
    ["the global one's name", { policy_name: "global" }, 409],
    ["lengths that contradict each other", { inclusive_max_total_length: 5 }, 400],
    ["a negative count", { inclusive_min_digits: -1 }, 400],
    ["lockouts that are no list", { failed_logins_lockout_thresholds: 5 }, 400],
    ["a negative lockout", { failed_logins_lockout_thresholds: [-1] }, 400],
  ])("are refused with %s", async (_name, body, status) => {
    await create();
    expect((await shared.client.post(path, { ...strict, policy_name: "other", ...body })).status).toBe(status);
  });

  test("are for administrators of users", async () => {
    await addUser({ password: "Clerk-1234" });
    expect((await as("Clerk-1234").post(path, strict)).status).toBe(403);
  });
});

describe("a user with a policy", () => {
  beforeEach(async () => {
    await create();
  });

  test.each([
    ["Ab1!", "at least 10 characters, 2 lower case letters, 2 upper case letters, 2 digits, 2 special characters"],
    ["AAbb11!xxx", "2 special characters"],
    [`${good}${"x".repeat(50)}`, "at most 50 characters"],
  ])("cannot have the password %s", async (password, lacking) => {
    const body = { username: "ann", password, password_policy: "strict" };
    expect((await shared.client.post("/usermgmt/users", body)).body.message).toBe(`the password needs ${lacking}`);
  });

  test("follows it when the password changes, and nobody else does", async () => {
    const { client } = shared;
    const { user_id: id = "" } = await addUser({ password: good, password_policy: "strict" });
    await client.ok("POST", "/usermgmt/users", { username: "bob", password: "Clerk-1234" });
    const change = (new_password: string) =>
      client.raw("PATCH", "/api/v1/auth/changepw", { username: "ann", password: good, new_password });
    expect((await change("Clerk-1234")).status).toBe(400);
    const user = `/usermgmt/users/${encodeURIComponent(id)}`;
    expect((await client.patch(user, { password: "Clerk-1234" })).status).toBe(400);
    await client.ok("PATCH", user, { password: "Clerk-1234", password_policy: "global" });
    expect(await as("Clerk-1234").ok("GET", "/auth/self/pwdpolicy")).toMatchObject({ policy_name: "global" });
  });

  test("sees it", async () => {
    await addUser({ password: good, password_policy: "strict" });
    expect(await as(good).ok("GET", "/auth/self/pwdpolicy")).toMatchObject(strict);
  });

  test("is locked by failed logins for as long as it says", async () => {
    const { client } = shared;
    const { user_id: id = "" } = await addUser({ password: good, password_policy: "strict" });
    const logIn = async (password: string): Promise<number> =>
      (await client.raw("POST", "/api/v1/auth/tokens/", { name: "ann", password })).status;
    expect([await logIn("wrong"), await logIn(good)]).toEqual([401, 200]);
    expect([await logIn("wrong"), await logIn("wrong"), await logIn(good)]).toEqual([401, 401, 401]);
    await client.advance(5 * 60 - 1);
    expect(await logIn(good)).toBe(401);
    await client.advance(1);
    expect([await logIn("wrong"), await logIn(good)]).toEqual([401, 401]);
    await client.advance(6 * 60);
    expect(await logIn(good)).toBe(401);
    await client.ok("PATCH", `/usermgmt/users/${encodeURIComponent(id)}`, { failed_logins_count: 0 });
    expect(await logIn(good)).toBe(200);
  });

  test("falls back to the global one when it is deleted", async () => {
    await addUser({ password: good, password_policy: "strict" });
    await shared.client.ok("DELETE", `${path}/strict`);
    expect(await as(good).ok("GET", "/auth/self/pwdpolicy")).toMatchObject({ policy_name: "global" });
  });
});
