import { createHmac, privateEncrypt, publicDecrypt, sign, timingSafeEqual, verify } from "node:crypto";
import { invalid } from "../../core/errors";
import { own } from "../../core/fields";
import type { Call, Handler, Operation, Operations } from "../../core/scope";
import type { VaultKey } from "../vault/record";
import { digestCurves, signDigest } from "./ecdsa";
import { attempt, keyFor, privateHalf, publicHalf, secretOf, type Use } from "./keys";

/** Signatures and message authentication codes of the bytes in the body; results are hex. */

const hashes: Readonly<Record<string, string>> = {
  SHA1: "sha1",
  SHA256: "sha256",
  SHA384: "sha384",
  SHA512: "sha512",
};

function needed(call: Call, name: string): string {
  const value = call.query(name);
  if (value === undefined) throw invalid(`${name} is required`);
  return value;
}

/** Bytes that a query gives as hex. */
function hexIn(call: Call, name: string): Buffer {
  const value = needed(call, name);
  if (!/^([0-9a-f]{2})+$/i.test(value)) throw invalid(`${name} must be hex`);
  return Buffer.from(value, "hex");
}

function keyOf(call: Call, use: Use): VaultKey {
  const version = call.query("version");
  if (version !== undefined && !/^\d{1,9}$/.test(version)) throw invalid(`version must be a number, not "${version}"`);
  const named = { id: needed(call, "keyName"), version: version === undefined ? undefined : Number(version) };
  if (call.request.bytes.length === 0) throw invalid("the data is the body, as application/octet-stream");
  return keyFor(call, named, use);
}

/** The hash of the data that is signed; undefined when the data itself is. */
function hashIn(call: Call): string | undefined {
  const wanted = needed(call, "hashAlgo").toUpperCase();
  if (wanted === "NONE") return undefined;
  const hash = own(hashes, wanted.replace("SHA-", "SHA"));
  if (hash === undefined) throw invalid(`hashAlgo must be one of SHA1, SHA-256, SHA-384, SHA-512, none`);
  return hash;
}

function onlyRsa({ algorithm, name }: VaultKey): void {
  if (algorithm !== "RSA") throw invalid(`hashAlgo none needs an RSA key; key ${name} is ${algorithm}`);
}

/** Signs the body as it is: for an elliptic curve, the digest that the client has made of its data. */
function signAsIs(key: VaultKey, bytes: Buffer): Buffer {
  if (key.algorithm !== "EC") {
    onlyRsa(key);
    return privateEncrypt(privateHalf(key), bytes);
  }
  const signature = signDigest(privateHalf(key), key.curveId ?? "", bytes);
  if (signature === undefined) throw invalid(`hashAlgo none needs RSA or a curve of ${digestCurves.join(", ")}`);
  return signature;
}

/** The kind of signature that a call asks for must fit the key. */
function needAlgorithm(call: Call, { algorithm, name }: VaultKey): void {
  const wanted = call.query("signAlgo")?.toUpperCase();
  if (wanted === undefined || wanted.startsWith("RSA") === (algorithm === "RSA")) return;
  throw invalid(`signAlgo ${wanted} does not fit key ${name}, which is ${algorithm}`);
}

function signData(call: Call): object {
  const key = keyOf(call, "SignWithKey");
  needAlgorithm(call, key);
  const hash = hashIn(call);
  const { bytes } = call.request;
  const signature = attempt(() => (hash === undefined ? signAsIs(key, bytes) : sign(hash, bytes, privateHalf(key))));
  return { data: signature.toString("hex"), keyId: key.id, keyVersion: key.version };
}

function verifySignature(call: Call): object {
  const key = keyOf(call, "SignVerifyWithKey");
  const [hash, signature] = [hashIn(call), hexIn(call, "signature")];
  const { bytes } = call.request;
  if (hash !== undefined) return { verified: attempt(() => verify(hash, bytes, publicHalf(key), signature)) };
  onlyRsa(key);
  return { verified: isSignedAsIs(key, bytes, signature) };
}

function isSignedAsIs(key: VaultKey, bytes: Buffer, signature: Buffer): boolean {
  try {
    return publicDecrypt(publicHalf(key), signature).equals(bytes);
  } catch {
    return false;
  }
}

function codeOf(key: VaultKey, bytes: Buffer): Buffer {
  const hash = /^HMAC-(SHA\d+)$/.exec(key.algorithm)?.[1];
  if (hash === undefined) throw invalid(`key ${key.name} (${key.algorithm}) makes no message authentication codes`);
  return createHmac(hash.toLowerCase(), secretOf(key)).update(bytes).digest();
}

function authenticate(call: Call): object {
  return { data: codeOf(keyOf(call, "MACWithKey"), call.request.bytes).toString("hex") };
}

function verifyCode(call: Call): object {
  const code = codeOf(keyOf(call, "MACVerifyWithKey"), call.request.bytes);
  const claimed = hexIn(call, "hash");
  return { verified: claimed.length === code.length && timingSafeEqual(claimed, code) };
}

const ofBytes = (handler: Handler): Operation => ({ handler, bytes: true });

export const signatures: Operations = {
  "POST /crypto/sign": ofBytes(signData),
  "POST /crypto/signv": ofBytes(verifySignature),
  "POST /crypto/mac": ofBytes(authenticate),
  "POST /crypto/macv": ofBytes(verifyCode),
};
