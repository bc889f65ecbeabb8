import { createPublicKey, X509Certificate } from "node:crypto";
import type { Wire } from "../../api/client";
import { pemText, requestPem } from "../../api/pem";

/** Reads certificates, without calls to the service. */

/** Validity of a PEM certificate, RFC 3339; nothing for a string that is not one. */
function validityOf(pem: unknown): { notBefore: string; notAfter: string } | undefined {
  const certificate = parsed(pem);
  if (!certificate) return undefined;
  const [notBefore, notAfter] = [certificate.validFrom, certificate.validTo].map((at) => new Date(at).toISOString());
  return { notBefore: notBefore!, notAfter: notAfter! };
}

/** Validity of a response's certificate, for the outputs of that name. */
export const validFrom = (where: string) => ({ from: (response: Wire) => validityOf(response[where])?.notBefore });
export const validUntil = (where: string) => ({ from: (response: Wire) => validityOf(response[where])?.notAfter });

/** True if the certificate is for the key of this certificate signing request. */
export function matchesRequest(certificate: unknown, csr: string): boolean {
  const key = publicKeyOf(certificate);
  // A request and its certificate have the same encoding of the public key.
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

/**
 * True if both PEM strings contain the same certificate, whatever their line breaks; of a chain,
 * the first counts.
 */
export function sameCertificate(one: unknown, other: unknown): boolean {
  const fingerprint = thumbprint(one);
  return fingerprint !== undefined && fingerprint === thumbprint(other);
}

/** SHA-256 fingerprint of a PEM certificate; of a chain the first counts. */
export function thumbprint(pem: unknown): string | undefined {
  return parsed(pem)?.fingerprint256;
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
  return Buffer.from(pemText(pem, requestPem).replace(/-----[^-]+-----|\s/g, ""), "base64");
}
