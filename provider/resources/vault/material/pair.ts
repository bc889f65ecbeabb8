import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { pemCount, pemFlaw, pemText, privateKeyPem } from "../../../api/pem";
import { otherForm } from "../../fileText";
import { passPhraseFlaw } from "../../pem";
import { Flaw, needSame } from "./flaw";
import { isOneKey } from "./oneKey";
import { lockedKeyIn } from "./pkcs12";
import { fromBase64 } from "./symmetric";
import type { Format, Material, Written } from "./written";

/** Material of a pair: its private key as PEM, or in a PKCS#12 file. */

/** How each format is read; none of a symmetric key. */
const readers: Readonly<Record<Format, ((written: Written) => Material) | undefined>> = {
  hex: undefined,
  base64: undefined,
  pem: fromPem,
  pkcs12: fromPkcs12,
};

export function pair(written: Written): Material {
  const { algorithm, materialFormat: format = "pem" } = written;
  const read = readers[format];
  if (read !== undefined) return read(written);
  throw new Flaw("materialFormat", `must be pem${algorithm === "rsa" ? " or pkcs12" : ""} for an ${algorithm} key`);
}

function fromPem(written: Written): Material {
  const { material: text, materialPassword: password } = written;
  const flaw = pemFlaw(text, { ...privateKeyPem, read: undefined });
  if (flaw !== undefined) throw new Flaw("material", `must be a private key in PEM, and is ${flaw}${advice(text)}`);
  if (pemCount(text, privateKeyPem) > 1) throw new Flaw("material", "holds more than one private key");
  const pem = pemText(text, privateKeyPem);
  const isLocked = pem.includes("ENCRYPTED");
  const locked = passPhraseFlaw(pem, password);
  if (locked !== undefined) throw new Flaw("materialPassword", locked);
  if (password !== undefined && !isLocked)
    throw new Flaw("materialPassword", "is not needed: the private key is not encrypted");
  const key = privateKeyFrom(pem, password);
  // The service takes plain keys only.
  const plain = isLocked ? (key.export({ type: "pkcs8", format: "pem" }) as string) : pem;
  return asMaterial(written, key, { material: plain });
}

const advice = (text: string): string => {
  const other = otherForm(text);
  return other === undefined ? "" : `; ${other}`;
};

function fromPkcs12(written: Written): Material {
  const { algorithm, materialPassword: password } = written;
  if (algorithm !== "rsa") throw new Flaw("materialFormat", "must be pem: the service takes PKCS#12 for rsa keys only");
  if (password === undefined) throw new Flaw("materialPassword", "is required with the format pkcs12");
  const file = fromBase64(written.material);
  const sent = {
    material: file.toString("base64"),
    format: "pkcs12",
    password: Buffer.from(password).toString("base64"),
    size: written.size,
  };
  const found = lockedKeyIn(file);
  if (found === "unreadable") throw new Flaw("material", "is no PKCS#12 file");
  // In a form that only the service may know.
  if (found === "elsewhere") return { sent };
  const key = openedBy(found, password);
  return asMaterial(written, key, sent);
}

function openedBy(locked: Buffer, password: string): KeyObject {
  try {
    return createPrivateKey({ key: locked, format: "der", type: "pkcs8", passphrase: password });
  } catch {
    throw new Flaw("materialPassword", "does not open the PKCS#12 file");
  }
}

function privateKeyFrom(pem: string, password: string | undefined): KeyObject {
  try {
    return createPrivateKey({ key: pem, passphrase: password });
  } catch {
    // One wrong password of some hundred decrypts to what looks whole.
    throw password === undefined
      ? new Flaw("material", "must be a private key in PEM, and is one that cannot be read")
      : new Flaw("materialPassword", "does not open the private key, or not to one that can be read");
  }
}

/** Node's names of kinds of keys, by the service's algorithms. */
const kinds: Readonly<Record<string, readonly string[]>> = { rsa: ["rsa"], ec: ["ec", "x25519"] };

function asMaterial({ algorithm, size, curveId }: Written, key: KeyObject, sent: Material["sent"]): Material {
  const { asymmetricKeyType: kind = "", asymmetricKeyDetails: { modulusLength, namedCurve } = {} } = key;
  if (!kinds[algorithm]!.includes(kind))
    throw new Flaw("material", `is a private key of the kind ${kind}, and algorithm says ${algorithm}`);
  if (!isOneKey(key))
    throw new Flaw(
      "material",
      "holds parts of two different keys, so that its two halves do not match: export it again",
    );
  const publicKeyFingerprint = fingerprintOf(createPublicKey(key));
  const common = { publicKeyFingerprint, key: key.export({ type: "pkcs8", format: "der" }) };
  if (modulusLength !== undefined) {
    needSame("size", modulusLength, size, " bits");
    return { sent: { ...sent, size: modulusLength }, size: modulusLength, ...common };
  }
  const curve = kind === "x25519" ? "curve25519" : (namedCurve ?? "");
  if (curveId !== undefined && curveId !== curve)
    throw new Flaw("material", `is on the curve ${curve}, and curveId says ${curveId}: correct one of them`);
  return { sent: { ...sent, curveid: curve }, ...common };
}

/** SHA-256 of the public key's SubjectPublicKeyInfo. */
export const fingerprintOf = (publicKey: KeyObject): string =>
  createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex");
