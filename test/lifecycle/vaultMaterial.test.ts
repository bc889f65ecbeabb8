import { createCipheriv, createPublicKey, publicEncrypt, randomBytes, sign, type KeyObject } from "node:crypto";
import { around, type Call } from "../../provider/api/around";
import type { Api, Wire } from "../../provider/api/client";
import { ApiError } from "../../provider/api/errors";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import {
  ecKey,
  fingerprintOf,
  keyWrapped,
  lockedPem,
  pemOf,
  pkcs12,
  pkcs8,
  rsaAesWrapped,
  rsaKey,
  rsaWrapped,
} from "../keyMaterial";
import { change, make, startRig, type Rig } from "./rig";

/** Vault keys with material of one's own: imported, compared, and replaced by new versions. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const keys = "/vault/keys2/";
const bytes = randomBytes(32);
const other = randomBytes(32);
const rsa = rsaKey();
const ec = ecKey();
const lifecycle = (ear?: (api: Api) => Api) => rig.lifecycle("VaultKey", undefined, ear);
const importing = (args: Bag) => make(rig, "VaultKey", { name: "orders", onDestroy: "destroy", ...args });
const versions = async (name = "orders") =>
  (await rig.api.list(keys, { name })).map(({ version }) => Number(version)).sort();
const material = async (id: unknown): Promise<unknown> =>
  (await rig.api.post(`${keys}${String(id)}/export`, {})).material;
const aes = { size: 256, material: bytes.toString("hex") };

/** Encrypts on a developer's machine, and lets the vault decrypt. */
async function opens(id: string, secret: Buffer): Promise<boolean> {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", secret, iv);
  const ciphertext = Buffer.concat([cipher.update("order 1"), cipher.final()]).toString("base64");
  const sealed = { ciphertext, iv: iv.toString("base64"), tag: cipher.getAuthTag().toString("base64"), mode: "gcm" };
  const { plaintext } = await rig.api.post("/crypto/decrypt", { id, type: "id", ...sealed });
  return Buffer.from(String(plaintext), "base64").toString() === "order 1";
}

async function pairOpens(id: string, key: KeyObject): Promise<boolean> {
  const ciphertext = publicEncrypt({ key: createPublicKey(key), oaepHash: "sha256" }, Buffer.from("order 1"));
  const sealed = { ciphertext: ciphertext.toString("base64"), pad: "oaep256" };
  const { plaintext } = await rig.api.post("/crypto/decrypt", { id, type: "id", ...sealed });
  return Buffer.from(String(plaintext), "base64").toString() === "order 1";
}

/** Keys of the vault that wrap others: an AES key whose bytes are known, and an RSA pair. */
async function wrappingKeys() {
  const secret = randomBytes(32);
  await make(rig, "VaultKey", { name: "kek", size: 256, material: secret.toString("hex"), usageMask: 48 });
  const { id } = await make(rig, "VaultKey", { name: "kek-pair", algorithm: "rsa", size: 2048 });
  return { secret, publicKey: String((await rig.api.get(`${keys}${id}`)).publickey) };
}

describe("an imported key has the material that was given", () => {
  test.each<[string, Bag]>([
    ["hex", aes],
    ["hex in groups", { material: `${bytes.toString("hex").replace(/(.{4})/g, "$1 ")}\n` }],
    ["base64", { material: bytes.toString("base64"), materialFormat: "base64" }],
  ])("AES in %s: what was encrypted elsewhere opens in the vault", async (_name, args) => {
    const { id, state } = await importing(args);
    expect(await opens(id, bytes)).toBe(true);
    expect(state).toMatchObject({ size: 256, version: 0, materialProof: "checkValue" });
    expect(state.checkValue).toBe((await rig.api.post(`${keys}${id}/generate-kcv`, {})).keyCheckValue);
  });

  test("3DES, whose parity the service corrects", async () => {
    const { id, state } = await importing({ algorithm: "tdes", size: 192, material: "00".repeat(24) });
    expect(state).toMatchObject({ checkValue: "8CA64D", materialProof: "checkValue" });
    expect(await material(id)).toBe("01".repeat(24));
  });

  test.each(["hmac-sha256", "aria"])("%s, of which the service shows nothing to compare", async (algorithm) => {
    const { id, state } = await importing({ algorithm, ...aes });
    expect(state).toMatchObject({ size: 256, materialProof: "none" });
    expect(state).not.toHaveProperty("checkValue");
    expect(await material(id)).toBe(aes.material);
  });

  test.each<[string, Bag]>([
    ["PKCS#8", { material: pemOf(rsa) }],
    ["PKCS#1", { material: pemOf(rsa, "pkcs1") }],
    ["an encrypted PEM", { material: lockedPem(rsa, "open"), materialPassword: "open" }],
    ["PKCS#12", { material: pkcs12(rsa, "open"), materialFormat: "pkcs12", materialPassword: "open" }],
  ])("RSA in %s", async (_name, args) => {
    const { id, state } = await importing({ algorithm: "rsa", size: 2048, ...args });
    expect(state).toMatchObject({ publicKeyFingerprint: fingerprintOf(rsa), materialProof: "publicKey" });
    expect(await pairOpens(id, rsa)).toBe(true);
  });

  test("an elliptic curve, whose signatures are those of the file", async () => {
    const { id, state } = await importing({ algorithm: "ec", material: pemOf(ec, "sec1") });
    expect(state).toMatchObject({ curveId: "prime256v1", publicKeyFingerprint: fingerprintOf(ec) });
    const { publickey } = await rig.api.get(`${keys}${id}`);
    const isOurs = createPublicKey(String(publickey)).equals(createPublicKey(ec));
    expect({ isOurs, signed: sign("sha256", Buffer.from("x"), ec).length > 0 }).toEqual({ isOurs: true, signed: true });
  });

  test("wrapped by a key of the vault, in each way", async () => {
    const { secret, publicKey } = await wrappingKeys();
    const ways: [string, string, Buffer][] = [
      ["aesKeyWrap", "kek", keyWrapped(secret, bytes)],
      ["aesKeyWrapPadding", "kek", keyWrapped(secret, bytes, true)],
      ["rsaPkcs1", "kek-pair", rsaWrapped(publicKey, bytes)],
      ["rsaOaep", "kek-pair", rsaWrapped(publicKey, bytes, "sha1")],
      ["rsaOaep256", "kek-pair", rsaWrapped(publicKey, bytes, "sha256")],
      ["rsaOaep384", "kek-pair", rsaWrapped(publicKey, bytes, "sha384")],
      ["rsaOaep512", "kek-pair", rsaWrapped(publicKey, bytes, "sha512")],
    ];
    for (const [wrapping, wrapKey, wrapped] of ways) {
      const args = { name: wrapping, size: 256, material: wrapped.toString("base64"), wrapKey, wrapping };
      const { id, state } = await importing(args);
      expect({ wrapping, opens: await opens(id, bytes) }).toEqual({ wrapping, opens: true });
      expect(state).toMatchObject({ materialProof: "none" });
    }
  });

  test("a wrapped private key, whose fingerprint the service shows", async () => {
    const { secret, publicKey } = await wrappingKeys();
    const ways: [string, string, Buffer][] = [
      ["aesKeyWrapPadding", "kek", keyWrapped(secret, pkcs8(rsa), true)],
      ["rsaAesKeyWrap", "kek-pair", rsaAesWrapped(publicKey, rsa)],
    ];
    for (const [wrapping, wrapKey, wrapped] of ways) {
      const args = { name: wrapping, algorithm: "rsa", size: 2048, material: wrapped.toString("base64") };
      const { id, state } = await importing({ ...args, wrapKey, wrapping });
      expect(state).toMatchObject({ publicKeyFingerprint: fingerprintOf(rsa), materialProof: "none" });
      expect(await pairOpens(id, rsa)).toBe(true);
    }
  });
});

describe("what cannot be imported makes nothing and loses nothing", () => {
  test("a name that exists: the key there keeps its material", async () => {
    const { id } = await rig.api.post(keys, { name: "orders", algorithm: "aes" });
    const before = await material(id);
    await expect(importing(aes)).rejects.toThrow(/409 NCERRKeyAlreadyExists.* The service already has this object/);
    expect(await versions()).toEqual([0]);
    expect(await material(id)).toBe(before);
  });

  test.each<[string, (wrapped: Buffer) => Bag]>([
    ["another wrapping key", (wrapped) => ({ material: wrapped.toString("base64"), wrapKey: "other" })],
    ["a wrapping key that does not exist", (wrapped) => ({ material: wrapped.toString("base64"), wrapKey: "none" })],
    ["a broken wrapping", (wrapped) => ({ material: wrapped.fill(0, 0, 4).toString("base64"), wrapKey: "kek" })],
  ])("%s", async (_name, argsOf) => {
    const { secret } = await wrappingKeys();
    await make(rig, "VaultKey", { name: "other", material: other.toString("hex") });
    const args = { ...argsOf(keyWrapped(secret, bytes)), wrapping: "aesKeyWrap" };
    await expect(importing(args)).rejects.toThrow(/creating VaultKey "orders" failed/);
    expect(await versions()).toEqual([]);
  });

  test("a refusal says where to look, and none of the material", async () => {
    const { secret } = await wrappingKeys();
    const wrapped = keyWrapped(secret, bytes).fill(0, 0, 4).toString("base64");
    const failed = await importing({ material: wrapped, wrapKey: "kek", wrapping: "aesKeyWrap" }).catch(String);
    expect(failed).toMatch(/No key was created\. Compare .* of wrapped material, wrapKey and wrapping/);
    expect(failed).not.toContain(wrapped.slice(0, 12));
  });

  test("an existing pair of another key is not adopted by its name", async () => {
    await rig.api.post(keys, { name: "orders", algorithm: "rsa", size: 2048 });
    const args = { algorithm: "rsa", size: 2048, material: pemOf(rsa), adopt: true };
    await expect(importing(args)).rejects.toThrow(/the fingerprint of its public key is [0-9a-f]{64}, and that of/);
  });

  test("an existing key with the same material is adopted, and compared", async () => {
    await rig.api.post(keys, { name: "orders", algorithm: "aes", material: aes.material });
    const { state } = await importing({ ...aes, adopt: true });
    expect(state).toMatchObject({ version: 0, materialProof: "checkValue" });
    expect(await versions()).toEqual([0]);
  });

  test("a symmetric key with other material fails its resource, and says both check values", async () => {
    await rig.api.post(keys, { name: "orders", algorithm: "aes" });
    await expect(importing({ ...aes, adopt: true })).rejects.toThrow(
      /VaultKey "orders" is not the key that the program gives: its check value is [0-9A-F]{6} in the service, and that of/,
    );
    expect(await versions()).toEqual([0]);
  });

  test("a service that takes the request and makes a key of its own is found out", async () => {
    const deaf = (api: Api): Api =>
      Object.assign(around(api, (_call, work) => work()), {
        post: (path: string, { material: _lost, ...body }: Wire) => api.post(path, body),
      });
    const { inputs } = lifecycle().check({}, { name: "orders", ...aes });
    await expect(lifecycle(deaf).create(inputs)).rejects.toThrow(/is not the key that the program gives/);
  });
});

describe("changed material", () => {
  test("makes a new version; the older one stays, and opens what it encrypted", async () => {
    const made = await importing(aes);
    const { state } = await change(rig, "VaultKey", made, { material: other.toString("hex") });
    expect(await versions()).toEqual([0, 1]);
    expect(state).toMatchObject({ version: 1, materialProof: "checkValue" });
    expect(state.currentId).not.toBe(made.id);
    expect(await opens(made.id, bytes)).toBe(true);
    expect(await opens(String(state.currentId), other)).toBe(true);
  });

  test("never replaces the key", async () => {
    const made = await importing(aes);
    const wanted = { ...made.inputs, material: other.toString("hex") };
    expect(lifecycle().diff(made.state, wanted)).toMatchObject({ changes: true, replaces: [], changed: ["material"] });
  });

  test("in another form is no other material", async () => {
    const made = await importing(aes);
    const args = { material: bytes.toString("base64"), materialFormat: "base64" };
    const { state } = await change(rig, "VaultKey", made, args);
    expect(await versions()).toEqual([0]);
    expect(state).toMatchObject(args);
  });

  test("that is removed changes nothing in the vault, and leaves the state", async () => {
    const made = await importing(aes);
    const { state } = await change(rig, "VaultKey", made, { material: undefined });
    expect(state).not.toHaveProperty("material");
    expect(state.checkValue).toBe(made.state.checkValue);
    expect(await versions()).toEqual([0]);
    expect(await opens(made.id, bytes)).toBe(true);
  });

  test("of another size is refused before any request", async () => {
    const made = await importing({ material: aes.material });
    const args = { material: randomBytes(16).toString("hex") };
    await expect(change(rig, "VaultKey", made, args)).rejects.toThrow(
      /refused: the size of the key is 256, that of the material 128\. Nothing was changed/,
    );
    expect(await versions()).toEqual([0]);
  });

  test("that the service does not take is refused, and nothing is changed", async () => {
    const made = await importing(aes);
    await rig.control("POST", "/faults", { method: "POST", path: `/api/v1${keys}${made.id}/versions/`, effect: { status: 400 } });
    await expect(change(rig, "VaultKey", made, { material: other.toString("hex") })).rejects.toThrow(
      /The key has no new version/,
    );
    await rig.control("DELETE", "/faults");
    expect(await versions()).toEqual([0]);
  });

  test("whose import was interrupted is not imported twice", async () => {
    const made = await importing(aes);
    const args = { material: other.toString("hex") };
    await change(rig, "VaultKey", made, args);
    const { state } = await change(rig, "VaultKey", made, args);
    expect(await versions()).toEqual([0, 1]);
    expect(state).toMatchObject({ version: 1, materialProof: "checkValue" });
    expect(rig.log.join("\n")).toMatch(/version 1 already has this material; nothing is imported/);
  });

  test("of which the service shows nothing may be imported twice, and says so", async () => {
    const made = await importing({ algorithm: "hmac-sha256", ...aes });
    const args = { material: other.toString("hex") };
    await change(rig, "VaultKey", made, args);
    expect(rig.log.join("\n")).toMatch(/a repeated import makes another version with it/);
  });

  test("whose response is lost makes one version", async () => {
    const made = await importing(aes);
    let lost = 0;
    const losing = (api: Api): Api =>
      around(api, async <T>(call: Call, work: () => Promise<T>) => {
        const result = await work();
        if (call.path.endsWith("/versions/") && call.method === "POST" && lost++ === 0)
          throw new ApiError("the connection was lost", { kind: "unanswered", call: "POST" });
        return result;
      });
    const { inputs } = lifecycle().check(made.inputs, { ...made.inputs, material: other.toString("hex") });
    const { state } = await lifecycle(losing).update(made.id, made.state, inputs);
    expect(lost).toBe(1);
    expect(await versions()).toEqual([0, 1]);
    expect(state).toMatchObject({ version: 1, materialProof: "checkValue" });
  });

  test("for a pair is compared by its public key", async () => {
    const made = await importing({ algorithm: "rsa", size: 2048, material: pemOf(rsa) });
    const next = rsaKey();
    const { state } = await change(rig, "VaultKey", made, { material: pemOf(next) });
    expect(state).toMatchObject({ version: 1, publicKeyFingerprint: fingerprintOf(next), materialProof: "publicKey" });
    expect(await pairOpens(String(state.currentId), next)).toBe(true);
  });

  test("of a key that a schedule has rotated since is not asked for again", async () => {
    const made = await importing(aes);
    await rig.api.post(`${keys}${made.id}/versions/`, {});
    const seen = (await lifecycle().read(made.id, made.state))!;
    expect(seen.state).toMatchObject({ version: 1, checkValue: made.state.checkValue });
    expect(lifecycle().diff(seen.state, made.inputs)).toMatchObject({ changes: false });
  });
});
