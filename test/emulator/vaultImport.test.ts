import { createPublicKey, randomBytes } from "node:crypto";
import {
  ecKey,
  keyWrapped,
  lockedPem,
  pemOf,
  pkcs12,
  pkcs8,
  publicPem,
  rsaAesWrapped,
  rsaKey,
  rsaWrapped,
} from "../keyMaterial";
import { idOf, withEmulator, type Loose } from "./client";

/** Material that requests bring to the vault, plain and wrapped. */

const shared = withEmulator({});
const path = "/vault/keys2";
const bytes = randomBytes(32);
const secret = randomBytes(16);
const rsa = rsaKey();
const pair = rsaKey();
const ec = ecKey("secp521r1");

const create = (body: object): Promise<Loose> => shared.client.ok("POST", `${path}/`, { name: "key", ...body });
const exported = async (name = "key"): Promise<Loose> =>
  (await shared.client.ok("POST", `${path}/${name}/export`, {})).material as Loose;
const refused = async (body: object, at = `${path}/`): Promise<Loose> => {
  const { status, body: said } = await shared.client.post(at, { name: "key", ...body });
  expect(status).toBe(400);
  return said;
};
/** An AES key and an RSA pair that wrap others. */
const withWrappingKeys = async (): Promise<void> => {
  await create({ name: "kek", size: 128, material: secret.toString("hex") });
  await create({ name: "kek-pair", algorithm: "rsa", size: 2048, material: pemOf(pair) });
};
const wrapped = (by: string, material: Buffer, more: object = {}): object => {
  const named = { wrapKeyName: by, wrapKeyIDType: "name", wrappingMethod: "encrypt", encoding: "base64" };
  return { ...named, material: material.toString("base64"), ...more };
};
const password = Buffer.from("open").toString("base64");
const aesPadded = { wrappingEncryptionAlgo: "AES/AESKEYWRAPPADDING" };
const rsaAes = { wrappingEncryptionAlgo: "RSA/RSAAESKEYWRAPPADDING" };

test.each<[string, object, object]>([
  ["PKCS#1", { algorithm: "rsa", material: pemOf(rsa, "pkcs1") }, { size: 2048, objectType: "Private Key" }],
  ["PKCS#8", { algorithm: "rsa", size: 2048, material: pemOf(rsa) }, { algorithm: "RSA", size: 2048 }],
  [
    "PKCS#12",
    { algorithm: "rsa", format: "pkcs12", material: pkcs12(rsa, "open"), password },
    { algorithm: "RSA", size: 2048 },
  ],
  ["a curve", { algorithm: "ec", material: pemOf(ec) }, { curveid: "secp521r1", size: 521 }],
  ["a public key", { algorithm: "rsa", material: publicPem(rsa) }, { objectType: "Public Key", size: 2048 }],
])("a pair is imported from %s, and shows what it is", async (_name, body, expected) => {
  const key = await create(body);
  expect(key).toMatchObject(expected);
  expect(key).not.toHaveProperty("material");
  if (key.publickey === undefined) return;
  const [original] = [String(key.algorithm) === "EC" ? ec : rsa];
  expect(createPublicKey(String(key.publickey)).equals(createPublicKey(original))).toBe(true);
  expect(await exported()).toBe(pemOf(original));
});

test("the parity of triple DES is corrected", async () => {
  await create({ algorithm: "tdes", size: 128, material: "0001".repeat(8) });
  expect(await exported()).toBe("0101".repeat(8));
  expect(await shared.client.ok("POST", `${path}/key/generate-kcv`)).toMatchObject({
    keyCheckValue: expect.stringMatching(/^[0-9A-F]{6}$/),
  });
});

test.each<[string, () => object, Buffer | undefined]>([
  ["RFC 3394", () => wrapped("kek", keyWrapped(secret, bytes)), bytes],
  ["RFC 5649", () => wrapped("kek", keyWrapped(secret, bytes, true), { padded: true }), bytes],
  ["RFC 5649 by its name", () => wrapped("kek", keyWrapped(secret, bytes, true), aesPadded), bytes],
  ["PKCS #1 v1.5", () => wrapped("kek-pair", rsaWrapped(publicPem(pair), bytes)), bytes],
  [
    "OAEP",
    () => wrapped("kek-pair", rsaWrapped(publicPem(pair), bytes, "sha512"), { wrapPublicKeyPadding: "oaep512" }),
    bytes,
  ],
  ["RFC 5649, of a private key", () => wrapped("kek", keyWrapped(secret, pkcs8(rsa), true), aesPadded), undefined],
  [
    "RSA and RFC 5649, of a private key",
    () => wrapped("kek-pair", rsaAesWrapped(publicPem(pair), rsa), rsaAes),
    undefined,
  ],
])("wrapped material is imported: %s", async (_name, body, symmetric) => {
  await withWrappingKeys();
  await create({ ...(symmetric ? {} : { algorithm: "rsa", size: 2048 }), ...body() });
  expect(await exported()).toBe(symmetric?.toString("hex") ?? pemOf(rsa));
});

test.each<[string, () => object]>([
  ["another password", () => ({ algorithm: "rsa", format: "pkcs12", material: pkcs12(rsa, "x"), password })],
  ["no password", () => ({ algorithm: "rsa", format: "pkcs12", material: pkcs12(rsa, "open") })],
  ["PKCS#12 for a curve", () => ({ algorithm: "ec", format: "pkcs12", material: pkcs12(ec, "open"), password })],
  ["no PKCS#12", () => ({ algorithm: "rsa", format: "pkcs12", material: "AAAA", password })],
  ["a locked PEM", () => ({ algorithm: "rsa", material: lockedPem(rsa, "open") })],
  ["RSA of another size", () => ({ algorithm: "rsa", size: 4096, material: pemOf(rsa) })],
  ["a pair of another kind", () => ({ algorithm: "ec", material: pemOf(rsa) })],
  ["RSA from a curve", () => ({ algorithm: "rsa", material: pemOf(ec) })],
  ["another curve", () => ({ algorithm: "ec", curveid: "secp384r1", material: pemOf(ec) })],
  ["a broken wrapping", () => wrapped("kek", keyWrapped(secret, bytes).fill(0, 0, 1))],
  ["a wrapping of another kind", () => wrapped("kek", keyWrapped(secret, bytes), { padded: true })],
  ["another padding", () => wrapped("kek-pair", rsaWrapped(publicPem(pair), bytes, "sha256"))],
  ["a MAC", () => wrapped("kek", keyWrapped(secret, bytes), { wrappingMethod: "mac/sign" })],
  ["a private key without padding", () => ({ algorithm: "rsa", size: 2048, ...wrapped("kek", pkcs8(rsa)) })],
  ["a private key by RSA alone", () => ({ algorithm: "rsa", size: 2048, ...wrapped("kek-pair", pkcs8(rsa)) })],
  ["a symmetric key by RSA and AES", () => wrapped("kek", keyWrapped(secret, bytes), rsaAes)],
])("refused, and nothing is made: %s", async (_name, body) => {
  await withWrappingKeys();
  const said = JSON.stringify(await refused(body()));
  const { material } = body() as { material: string };
  expect(said).not.toContain(material.slice(0, 40));
  expect((await shared.client.get(`${path}/key`)).status).toBe(404);
});

test("a wrapping key must exist and be active", async () => {
  await withWrappingKeys();
  expect((await shared.client.post(`${path}/`, wrapped("none", keyWrapped(secret, bytes)))).status).toBe(404);
  await shared.client.ok("POST", `${path}/kek/revoke`, { reason: "Superseded" });
  await refused(wrapped("kek", keyWrapped(secret, bytes)));
});

test("a version takes material, of the same size only", async () => {
  await create({ material: bytes.toString("hex") });
  await refused({ material: "00".repeat(16) }, `${path}/key/versions/`);
  const next = await shared.client.ok("POST", `${path}/key/versions/`, { material: "00".repeat(32) });
  expect(next).toMatchObject({ version: 1 });
  expect(await exported(idOf(next))).toBe("00".repeat(32));
  await create({ name: "pair", algorithm: "rsa", material: pemOf(rsa) });
  await refused({ material: pemOf(rsaKey(3072)) }, `${path}/pair/versions/`);
  const version = await shared.client.ok("POST", `${path}/pair/versions/`, { material: pemOf(pair) });
  expect(createPublicKey(String(version.publickey)).equals(createPublicKey(pair))).toBe(true);
});

test("neither the list of requests nor the audit trail has any of it", async () => {
  const material = bytes.toString("hex");
  await create({ material });
  await refused({ name: "other", material: `${material}00` });
  const { body: requests } = await shared.client.raw("GET", "/emulator/requests");
  const records = await shared.client.ok("GET", "/audit/records?limit=100");
  expect(JSON.stringify([requests, records])).not.toContain(material.slice(0, 16));
  expect(JSON.stringify(requests)).toContain(path);
});
