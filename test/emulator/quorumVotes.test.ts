import { each, idOf, withEmulator, type Client, type Loose } from "./client";
import { allQuorums, decide, held, key, makeKey, quorumsPath, stateOf, userIn } from "./quorumHold";

/** Who decides about a held call: votes, profiles, and which operations are guarded. */

const shared = withEmulator({ world: { quorums: { operations: ["DeleteKey"] } } });
const profiles = "/quorum-mgmt/profiles";
let people: Client[] = [];

afterEach(async () => {
  await Promise.all(people.map((one) => one.close()));
  people = [];
});

async function voter(name: string, ...groups: string[]): Promise<Client> {
  const one = await userIn(shared.client, name, ...groups);
  people.push(one);
  return one;
}

/** A held deletion, whose vote its requester has opened. */
async function opened(): Promise<string> {
  await makeKey(shared.client);
  const quorum = await held(shared.client, "DELETE", key);
  const reply = await shared.client.ok("POST", `${quorumsPath}/${quorum}/activate`, { reason: "key leaked" });
  expect(reply).toMatchObject({ state: "active", reason: "key leaked" });
  return quorum;
}

const act = (who: Client, quorum: string, action: string, body: object = {}) =>
  who.post(`${quorumsPath}/${quorum}/${action}`, body);

describe("a vote", () => {
  test("of enough members of the voter groups approves", async () => {
    const { client } = shared;
    const [kim, lee] = [await voter("kim", "Key Admins"), await voter("lee", "Key Admins")];
    await client.ok("PATCH", `${profiles}/DeleteKey`, { required_approvals: 2 });
    const quorum = await opened();
    const first = (await act(kim, quorum, "approve", { note: "checked" })).body;
    expect(first).toMatchObject({ state: "active", required_approvals: 2 });
    expect(first.votes).toEqual([expect.objectContaining({ vote: "approve", note: "checked" })]);
    expect(await held(client, "DELETE", key)).toBe(quorum);
    expect((await act(lee, quorum, "approve")).body.state).toBe("approved");
    expect((await client.delete(key)).status).toBe(204);
    expect(await stateOf(client, quorum)).toBe("executed");
  });

  test("against it denies, whatever others have said", async () => {
    const { client } = shared;
    const [kim, lee] = [await voter("kim", "Key Admins"), await voter("lee", "Key Admins")];
    await client.ok("PATCH", `${profiles}/DeleteKey`, { required_approvals: 2 });
    const quorum = await opened();
    await act(kim, quorum, "approve");
    expect((await act(lee, quorum, "deny", { note: "in use" })).body.state).toBe("denied");
    expect((await act(kim, quorum, "revoke")).status).toBe(409);
    expect(await held(client, "DELETE", key)).not.toBe(quorum);
  });

  test("that is taken back counts no longer: the same quorum waits again", async () => {
    const { client } = shared;
    const kim = await voter("kim", "Key Admins");
    const quorum = await opened();
    expect((await act(kim, quorum, "revoke")).status).toBe(409);
    await act(kim, quorum, "approve");
    expect((await act(kim, quorum, "revoke")).body).toMatchObject({ state: "active", votes: [] });
    expect(await held(client, "DELETE", key)).toBe(quorum);
    expect((await act(kim, quorum, "approve")).body.state).toBe("approved");
    expect((await client.delete(key)).status).toBe(204);
    expect((await act(kim, quorum, "revoke")).status).toBe(409);
  });

  test("is nobody's but a voter's, once, while it is open", async () => {
    const { client } = shared;
    await makeKey(client);
    const [kim, lee] = [await voter("kim", "Key Admins"), await voter("lee", "User Admins")];
    const quorum = await held(client, "DELETE", key);
    expect((await act(kim, quorum, "approve")).status).toBe(409);
    expect((await act(kim, quorum, "activate")).status).toBe(403);
    await client.ok("POST", `${quorumsPath}/${quorum}/activate`);
    expect((await act(client, quorum, "activate")).status).toBe(409);
    expect((await act(lee, quorum, "approve")).status).toBe(403);
    await client.ok("PATCH", `${profiles}/DeleteKey`, { required_approvals: 2 });
    expect((await act(kim, quorum, "approve")).status).toBe(200);
    expect((await act(kim, quorum, "deny")).status).toBe(409);
    await client.advance(7 * 86_400);
    expect(await stateOf(client, quorum)).toBe("expired");
  });

  test("is not the requester's, not even as a voter", async () => {
    const kim = await voter("kim", "Key Admins");
    await makeKey(shared.client);
    const quorum = await held(kim, "DELETE", key);
    await act(kim, quorum, "activate");
    expect((await act(kim, quorum, "approve")).body.message).toContain("the requester");
  });

  test("is not that of excluded groups", async () => {
    const { client } = shared;
    const kim = await voter("kim", "Key Admins", "Key Users");
    await client.ok("PATCH", `${profiles}/DeleteKey`, { excluded_groups: ["Key Users"] });
    expect((await act(kim, await opened(), "approve")).status).toBe(403);
  });
});

describe("quorums", () => {
  test("are listed by operation, state, requester and object", async () => {
    const { client } = shared;
    const waiting = await opened();
    const { uri } = await client.ok("GET", key);
    const { user_id } = await client.ok("GET", "/auth/self/user");
    const found = async (query: string): Promise<unknown[]> => (await allQuorums(client, query)).map(idOf);
    for (const query of ["operation=DeleteKey", "state=active", `uri=${uri}`, `req_id=${user_id}`])
      expect(await found(`?${query}`)).toEqual([waiting]);
    for (const query of ["operation=RevokeKey", "state=pre-active", "uri=x", "req_id=x"])
      expect(await found(`?${query}`)).toEqual([]);
    await decide(client, waiting, "expire");
    expect(await found("?state=expired")).toEqual([waiting]);
  });

  test("name what they are about", async () => {
    const { client } = shared;
    const quorum = await opened();
    const { id, uri } = await client.ok("GET", key);
    const list = await client.ok("GET", `${quorumsPath}/${quorum}/resources`);
    expect(list).toEqual({ skip: 0, limit: 1, total: 1, resources: [{ id, name: "orders", uri }] });
  });

  test("are dropped by their requester or an administrator", async () => {
    const { client } = shared;
    const [kim, lee] = [await voter("kim", "Key Admins"), await voter("lee", "Key Admins")];
    await makeKey(client);
    const first = await held(kim, "DELETE", key);
    expect((await lee.delete(`${quorumsPath}/${first}`)).status).toBe(403);
    expect((await kim.delete(`${quorumsPath}/${first}`)).status).toBe(204);
    const second = await held(kim, "DELETE", key);
    expect((await client.delete(`${quorumsPath}/${second}`)).status).toBe(204);
    expect(await allQuorums(client)).toEqual([]);
  });
});

describe("profiles", () => {
  test("are there from the beginning, one for each operation", async () => {
    const { client } = shared;
    const all = await client.ok("GET", `${profiles}?limit=-1`);
    expect(all.total).toBe(16);
    const addition = await client.ok("GET", `${profiles}/AddUserToGroup`);
    expect(addition).toEqual({
      id: expect.any(String),
      name: "AddUserToGroup",
      category: "Users",
      operation_label: "Add User to Group",
      required_approvals: 1,
      voter_groups: ["User Admins"],
      excluded_groups: [],
      auto_executable: true,
      expiration_period: 7,
    });
    expect(await client.ok("GET", `${profiles}/${idOf(addition)}`)).toEqual(addition);
    for (const query of ["name=AddUserToGroup", "category=Users", "label=Add*Group"])
      expect(each(await client.ok("GET", `${profiles}?${query}`), "name")).toEqual(["AddUserToGroup"]);
    expect((await client.get(`${profiles}/EncryptKey`)).status).toBe(404);
  });

  test("are changed by administrators: who votes, and how many", async () => {
    const { client } = shared;
    const path = `${profiles}/DeleteKey`;
    const change = { required_approvals: 3, voter_groups: ["admin", "Key Admins"], excluded_groups: ["Key Users"] };
    const before = await client.ok("GET", path);
    const sent = { ...change, auto_executable: true, expiration_period: 1 };
    expect(await client.ok("PATCH", path, sent)).toEqual({ ...(before as unknown as object), ...change });
    expect(await client.ok("PATCH", path, { required_approvals: 2 })).toMatchObject({
      ...change,
      required_approvals: 2,
    });
    expect((await client.patch(path, { voter_groups: ["nobody"] })).status).toBe(400);
    expect((await client.patch(path, { required_approvals: -1 })).status).toBe(400);
    expect((await (await voter("kim", "Key Admins")).patch(path, change)).status).toBe(403);
  });
});

describe("the policy", () => {
  const status = async (operation: string): Promise<Loose> =>
    await shared.client.ok("GET", `/quorum-mgmt/policy/status?operation=${operation}`);

  test("says which operations are guarded, and is changed by administrators", async () => {
    const { client } = shared;
    const activate = { actions: ["RevokeKey"] };
    expect((await status("RevokeKey")).resources).toEqual([
      { operation: ["RevokeKey"], active: false, profile: "RevokeKey", description: "Quorum for: Revoke Key" },
    ]);
    await client.ok("POST", "/quorum-mgmt/policy/activate", activate);
    expect(each(await client.ok("GET", "/quorum-mgmt/policy/status?active=true"), "profile")).toEqual([
      "DeleteKey",
      "RevokeKey",
    ]);
    await client.ok("POST", "/quorum-mgmt/policy/deactivate", activate);
    expect(each(await status("RevokeKey"), "active")).toEqual([false]);
    const kim = await voter("kim", "Key Admins");
    expect((await kim.post("/quorum-mgmt/policy/deactivate", { actions: ["DeleteKey"] })).status).toBe(403);
  });

  test("knows no other operation", async () => {
    for (const body of [{}, { actions: ["EncryptKey"] }, { actions: ["DeleteKey", "constructor"] }])
      expect((await shared.client.post("/quorum-mgmt/policy/activate", body)).status).toBe(400);
  });
});
