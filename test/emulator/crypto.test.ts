import { createDecipheriv, createHmac, createPublicKey, privateDecrypt, verify } from "node:crypto";
import { withEmulator, type Loose, type Reply } from "./client";

const shared = withEmulator({});
let token = "";
beforeEach(async () => {
  token = await shared.client.logIn();
});

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const bytesOf = (text: Loose | undefined): Buffer => Buffer.from(text ?? "", "base64");
const accept = { accept: "application/json" };

const send = (path: string, body: unknown, headers: Record<string, string> = accept): Promise<Reply> =>
  shared.client.raw("POST", `/api/v1/crypto/${path}`, body, { authorization: `Bearer ${token}`, ...headers });
async function done(path: string, body: unknown, headers?: Record<string, string>): Promise<Loose> {
  const reply = await send(path, body, headers);
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
}
const octets = { ...accept, "content-type": "application/octet-stream" };
const makeKey = (body: object = {}): Promise<Loose> =>
  shared.client.ok("POST", "/vault/keys2", { name: "orders", ...body });
const rotate = (): Promise<Loose> => shared.client.ok("POST", "/vault/keys2/orders/versions", {});
const materialOf = async (key = "orders"): Promise<string> =>
  (await shared.client.ok("POST", `/vault/keys2/${key}/export`, {})).material ?? "";
const opened = async (blob: Loose): Promise<string> => bytesOf((await done("decrypt", blob)).plaintext).toString();

describe("encryption with AES", () => {
  test("what was encrypted before a rotation opens after it, and new data uses the new version", async () => {
    const first = await makeKey();
    const before = await done("encrypt", { id: "orders", type: "name", plaintext: base64("card 4711"), mode: "gcm" });
    expect(before).toMatchObject({ id: first.id, version: 0, mode: "gcm" });
    const second = await rotate();
    const after = await done("encrypt", { id: "orders", type: "name", plaintext: base64("card 4712"), mode: "gcm" });
    expect(after).toMatchObject({ id: second.id, version: 1 });
    expect([await opened(before), await opened(after)]).toEqual(["card 4711", "card 4712"]);
    const byName = (blob: Loose, version?: number): Promise<Reply> =>
      send("decrypt", { ...(blob as object), id: "orders", type: "name", version });
    expect((await byName(before, 0)).body).toEqual({ plaintext: base64("card 4711") });
    expect((await byName(after)).body).toEqual({ plaintext: base64("card 4712") });
    expect(await byName(before, 1)).toMatchObject({ status: 400, body: { code: 106 } });
    expect((await byName(before, 2)).status).toBe(404);
  });

  test("it is real: the exported key opens it anywhere", async () => {
    await makeKey();
    const blob = await done("encrypt", { id: "orders", plaintext: base64("secret"), aad: base64("order 7") });
    const decipher = createDecipheriv("aes-256-gcm", Buffer.from(await materialOf(), "hex"), bytesOf(blob.iv));
    decipher.setAuthTag(bytesOf(blob.tag)).setAAD(bytesOf(blob.aad));
    expect(Buffer.concat([decipher.update(bytesOf(blob.ciphertext)), decipher.final()]).toString()).toBe("secret");
    expect([bytesOf(blob.iv).length, bytesOf(blob.tag).length]).toEqual([12, 16]);
  });

  test.each([
    ["other additional data", { aad: base64("order 8") }],
    ["no additional data", { aad: undefined }],
    ["another tag", { tag: Buffer.alloc(16).toString("base64") }],
    ["another vector", { iv: Buffer.alloc(12).toString("base64") }],
    ["other data", { ciphertext: base64("zecret") }],
  ])("nothing opens with %s", async (_name, changes) => {
    await makeKey();
    const blob = await done("encrypt", { id: "orders", plaintext: base64("secret"), aad: base64("order 7") });
    expect(await send("decrypt", { ...(blob as object), ...changes })).toMatchObject({
      status: 400,
      body: { codeDesc: "NCERRCryptoOperationFailed: Cryptographic operation failed in cipher operation" },
    });
  });

  test.each([
    [{ size: 128 }, { mode: "cbc" }, { mode: "cbc", pad: "pkcs7" }],
    [{ size: 192 }, { mode: "ECB" }, { mode: "ecb", pad: "pkcs7" }],
    [{ size: 256 }, { mode: "cbc", iv: Buffer.alloc(16, 7).toString("base64") }, { iv: "BwcHBwcHBwcHBwcHBwcHBw==" }],
    [{ size: 256 }, { mode: "ecb", pad: "none" }, { pad: "none" }],
    [{ algorithm: "tdes" }, {}, { mode: "cbc", pad: "pkcs7" }],
    [{ algorithm: "tdes", size: 128 }, { pad: "pkcs5" }, { mode: "cbc", pad: "pkcs5" }],
    [{ size: 256 }, { plaintext: "" }, { ciphertext: "" }],
  ])("with %j and %j opens again", async (key, way, shown) => {
    await makeKey(key);
    const plaintext = base64("sixteen bytes ..");
    const blob = await done("encrypt", { id: "orders", plaintext, ...way });
    expect(blob).toMatchObject(shown);
    expect(await done("decrypt", blob)).toEqual({ plaintext: "plaintext" in way ? way.plaintext : plaintext });
  });

  test.each<[string, object, number]>([
    ["a key that does not exist", { id: "nobody" }, 404],
    ["no key", { id: undefined }, 400],
    ["no data", { plaintext: undefined }, 400],
    ["data that is not base64", { plaintext: "@@" }, 400],
    ["a mode that does not exist", { mode: "xyz" }, 400],
    ["a padding that does not exist", { mode: "cbc", pad: "oaep" }, 400],
    ["a vector of the wrong length", { mode: "cbc", iv: base64("short") }, 400],
    ["an incomplete block without padding", { mode: "cbc", pad: "none" }, 400],
  ])("is refused with %s", async (_name, changes, status) => {
    await makeKey();
    expect((await send("encrypt", { id: "orders", plaintext: base64("x"), ...changes })).status).toBe(status);
  });

  test("a client that does not say what it accepts is refused", async () => {
    await makeKey();
    expect(await send("encrypt", { id: "orders", plaintext: base64("x") }, {})).toMatchObject({
      status: 400,
      body: { code: 15, codeDesc: "NCERRBadRequest: Accept header is invalid." },
    });
  });
});

describe("the state of a key", () => {
  const act = (verb: string, body?: object): Promise<Loose> =>
    shared.client.ok("POST", `/vault/keys2/orders/${verb}`, body);
  const encrypt = (): Promise<Reply> => send("encrypt", { id: "orders", plaintext: base64("secret") });

  test("one that is compromised opens data and protects no more", async () => {
    await makeKey();
    const { body } = await encrypt();
    await act("revoke", { reason: "KeyCompromise" });
    expect((await encrypt()).status).toBe(400);
    expect(await opened(body)).toBe("secret");
  });

  test("one that was deactivated opens data once it is active again", async () => {
    await makeKey();
    const { body } = await encrypt();
    await act("revoke", { reason: "Superseded" });
    await act("reactivate", { reason: "DeactivatedToActive" });
    expect(await opened(body)).toBe("secret");
    expect((await encrypt()).status).toBe(200);
  });

  test.each([
    ["deactivated", () => act("revoke", { reason: "Superseded" })],
    ["destroyed", () => act("destroy")],
    ["archived", () => act("archive")],
  ])("one that is %s opens nothing", async (_name, end) => {
    await makeKey();
    const { body } = await encrypt();
    await end();
    expect((await encrypt()).status).toBe(400);
    expect(await send("decrypt", body)).toMatchObject({ status: 400, body: { code: 106 } });
  });

  test("one that is not active yet does nothing", async () => {
    await makeKey({ state: "Pre-Active" });
    expect((await encrypt()).status).toBe(400);
  });
});

describe("encryption with RSA", () => {
  test.each([undefined, "OAEP256", "oaep384", "OAEP512", "PKCS1"])(
    "padded with %s opens with the private key",
    async (pad) => {
      await makeKey({ algorithm: "rsa", size: 2048 });
      const blob = await done("encrypt", { id: "orders", plaintext: base64("secret"), pad });
      expect(blob).not.toHaveProperty("iv");
      expect(await opened(blob)).toBe("secret");
    },
  );

  test("the public half encrypts for the private one, for anybody who has that", async () => {
    await makeKey({ algorithm: "rsa", size: 2048 });
    const blob = await done("encrypt", { id: "orders_public", plaintext: base64("secret") });
    expect(privateDecrypt(await materialOf(), bytesOf(blob.ciphertext)).toString()).toBe("secret");
    expect((await send("decrypt", blob)).status).toBe(400);
    expect(await opened({ ...(blob as object), id: "orders" } as unknown as Loose)).toBe("secret");
    expect((await send("decrypt", { ...(blob as object), id: "orders", pad: "OAEP256" })).status).toBe(400);
    expect((await send("encrypt", { id: "orders", plaintext: base64("x".repeat(300)) })).status).toBe(400);
    expect((await send("encrypt", { id: "orders", plaintext: base64("x"), pad: "pkcs7" })).status).toBe(400);
  });

  test("other keys encrypt nothing", async () => {
    await makeKey({ algorithm: "ec", curveid: "prime256v1" });
    expect((await send("encrypt", { id: "orders", plaintext: base64("x") })).status).toBe(400);
  });
});

describe("signatures", () => {
  const text = "order 7";
  const signv = (query: string, body = text): Promise<Loose> => done(`signv?${query}`, body, octets);

  test.each([
    ["rsa", { algorithm: "rsa", size: 2048 }, "SHA1", "sha1"],
    ["rsa", { algorithm: "rsa", size: 2048 }, "SHA-256", "sha256"],
    ["ec", { algorithm: "ec", curveid: "secp384r1" }, "sha-512", "sha512"],
  ])("by %s are verified here and elsewhere: %j %s", async (_name, key, hashAlgo, hash) => {
    await makeKey(key);
    const query = `keyName=orders&hashAlgo=${hashAlgo}`;
    const { data = "" } = await done(`sign?${query}`, text, octets);
    expect(
      verify(hash, Buffer.from(text), createPublicKey(await materialOf("orders_public")), Buffer.from(data, "hex")),
    ).toBe(true);
    expect(await signv(`${query}&signature=${data}`)).toEqual({ verified: true });
    expect(await signv(`${query}&signature=${data}`, "order 8")).toEqual({ verified: false });
    expect(await signv(`keyName=orders_public&hashAlgo=${hashAlgo}&signature=${data}`)).toEqual({ verified: true });
    expect((await send(`sign?keyName=orders_public&hashAlgo=${hashAlgo}`, text, octets)).status).toBe(400);
  });

  test("of the data itself, with RSA", async () => {
    await makeKey({ algorithm: "rsa", size: 2048 });
    const { data = "" } = await done("sign?keyName=orders&hashAlgo=none", text, octets);
    expect(await signv(`keyName=orders&hashAlgo=none&signature=${data}`)).toEqual({ verified: true });
    expect(await signv(`keyName=orders&hashAlgo=none&signature=${data}`, "order 8")).toEqual({ verified: false });
    expect(await signv(`keyName=orders&hashAlgo=none&signature=${data.replace(/./g, "0")}`)).toEqual({
      verified: false,
    });
  });

  test("name the version after a rotation", async () => {
    await makeKey({ algorithm: "rsa", size: 2048 });
    const { data = "" } = await done("sign?keyName=orders&hashAlgo=SHA-256", text, octets);
    await rotate();
    const query = `keyName=orders&hashAlgo=SHA-256&signature=${data}`;
    expect(await signv(query)).toEqual({ verified: false });
    expect(await signv(`${query}&version=0`)).toEqual({ verified: true });
  });

  test.each([
    ["no key", "hashAlgo=SHA-256", 400],
    ["a key that does not exist", "keyName=nobody&hashAlgo=SHA-256", 404],
    ["no hash", "keyName=orders", 400],
    ["an unknown hash", "keyName=orders&hashAlgo=MD5", 400],
    ["a version that is no number", "keyName=orders&hashAlgo=SHA1&version=x", 400],
    ["the kind of another key", "keyName=orders&hashAlgo=SHA1&signAlgo=RSA", 400],
  ])("are refused with %s", async (_name, query, status) => {
    await makeKey({ algorithm: "ec", curveid: "prime256v1" });
    expect((await send(`sign?${query}`, text, octets)).status).toBe(status);
  });
});

describe("message authentication codes", () => {
  test("are real, and verified", async () => {
    await makeKey({ algorithm: "hmac-sha256" });
    const { data } = await done("mac?keyName=orders", "order 7", octets);
    const expected = createHmac("sha256", Buffer.from(await materialOf(), "hex"))
      .update("order 7")
      .digest("hex");
    expect(data).toBe(expected);
    const macv = (hash: string, body = "order 7"): Promise<Loose> =>
      done(`macv?keyName=orders&hash=${hash}`, body, octets);
    expect(await macv(expected)).toEqual({ verified: true });
    expect(await macv(expected, "order 8")).toEqual({ verified: false });
    expect(await macv("00")).toEqual({ verified: false });
    expect((await send("macv?keyName=orders&hash=xyz", "order 7", octets)).status).toBe(400);
    expect((await send("macv?keyName=orders", "order 7", octets)).status).toBe(400);
  });

  test("need a key for them, and bytes", async () => {
    await makeKey();
    expect((await send("mac?keyName=orders", "order 7", octets)).status).toBe(400);
    await shared.client.ok("POST", "/vault/keys2", { name: "mac", algorithm: "hmac-sha512" });
    expect((await send("mac?keyName=mac", {})).status).toBe(400);
  });
});

test("only these calls take bytes", async () => {
  expect(await send("encrypt", "bytes", octets)).toMatchObject({
    status: 415,
    body: { codeDesc: expect.stringContaining("application/json") },
  });
});
