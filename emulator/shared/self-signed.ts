import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { day } from "../core/time";

/** Certificates that the service makes for itself, to log in to a cloud with. */

/** One element of DER: tag, length, content. */
function element(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const long = [length >> 16, (length >> 8) & 255, length & 255].slice(length < 256 ? 2 : length < 65536 ? 1 : 0);
  const head = length < 128 ? [tag, length] : [tag, 128 + long.length, ...long];
  return Buffer.concat([Buffer.from(head), content]);
}

const sequence = (...parts: Buffer[]): Buffer => element(0x30, ...parts);
/** sha256WithRSAEncryption and commonName. */
const algorithm = sequence(Buffer.from("06092a864886f70d01010b0500", "hex"));
const commonName = Buffer.from("0603550403", "hex");

function utcTime(milliseconds: number): Buffer {
  const text = new Date(milliseconds).toISOString().replace(/[-:T]/g, "").slice(2, 14);
  return element(0x17, Buffer.from(`${text}Z`));
}

export interface SelfSigned {
  /** PEM. */
  readonly certificate: string;
  /** PEM, PKCS #8. */
  readonly privateKey: string;
}

/** A certificate on a fresh RSA key, signed by itself. Its validity must end before 2050. */
export function selfSigned(name: string, days: number, now: number): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const subject = sequence(element(0x31, sequence(commonName, element(0x0c, Buffer.from(name)))));
  const content = sequence(
    element(0xa0, Buffer.from("020102", "hex")),
    element(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    subject,
    sequence(utcTime(now), utcTime(now + days * day)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = element(0x03, Buffer.from([0]), sign("sha256", content, privateKey));
  return { certificate: pem(sequence(content, algorithm, signature)), privateKey: pkcs8(privateKey) };
}

function pem(der: Buffer): string {
  const lines = der.toString("base64").replace(/.{64}(?=.)/g, "$&\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function pkcs8(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }) as string;
}

/** The SHA-1 thumbprint of a certificate, in upper-case hex; undefined when the text isn't one. */
export function thumbprint(certificate: string): string | undefined {
  const body = /-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/.exec(certificate)?.[1];
  if (body === undefined) return undefined;
  return createHash("sha1").update(Buffer.from(body, "base64")).digest("hex").toUpperCase();
}
