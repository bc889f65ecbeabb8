import "reflect-metadata";
import { createHash, X509Certificate } from "node:crypto";
import {
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  PemConverter,
  X509Certificate as Parsed,
  type Name,
} from "@peculiar/x509";
import { invalid } from "../../core/errors";
import { formatTime } from "../../core/time";
import { slashed } from "./names";

/** What responses show of a certificate beside its text. */
export interface CertificateFacts {
  /** Decimal. */
  readonly serialNumber: string;
  readonly subject: string;
  readonly issuer: string;
  readonly notBefore: string;
  readonly notAfter: string;
  readonly sha1Fingerprint: string;
  readonly sha256Fingerprint: string;
  readonly sha512Fingerprint: string;
}

export function factsOf(pem: string): CertificateFacts {
  const certificate = new Parsed(pem);
  return {
    serialNumber: BigInt(`0x${certificate.serialNumber}`).toString(),
    subject: slashed(certificate.subjectName),
    issuer: slashed(certificate.issuerName),
    notBefore: formatTime(certificate.notBefore.getTime()),
    notAfter: formatTime(certificate.notAfter.getTime()),
    ...fingerprintsOf(certificate.rawData),
  };
}

type Fingerprints = Pick<CertificateFacts, "sha1Fingerprint" | "sha256Fingerprint" | "sha512Fingerprint">;

/** Upper-case hex without colons. */
export function fingerprintsOf(der: ArrayBuffer): Fingerprints {
  const digest = (hash: string): string => createHash(hash).update(Buffer.from(der)).digest("hex").toUpperCase();
  return { sha1Fingerprint: digest("sha1"), sha256Fingerprint: digest("sha256"), sha512Fingerprint: digest("sha512") };
}

export const fingerprint = (certificate: X509Certificate): string => certificate.fingerprint256.replace(/:/g, "");

/**
 * One certificate in PEM, which may be wrapped in any way; a chain counts by its first one when
 * `chain` is allowed.
 */
export function readCertificate(
  field: string,
  pem: string,
): { readonly pem: string; readonly certificate: X509Certificate } {
  const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(pem)?.[0];
  try {
    const certificate = new X509Certificate(block ?? "");
    return { pem: `${PemConverter.encode(new Uint8Array(certificate.raw).buffer, "CERTIFICATE")}\n`, certificate };
  } catch {
    throw invalid(`${field} must be an X.509 certificate in PEM`);
  }
}

export function subjectOf(certificate: X509Certificate): Name {
  return new Parsed(new Uint8Array(certificate.raw)).subjectName;
}

/** False only when the certificate says what it is for, and logging in as a client isn't among it. */
export function servesClients(certificate: X509Certificate): boolean {
  const usage = new Parsed(new Uint8Array(certificate.raw)).getExtension(ExtendedKeyUsageExtension);
  return usage === null || usage.usages.includes(ExtendedKeyUsage.clientAuth);
}
