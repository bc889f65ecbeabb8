import { operations } from "../../emulator/index";
import { credentials, each, idOf, listOf, withEmulator } from "./client";

const shared = withEmulator();

describe("errors", () => {
  test.each([
    ["an unknown path", "GET", "/nowhere", 404, 16, "NCERRResourceNotFound: Resource not found"],
    ["an unknown method", "DELETE", "/auth/self/user", 404, 16, "NCERRResourceNotFound: Resource not found"],
    ["an unknown id", "GET", "/vault/keys2/nope", 404, 16, "NCERRResourceNotFound: Resource not found"],
    ["a missing field", "POST", "/usermgmt/groups", 400, 9, "NCERRInvalidParamValue: name is required"],
    [
      "an operation that is not implemented",
      "GET",
      "/domains/root/keks",
      501,
      1,
      "NCERRNotImplemented: GET /domains/{id}/keks is not implemented by the emulator",
    ],
    [
      "an operation with a verb after a colon",
      "POST",
      "/cckm/ekm/endpoints/1:confidentialwrap",
      501,
      1,
      "NCERRNotImplemented: POST /cckm/ekm/endpoints/{id}:confidentialwrap is not implemented by the emulator",
    ],
  ])("for %s", async (_name, method, path, status, code, codeDesc) => {
    const reply = await shared.client.call(method, path);
    expect(reply.status).toBe(status);
    expect(reply.body).toEqual({
      code,
      codeDesc,
      message: codeDesc.split(": ").slice(1).join(": "),
      requestID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test("for a body that is not JSON, or not an object", async () => {
    const send = (body: string): ReturnType<typeof shared.client.raw> =>
      shared.client.raw("POST", "/api/v1/auth/tokens/", body);
    expect(await send("{")).toMatchObject({
      status: 400,
      body: { code: 15, codeDesc: expect.stringContaining("NCERRBadRequest") },
    });
    expect(await send("[1]")).toMatchObject({ status: 400, body: { code: 9 } });
  });

  test("leave nothing behind", async () => {
    const { client } = shared;
    await client.post("/connectionmgmt/services/aws/connections", { name: "a", ...credentials, products: "cckm" });
    expect((await client.ok("GET", "/connectionmgmt/connections")).total).toBe(0);
  });
});

describe("paths", () => {
  test.each(["/usermgmt/users", "/usermgmt/users/", "//usermgmt//users"])("%s is understood", async (path) => {
    expect((await shared.client.get(path)).status).toBe(200);
  });

  test("every operation of the list responds, and says so when it isn't implemented", async () => {
    const all = operations();
    expect(all.length).toBeGreaterThan(770);
    const done = all.filter((one) => one.implemented);
    expect(done.length).toBeGreaterThan(130);
    const missing = all.filter((one) => !one.implemented);
    const replies = await Promise.all(
      missing.map(async ({ operation }) => {
        const [method = "", template = ""] = operation.split(" ");
        const { body, status } = await shared.client.raw(method, `/api/v1${template.replace(/\{\w+\}/g, "x")}`);
        return status === 501 && String(body.message).startsWith(operation) ? "" : `${operation}: ${status}`;
      }),
    );
    expect(replies.filter((reply) => reply !== "")).toEqual([]);
    expect(shared.emulator.operations()).toEqual(all);
  });
});

describe("lists", () => {
  const path = "/usermgmt/groups";
  beforeEach(async () => {
    for (let n = 0; n < 15; n += 1)
      await shared.client.ok("POST", path, {
        name: `g${String(n).padStart(2, "0")}`,
        description: n % 2 === 0 ? "even" : "odd",
      });
  });
  const names = async (query: string): Promise<unknown[]> =>
    each(await shared.client.ok("GET", `${path}?${query}`), "name");

  test("come in pages of ten", async () => {
    const first = await shared.client.ok("GET", `${path}?name=g*`);
    expect(first).toMatchObject({ skip: 0, limit: 10, total: 15 });
    expect(listOf(first.resources)).toHaveLength(10);
    expect(await names("name=g*&skip=10")).toEqual(["g10", "g11", "g12", "g13", "g14"]);
    expect(await names("name=g*&skip=14&limit=5")).toEqual(["g14"]);
    expect(await names("name=g*&skip=99")).toEqual([]);
    expect(await names("name=g*&limit=-1")).toHaveLength(15);
    expect((await shared.client.ok("GET", `${path}?limit=5000`)).limit).toBe(2000);
    for (const query of ["limit=x", "skip=-1", "limit=-2"])
      expect((await shared.client.get(`${path}?${query}`)).status).toBe(400);
  });

  test("are filtered and sorted", async () => {
    expect(await names("name=g03")).toEqual(["g03"]);
    expect(await names("name=g03&name=g0*5&name=nobody")).toEqual(["g03", "g05"]);
    expect(await names("name=g1*&description=even&sort=-name")).toEqual(["g14", "g12", "g10"]);
    expect(await names("name=g1*&sort=description,-name")).toEqual(["g14", "g12", "g10", "g13", "g11"]);
    expect(await names("name=G03")).toEqual([]);
    expect(await names("createdAfter=2999-01-01T00:00:00Z")).toEqual([]);
    expect((await names("name=g*&createdAfter=-1D&limit=-1")).length).toBe(15);
    expect((await shared.client.get(`${path}?createdAfter=yesterday`)).status).toBe(400);
  });

  test("ignore unknown parameters, and say so", async () => {
    const list = await shared.client.ok("GET", `${path}?colour=red`);
    expect(list).toMatchObject({ total: 37, messages: [expect.stringContaining("colour")] });
    expect(await shared.client.ok("GET", path)).not.toHaveProperty("messages");
  });
});

test("every write is recorded with its user, and without its body", async () => {
  const { client } = shared;
  await client.post("/vault/keys2", { name: "recorded", description: "unrepeatable" });
  await client.post("/vault/keys2", { name: "recorded" });
  const records = await client.ok("GET", "/audit/records?service=vault&sort=createdAt");
  expect(listOf(records.resources)).toMatchObject([
    {
      success: true,
      username: "admin",
      message: "POST /vault/keys2/",
      clientIP: expect.any(String),
      client_id: expect.any(String),
      severity: "info",
    },
    { success: false, severity: "warning", details: { status: 409 } },
  ]);
  expect(JSON.stringify(records)).not.toContain("unrepeatable");
  const [first] = listOf(records.resources);
  if (first !== undefined) expect(await client.ok("GET", `/audit/records/${idOf(first)}`)).toEqual(first);
  expect((await client.ok("GET", "/audit/records?success=false&username=admin")).total).toBe(1);
  expect((await client.ok("GET", "/audit/client-records")).total).toBe(0);
});

test("a thousand connections are accepted", async () => {
  const { client } = shared;
  const path = "/connectionmgmt/services/aws/connections";
  await client.ok("GET", path);
  const all = Array.from({ length: 1000 }, (_, n) => client.ok("POST", path, { name: `c${n}`, ...credentials }));
  const made = await Promise.all(all);
  expect(new Set(made.map(idOf)).size).toBe(1000);
  expect((await client.ok("GET", `${path}?name=c999`)).total).toBe(1);
  expect((await client.ok("GET", path)).total).toBe(1000);
});
