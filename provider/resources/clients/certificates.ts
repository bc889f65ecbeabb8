import { createPublicKey, X509Certificate } from "node:crypto";
import type { Wire } from "../../api/client";

/** What certificates say of themselves; none of it asks the service. */

/** When a PEM certificate begins and ends to be valid, RFC 3339; nothing for a text that is none. */
export function validityOf(pem: unknown): { notBefore: string; notAfter: string } | undefined {
  const certificate = parsed(pem);
  if (!certificate) return undefined;
  const [notBefore, notAfter] = [certificate.validFrom, certificate.validTo].map((at) => new Date(at).toISOString());
  return { notBefore: notBefore!, notAfter: notAfter! };
}

/** Where an answer's certificate begins and ends, for the outputs of that name. */
export const validFrom = (where: string) => ({ from: (answer: Wire) => validityOf(answer[where])?.notBefore });
export const validUntil = (where: string) => ({ from: (answer: Wire) => validityOf(answer[where])?.notAfter });

/** True when the certificate is for the key that this certificate signing request asks one for. */
export function answersRequest(certificate: unknown, csr: string): boolean {
  const key = publicKeyOf(certificate);
  // A request carries its public key in the very encoding that the certificate has.
  return key !== undefined && derOf(csr).includes(key);
}

/** True when the certificate is for this private key. */
export function fitsKey(certificate: unknown, privateKey: string): boolean {
  try {
    const own = createPublicKey(privateKey).export({ type: "spki", format: "der" });
    return publicKeyOf(certificate)?.equals(own) ?? false;
  } catch {
    // A key in a form that Node cannot read proves nothing.
    return true;
  }
}

/** True when both texts hold the same certificate, however they are wrapped; of a chain the first counts. */
export function sameCertificate(one: unknown, other: unknown): boolean {
  const fingerprint = thumbprint(one);
  return fingerprint !== undefined && fingerprint === thumbprint(other);
}

/** SHA-256 fingerprint of a PEM certificate; of a chain the first counts. */
export function thumbprint(pem: unknown): string | undefined {
  return parsed(pem)?.fingerprint256;
}

/** True for the text of a certificate. */
export function isCertificate(pem: string): boolean {
  return parsed(pem) !== undefined;
}

function parsed(pem: unknown): X509Certificate | undefined {
  if (typeof pem !== "string") return undefined;
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

function publicKeyOf(certificate: unknown): Buffer | undefined {
  return parsed(certificate)?.publicKey.export({ type: "spki", format: "der" });
}

function derOf(pem: string): Buffer {
  return Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ""), "base64");
}
