import { createPublicKey, generateKeyPairSync, randomBytes } from "node:crypto";
import { around } from "../../provider/api/around";
import type { Api, Wire } from "../../provider/api/client";
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
import { fixtures } from "./fixtures";
import { make, startRig, type Rig } from "./rig";
import { opens, opensInAws, pairOpens } from "./vaultCrypto";

/** Vault keys with material of one's own: imported in each form, and refused. */

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
    expect(await opens(rig.api, id, bytes)).toBe(true);
    expect(state).toMatchObject({ size: 256, version: 0, materialProof: "checkValue" });
    expect(state.checkValue).toBe((await rig.api.post(`${keys}${id}/generate-kcv`, {})).keyCheckValue);
  });

  test("AES: what was encrypted elsewhere opens in AWS, which uses the key in the vault", async () => {
    const args = await fixtures.AwsXksKey!.args(rig);
    const { id } = await importing({ ...aes, unexportable: true, undeletable: true, usageMask: 60 });
    const { state } = await make(rig, "AwsXksKey", { ...args, sourceKeyId: id });
    expect(await opensInAws(rig.api, state, bytes)).toBe(true);
    await expect(opensInAws(rig.api, state, randomBytes(32))).rejects.toThrow("the service responded with 400");
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
    expect(await pairOpens(rig.api, id, rsa)).toBe(true);
  });

  test.each<[string, number, Bag]>([
    ["rsa", 3072, { material: pemOf(rsaKey(3072)) }],
    ["aes", 128, { material: bytes.toString("hex", 0, 16) }],
  ])("%s of %i bits without a size has that of the material", async (algorithm, size, args) => {
    const { id, state, inputs } = await importing({ algorithm, ...args });
    expect(state).toMatchObject({ size });
    expect(await lifecycle().plan(id, state, inputs)).toMatchObject({ changes: false });
  });

  test("an elliptic curve, whose public key is that of the file", async () => {
    const { id, state } = await importing({ algorithm: "ec", material: pemOf(ec, "sec1") });
    expect(state).toMatchObject({ curveId: "prime256v1", publicKeyFingerprint: fingerprintOf(ec) });
    const { publickey } = await rig.api.get(`${keys}${id}`);
    expect(createPublicKey(String(publickey)).equals(createPublicKey(ec))).toBe(true);
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
      expect({ wrapping, opens: await opens(rig.api, id, bytes) }).toEqual({ wrapping, opens: true });
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
      expect(await pairOpens(rig.api, id, rsa)).toBe(true);
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

  test("an existing key whose first version alone has the material is adopted, too", async () => {
    const { id } = await rig.api.post(keys, { name: "orders", algorithm: "aes", material: aes.material });
    await rig.api.post(`${keys}${String(id)}/versions/`, {});
    const { state } = await importing({ ...aes, adopt: String(id) });
    expect(state).toMatchObject({ version: 1, materialProof: "checkValue" });
    expect(await versions()).toEqual([0, 1]);
  });

  test.each([true, "by its id"])("an existing symmetric key with other material is not adopted: %s", async (adopt) => {
    const { id } = await rig.api.post(keys, { name: "orders", algorithm: "aes", labels: { of: "somebody" } });
    const args = { ...aes, labels: { of: "me" }, adopt: adopt === true || String(id) };
    await expect(importing(args)).rejects.toThrow(
      /adopting VaultKey "orders" failed: .*: its check value is [0-9A-F]{6}, and that of material is [0-9A-F]{6}\./,
    );
    expect(await versions()).toEqual([0]);
    expect(await rig.api.get(`${keys}${String(id)}`)).toMatchObject({ labels: { of: "somebody" } });
  });

  test.each(["prime256v1", "secp224r1", "secp256k1", "secp384r1"])(
    "a pair on %s, whose public key may end with a line of the private one, is compared",
    async (curve) => {
      const { privateKey } = generateKeyPairSync("ec", { namedCurve: curve });
      for (const type of ["sec1", "pkcs8"] as const) {
        const material = privateKey.export({ format: "pem", type }).toString();
        const { state } = await importing({ name: `${curve}-${type}`, algorithm: "ec", curveId: curve, material });
        expect(state.materialProof).toBe("publicKey");
      }
    },
  );

  test("a service that takes the request and makes a key of its own is found out", async () => {
    const deaf = (api: Api): Api =>
      Object.assign(
        around(api, (_call, work) => work()),
        {
          post: (path: string, { material: _lost, ...body }: Wire) => api.post(path, body),
        },
      );
    const { inputs } = lifecycle().check({}, { name: "orders", ...aes });
    await expect(lifecycle(deaf).create(inputs)).rejects.toThrow(/is not the key that the program gives/);
  });
});
