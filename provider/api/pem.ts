import { createPrivateKey, X509Certificate } from "node:crypto";

/** A kind of PEM content: its name in messages, and a reader that throws if the content is absent. */
export interface PemKind {
  readonly what: string;
  read(pem: string): unknown;
}

export const certificatePem: PemKind = { what: "certificate", read: (pem) => new X509Certificate(pem) };
export const privateKeyPem: PemKind = { what: "private key", read: createPrivateKey };

/** Whether the certificate belongs to the private key; both PEM. */
export function isFor(certificate: string, key: string): boolean {
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
}
