import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RouteTable } from "../../emulator/core/routing";
import { startEmulator } from "../../emulator/index";
import { systems } from "../../emulator/systems";
import { guardables } from "../../emulator/systems/quorums/guardable";
import { Client, idOf, withEmulator, type Reply } from "./client";
import { allQuorums, decide, guardedCalls, held, key, makeKey, setPolicy, stateOf, userIn } from "./quorumHold";

/** Calls that others have to approve: what is held, in which form, and when a call passes. */

const operations = guardables.map(({ operation }) => operation);
const licensing = { licenses: [{ feature: "CCKM" }] };
const shared = withEmulator({ world: { licensing, quorums: { operations: ["DeleteKey"] } } });
const deletion = (): Promise<Reply> => shared.client.delete(key);
const holdDeletion = (): Promise<string> => held(shared.client, "DELETE", key);

test("every guardable operation is one that the emulator has, and is called here", () => {
  const routes = RouteTable.of(systems).routes.filter(({ implemented }) => implemented);
  const keys = routes.map((route) => route.key);
  expect(guardables.filter(({ route }) => !keys.includes(route))).toEqual([]);
  expect(Object.keys(guardedCalls).sort()).toEqual([...operations].sort());
});

describe.each([202, 403])("with the response %d,", (response) => {
  test.each(guardables)("$operation is held, once, until it is approved", async ({ operation, isAutomatic }) => {
    const { client } = shared;
    const { method, path, body, shown = path } = await guardedCalls[operation]!(client);
    await setPolicy(client, { operations: [...operations], response });
    const { body: before } = await client.get(shown);
    const first = await client.call(method, path, body);
    expect(first.status).toBe(response);
    const [quorum, ...others] = await allQuorums(client);
    expect([quorum, others]).toEqual([expect.objectContaining({ operation, state: "pre-active" }), []]);
    const id = idOf(quorum!);
    if (response === 202) expect(first.body).toEqual(quorum);
    else {
      expect(first.body).toMatchObject({ code: 6, quorum: { id, state: "pre-active", operation } });
      expect(first.body.codeDesc).toMatch(new RegExp(`^NCERRQuorumRequired: ${operation} .*${id}`));
    }
    expect(await held(client, method, path, body)).toBe(id);
    expect((await client.get(shown)).body).toEqual(before);
    expect((await decide(client, id, "approve")).body.state).toBe(isAutomatic ? "executed" : "approved");
    if (!isAutomatic) {
      expect((await client.get(shown)).body).toEqual(before);
      expect((await client.call(method, path, body)).status).toBeLessThan(205);
    }
    expect((await client.get(shown)).body).not.toEqual(before);
    expect(await stateOf(client, id)).toBe("executed");
  });
});

describe("a repeated call", () => {
  test("passes once", async () => {
    const { client } = shared;
    await makeKey(client);
    await setPolicy(client, { operations: ["RevokeKey"] });
    const reason = { reason: "Superseded" };
    const first = await held(client, "POST", `${key}/revoke`, reason);
    await decide(client, first, "approve");
    expect((await client.post(`${key}/revoke`, reason)).status).toBe(200);
    expect(await held(client, "POST", `${key}/revoke`, reason)).not.toBe(first);
  });

  test.each<[string, (quorum: string) => Promise<unknown>]>([
    ["denied", (quorum) => decide(shared.client, quorum, "deny")],
    ["expired, by a control call", (quorum) => decide(shared.client, quorum, "expire")],
    ["expired, by the clock", () => shared.client.advance(7 * 86_400)],
    ["deleted", (quorum) => shared.client.ok("DELETE", `/quorum-mgmt/quorums/${quorum}`)],
  ])("of what was %s is held anew", async (_how, end) => {
    await makeKey(shared.client);
    const first = await holdDeletion();
    await end(first);
    const second = await holdDeletion();
    expect(second).not.toBe(first);
    expect(await stateOf(shared.client, second)).toBe("pre-active");
    expect((await shared.client.get(key)).status).toBe(200);
  });

  test("is another call if its body or its object is another", async () => {
    const { client } = shared;
    await makeKey(client);
    await setPolicy(client, { operations: ["RevokeKey"] });
    await client.ok("POST", "/vault/keys2", { name: "other" });
    const revoke = (name: string, reason: string): Promise<string> =>
      held(client, "POST", `/vault/keys2/${name}/revoke`, { reason });
    const ids = [
      await revoke("orders", "Superseded"),
      await revoke("orders", "KeyCompromise"),
      await revoke("other", "Superseded"),
    ];
    expect(new Set(ids).size).toBe(3);
    const { id } = await client.ok("GET", key);
    expect(await revoke(id!, "Superseded")).toBe(ids[0]);
  });

  test("passes for its requester only", async () => {
    const { client } = shared;
    await makeKey(client);
    const kim = await userIn(client, "kim", "Key Admins");
    const first = await holdDeletion();
    expect(await held(kim, "DELETE", key)).toBe(first);
    await decide(client, first, "approve");
    expect(await held(kim, "DELETE", key)).not.toBe(first);
    expect((await deletion()).status).toBe(204);
    await kim.close();
  });

  test("does not pass for a new key of the same name", async () => {
    const { client } = shared;
    await makeKey(client);
    await decide(client, await holdDeletion(), "approve");
    await setPolicy(client, { operations: [] });
    expect((await deletion()).status).toBe(204);
    await makeKey(client);
    await setPolicy(client, { operations: ["DeleteKey"] });
    expect([202, 403]).toContain((await deletion()).status);
    expect((await client.get(key)).status).toBe(200);
  });

  test("that is refused keeps its approval", async () => {
    const { client } = shared;
    await makeKey(client);
    const quorum = await holdDeletion();
    await decide(client, quorum, "approve");
    await client.ok("PATCH", key, { undeletable: true });
    expect((await deletion()).body.message).toBe("key is not deletable");
    expect(await stateOf(client, quorum)).toBe("approved");
    await client.ok("PATCH", key, { undeletable: false });
    expect((await deletion()).status).toBe(204);
  });
});

describe("a call is not held", () => {
  test("if it would be refused", async () => {
    const { client } = shared;
    await makeKey(client);
    await client.ok("PATCH", key, { undeletable: true });
    expect((await deletion()).body.message).toBe("key is not deletable");
    expect((await client.delete("/vault/keys2/nobody")).status).toBe(404);
    const lee = await userIn(client, "lee");
    expect((await lee.delete(key)).status).toBe(404);
    await lee.close();
    expect(await allQuorums(client)).toEqual([]);
  });

  test("if its operation is not guarded, or no longer", async () => {
    const { client } = shared;
    await makeKey(client);
    expect((await client.post(`${key}/archive`)).status).toBe(200);
    await holdDeletion();
    await client.ok("POST", "/quorum-mgmt/policy/deactivate", { actions: ["DeleteKey"] });
    expect((await deletion()).status).toBe(204);
  });

  test("in another domain, which has its own policy", async () => {
    const { client } = shared;
    const { user_id } = await client.ok("GET", "/auth/self/user");
    await client.ok("POST", "/domains", { name: "team", admins: [user_id] });
    const inside = client.as({ domain: "team" });
    await makeKey(inside);
    expect((await inside.delete(key)).status).toBe(204);
    await makeKey(inside);
    await inside.ok("POST", "/quorum-mgmt/policy/activate", { actions: ["DeleteKey"] });
    const quorum = await held(inside, "DELETE", key);
    expect(await allQuorums(client)).toEqual([]);
    expect((await decide(client, quorum, "approve")).body.state).toBe("approved");
    expect((await inside.delete(key)).status).toBe(204);
    await inside.close();
  });
});

describe("what the service does by itself after the approval", () => {
  test("is in the audit records, as a call of the requester", async () => {
    const { client } = shared;
    const { method, path } = await guardedCalls["AddUserToGroup"]!(client);
    await setPolicy(client, { operations: ["AddUserToGroup"] });
    await decide(client, await held(client, method, path), "approve");
    const { resources } = await client.ok("GET", "/audit/records?sort=-createdAt&limit=1");
    expect(resources).toEqual([
      expect.objectContaining({
        message: "POST /usermgmt/groups/{name}/users/{user_id}",
        username: "admin",
        details: { method, path: `/api/v1${path}`, status: 200 },
      }),
    ]);
  });

  test("stays approved if it fails, and the repeated call says why", async () => {
    const { client } = shared;
    const { method, path } = await guardedCalls["AddUserToGroup"]!(client);
    await setPolicy(client, { operations: ["AddUserToGroup"] });
    const quorum = await held(client, method, path);
    await client.ok("DELETE", path.replace(/.*\/users/, "/usermgmt/users"));
    expect((await decide(client, quorum, "approve")).body.state).toBe("approved");
    expect((await client.call(method, path)).status).toBe(404);
  });
});

describe("the world", () => {
  test("is shown, and changed in parts", async () => {
    const { client } = shared;
    const world = async (): Promise<unknown> => (await client.raw("GET", "/emulator/world")).body.quorums;
    expect(await world()).toEqual({ operations: ["DeleteKey"], response: 202 });
    await setPolicy(client, { response: 403 });
    expect(await world()).toEqual({ operations: ["DeleteKey"], response: 403 });
    await setPolicy(client, { operations: ["RevokeKey"] });
    expect(await world()).toEqual({ operations: ["RevokeKey"], response: 403 });
  });

  test.each([
    ["policy", { operations: ["EncryptKey"] }, 400],
    ["policy", { response: 200 }, 400],
    ["decisions", { quorum: "nobody", decision: "approve" }, 404],
    ["decisions", { quorum: "nobody", decision: "praise" }, 400],
  ])("refuses the %s %j", async (what, body, status) => {
    expect((await shared.client.raw("POST", `/emulator/world/quorums/${what}`, body)).status).toBe(status);
  });

  test("decides only what waits", async () => {
    await makeKey(shared.client);
    const quorum = await holdDeletion();
    await decide(shared.client, quorum, "deny");
    expect((await decide(shared.client, quorum, "approve")).status).toBe(409);
  });
});

test("policy and quorums outlive a restart", async () => {
  const data = mkdtempSync(join(tmpdir(), "quorums-"));
  try {
    const first = await startEmulator({ data, world: { quorums: { operations: ["DeleteKey"], response: 403 } } });
    const before = new Client(first);
    await makeKey(before);
    const quorum = await held(before, "DELETE", key);
    await before.close();
    await first.close();
    const second = await startEmulator({ data });
    const after = new Client(second);
    expect((await after.delete(key)).body).toMatchObject({ quorum: { id: quorum } });
    await decide(after, quorum, "approve");
    expect((await after.delete(key)).status).toBe(204);
    await after.close();
    await second.close();
  } finally {
    rmSync(data, { recursive: true });
  }
});
