import { idOf, withEmulator, type Client, type Loose } from "../emulator/client";

/**
 * Who may do what with keys when nobody has granted anything: F12 of the third check, and the
 * permissions of a key.
 */

const shared = withEmulator();
const password = "Correct-Horse-9";
const bytes = { accept: "application/json", "content-type": "application/octet-stream" };

async function userIn(...groups: string[]): Promise<Client> {
  const { client } = shared;
  const user = await client.ok("POST", "/usermgmt/users", { username: "app", password });
  for (const group of groups) {
    if ((await client.get(`/usermgmt/groups/${group}`)).status === 404)
      await client.ok("POST", "/usermgmt/groups", { name: group });
    await client.ok("POST", `/usermgmt/groups/${group}/users/${String(user["user_id"])}`);
  }
  return client.as({ name: "app", password });
}

const makeKey = (permissions?: object): Promise<Loose> =>
  shared.client.ok("POST", "/vault/keys2", { name: "orders", labels: { env: "prod" }, meta: { permissions } });

async function statusOf(app: Client, path: string, body: unknown, type?: object): Promise<number> {
  const authorization = `Bearer ${await app.logIn()}`;
  const headers = { accept: "application/json", authorization, ...type };
  return (await app.raw("POST", `/api/v1${path}`, body, headers)).status;
}
const encrypt = (app: Client) => statusOf(app, "/crypto/encrypt", { id: "orders", plaintext: "eA==" });

describe("a user without a group", () => {
  test("makes no key and no secret", async () => {
    const app = await userIn();
    expect((await app.post("/vault/keys2", { name: "mine" })).status).toBe(403);
    expect((await app.post("/vault/secrets", { name: "mine", material: "eA" })).status).toBe(403);
    expect((await shared.client.ok("GET", "/vault/keys2")).total).toBe(0);
  });

  test.each(["", "/versions", "?type=name"])("finds no key at its path%s", async (rest) => {
    const app = await userIn();
    await makeKey();
    expect((await app.get(`/vault/keys2/orders${rest}`)).status).toBe(404);
  });

  test("finds no key in a list, a query or the labels", async () => {
    const app = await userIn();
    await makeKey();
    expect((await app.ok("GET", "/vault/keys2")).total).toBe(0);
    expect((await app.ok("POST", "/vault/query-keys", {})).total).toBe(0);
    expect((await app.ok("GET", "/vault/key-labels")).total).toBe(0);
  });

  test("changes, exports, uses and deletes none", async () => {
    const app = await userIn();
    const { id } = await makeKey();
    const at = `/vault/keys2/${String(id)}`;
    expect((await app.patch(at, { description: "x" })).status).toBe(404);
    for (const verb of ["export", "versions", "revoke", "destroy", "clone"])
      expect((await app.post(`${at}/${verb}`, {})).status).toBe(404);
    expect(await encrypt(app)).toBe(404);
    expect(await statusOf(app, "/crypto/mac?keyName=orders", "x", bytes)).toBe(404);
    expect((await app.delete(at)).status).toBe(404);
    expect((await shared.client.get(at)).body.id).toBe(id);
  });

  test("finds no secret", async () => {
    const app = await userIn();
    await shared.client.ok("POST", "/vault/secrets", { name: "pin", material: "eA" });
    expect((await app.get("/vault/secrets/pin")).status).toBe(404);
    expect((await app.ok("GET", "/vault/secrets")).total).toBe(0);
    expect((await app.post("/vault/secrets/pin/export")).status).toBe(404);
  });
});

test.each(["Key Admins", "Key Users", "admin"])("a member of %s makes and uses keys", async (group) => {
  const app = await userIn(group);
  expect((await app.post("/vault/keys2", { name: "orders" })).status).toBe(201);
  expect(await encrypt(app)).toBe(200);
});

describe("a key that grants something to a group", () => {
  const four = ["ReadKey", "EncryptWithKey", "DecryptWithKey", "UseKey"];
  const grants = (rights: string[]) => Object.fromEntries(rights.map((right) => [right, ["apps"]]));

  test("encrypts for it with the four rights that this takes, and no more", async () => {
    const app = await userIn("apps");
    const key = await makeKey(grants(four));
    expect((await app.get("/vault/keys2/orders")).body.id).toBe(idOf(key));
    expect((await app.ok("GET", "/vault/keys2")).total).toBe(1);
    expect(await encrypt(app)).toBe(200);
    expect((await app.post("/vault/keys2", { name: "mine" })).status).toBe(403);
    expect((await app.post("/vault/keys2/orders/export")).status).toBe(403);
    expect((await app.patch("/vault/keys2/orders", { description: "x" })).status).toBe(403);
    expect((await app.delete("/vault/keys2/orders")).status).toBe(403);
  });

  test.each([
    ["UseKey", 403],
    ["ReadKey", 404],
  ])("encrypts nothing without %s: %i", async (right, status) => {
    const app = await userIn("apps");
    await makeKey(grants(four.filter((one) => one !== right)));
    expect(await encrypt(app)).toBe(status);
  });

  test("shows its material to a group that may export it", async () => {
    const app = await userIn("apps");
    await makeKey(grants(["ReadKey", "ExportKey"]));
    expect((await app.post("/vault/keys2/orders/export")).status).toBe(200);
  });
});
