import { each, listOf, withEmulator, type Loose } from "./client";
import { key, linkedKeys, userIn } from "./quorumHold";

/** Links that clients make between vault keys. */

const shared = withEmulator({});
const links = "/vault/links/";

async function makeLink(more: object = {}): Promise<Loose> {
  return shared.client.ok("POST", links, { ...(await linkedKeys(shared.client)), ...more });
}
const keyNamed = (name: string): Promise<Loose> => shared.client.ok("GET", `/vault/keys2/${name}?type=name`);
const linksOf = async (name: string): Promise<unknown[]> => listOf((await keyNamed(name)).links ?? ([] as never));

test("a link shows both keys by URI and id, and its source shows it", async () => {
  const made = await makeLink();
  const [source, target] = [await keyNamed("orders"), await keyNamed("other")];
  expect(made).toMatchObject({
    type: "derivedKey",
    source: source.uri,
    sourceID: source.id,
    target: target.uri,
    targetID: target.id,
  });
  expect(await shared.client.ok("GET", `${links}${made.id}`)).toEqual(made);
  expect(await linksOf("orders")).toEqual([{ ...(made as unknown as object), index: 0 }]);
  expect(await linksOf("other")).toEqual([]);
});

test("stands behind the link to the other half of a pair", async () => {
  await shared.client.ok("POST", "/vault/keys2", { name: "pair", algorithm: "rsa", size: 2048 });
  await makeLink({ source: "pair" });
  expect(await linksOf("pair")).toMatchObject([
    { type: "publicKey", index: 0 },
    { type: "derivedKey", index: 1 },
  ]);
  expect(each(await shared.client.ok("GET", links), "type")).toEqual(["derivedKey"]);
  expect(each(await shared.client.ok("GET", "/vault/keys2?linkType=derivedKey"), "name")).toEqual(["pair"]);
});

test("is found by its keys and its type, and changed", async () => {
  const { client } = shared;
  const { id, sourceID, targetID } = await makeLink();
  for (const query of [`sourceID=${sourceID}`, `targetID=${targetID}`, "type=derivedKey"])
    expect(each(await client.ok("GET", `${links}?${query}`), "id")).toEqual([id]);
  expect(each(await client.ok("GET", `${links}?sourceID=${targetID}`), "id")).toEqual([]);
  expect(await client.ok("PATCH", `${links}${id}`, { type: "parent" })).toMatchObject({ type: "parent", sourceID });
  expect(await client.ok("PATCH", `${links}${id}`, { target: sourceID })).toMatchObject({ targetID: sourceID });
  expect(await client.ok("PATCH", `${links}${id}`, { source: targetID })).toMatchObject({ sourceID: targetID });
});

test.each([{ type: undefined }, { source: "nobody" }, { target: "nobody" }, { target: undefined }])(
  "is refused with %j",
  async (wrong) => {
    const body = { ...(await linkedKeys(shared.client)), ...wrong };
    expect((await shared.client.post(links, body)).status).toBe(400);
  },
);

test.each(["orders", "other"])("goes with %s, or by itself", async (name) => {
  const { client } = shared;
  const first = await makeLink();
  await client.ok("DELETE", `/vault/keys2/${name}`);
  expect((await client.get(`${links}${first.id}`)).status).toBe(404);
  await client.ok("DELETE", `/vault/keys2/${name === "orders" ? "other" : "orders"}`);
  const second = await makeLink();
  expect((await client.delete(`${links}${second.id}`)).status).toBe(204);
  expect((await client.get(key)).body).not.toHaveProperty("links");
});

test("is there only for those who may read its source", async () => {
  const { client } = shared;
  const { id } = await makeLink();
  const kim = await userIn(client, "kim");
  expect((await kim.get(`${links}${id}`)).status).toBe(404);
  expect(each(await kim.ok("GET", links), "id")).toEqual([]);
  expect((await kim.post(links, { type: "parent", source: "orders", target: "other" })).status).toBe(403);
  await kim.close();
});
