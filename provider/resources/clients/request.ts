import "reflect-metadata";
import { createHash, webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";
import type * as z from "zod";
import { inLetters, type nameParts } from "./subject";

/** Key pairs and the certificate signing requests for them, made on this machine. */

x509.cryptoProvider.set(webcrypto as unknown as Parameters<typeof x509.cryptoProvider.set>[0]);

/** What is requested. */
interface Wanted {
  cn: string;
  names: z.output<typeof nameParts>[];
  algorithm: "ECDSA" | "RSA";
  size?: number;
  dnsNames: string[];
  emailAddresses: string[];
  ipAddresses: string[];
}

const curves: Record<number, string> = { 256: "P-256", 384: "P-384", 521: "P-521" };
const hashes: Record<number, string> = { 256: "SHA-256", 384: "SHA-384", 521: "SHA-512" };

function algorithmOf({ algorithm, size }: Wanted) {
  if (algorithm === "ECDSA") return { name: "ECDSA", namedCurve: curves[size ?? 256]!, hash: hashes[size ?? 256]! };
  const publicExponent = new Uint8Array([1, 0, 1]);
  return { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", publicExponent, modulusLength: size ?? 2048 };
}

/**
 * Makes the key pair and signs the request with it. PEM strings, and the fingerprint of the public
 * key as id.
 */
export async function makeKeyPair(wanted: Wanted): Promise<Record<string, unknown>> {
  const signingAlgorithm = algorithmOf(wanted);
  const keys = await webcrypto.subtle.generateKey(signingAlgorithm, true, ["sign", "verify"]);
  const parts = wanted.names.flatMap((one) => Object.entries(inLetters(one)));
  const alternatives = [
    ...wanted.dnsNames.map((value) => ({ type: "dns" as const, value })),
    ...wanted.emailAddresses.map((value) => ({ type: "email" as const, value })),
    ...wanted.ipAddresses.map((value) => ({ type: "ip" as const, value })),
  ];
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: [...parts.map(([letter, text]) => ({ [letter]: [text] })), { CN: [wanted.cn] }],
    keys,
    signingAlgorithm,
    extensions: alternatives.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(alternatives)],
  });
  const [privateKey, publicKey] = await Promise.all([
    webcrypto.subtle.exportKey("pkcs8", keys.privateKey),
    webcrypto.subtle.exportKey("spki", keys.publicKey),
  ]);
  return {
    id: createHash("sha256").update(Buffer.from(publicKey)).digest("hex"),
    private_key: x509.PemConverter.encode(privateKey, "PRIVATE KEY"),
    public_key: x509.PemConverter.encode(publicKey, "PUBLIC KEY"),
    csr: request.toString("pem"),
  };
}
