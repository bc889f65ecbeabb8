import { withEmulator } from "./client";

const shared = withEmulator({});

test("the appliance has a name and a version, which every domain sees", async () => {
  const { client } = shared;
  const info = await client.ok("GET", "/system/info");
  expect(info).toEqual({
    name: "ciphertrust",
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    model: expect.any(String),
  });
  expect(await client.ok("PATCH", "/system/info", { name: "vault-1" })).toEqual({
    ...(info as object),
    name: "vault-1",
  });
  await client.ok("POST", "/domains", { name: "child", admins: ["admin"] });
  expect(await client.as({ domain: "child" }).ok("GET", "/system/info")).toMatchObject({ name: "vault-1" });
  expect((await client.patch("/system/info", {})).status).toBe(400);
});

test("every user reads it, and system administrators rename it", async () => {
  const { client } = shared;
  const login = { name: "clerk", password: "Clerk-1234" };
  await client.ok("POST", "/usermgmt/users", { username: login.name, password: login.password });
  const clerk = client.as(login);
  expect((await clerk.get("/system/info")).status).toBe(200);
  expect((await clerk.patch("/system/info", { name: "mine" })).status).toBe(403);
  const { user_id: id } = await clerk.ok("GET", "/auth/self/user");
  await client.ok("POST", `/usermgmt/groups/System%20Admins/users/${encodeURIComponent(id ?? "")}`);
  expect((await clerk.patch("/system/info", { name: "ours" })).status).toBe(200);
});

test("the status of its services needs no login", async () => {
  const { body, status } = await shared.client.raw("GET", "/api/v1/system/services/status");
  expect(status).toBe(200);
  expect(body).toEqual({
    status: "started",
    services: [
      { name: "nae-kmip", status: "started" },
      { name: "web", status: "started" },
    ],
  });
});
