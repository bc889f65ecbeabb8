import { createHash } from "node:crypto";
import { day } from "../core/time";
import { issue } from "./x509/issue";
import { exact, newKey, privatePem, publicHalf } from "./x509/keys";
import { nameOf } from "./x509/names";

/** Certificates that the service makes for itself, to log in to a cloud with. */
export interface SelfSigned {
  /** PEM. */
  readonly certificate: string;
  /** PEM, PKCS #8. */
  readonly privateKey: string;
}

/** A certificate on a fresh RSA key, signed by itself. */
export function selfSigned(name: string, days: number, now: number): SelfSigned {
  const key = newKey({ algorithm: "RSA", size: 2048 });
  const order = {
    subject: nameOf([["CN", name]]),
    publicKey: exact(publicHalf(key)),
    alternativeNames: [],
    purpose: "client" as const,
    notBefore: now,
    notAfter: now + days * day,
  };
  return { certificate: issue(order, { key }), privateKey: privatePem(key) };
}

/** The SHA-1 thumbprint of a certificate, in upper-case hex; undefined when the text isn't one. */
export function thumbprint(certificate: string): string | undefined {
  const body = /-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/.exec(certificate)?.[1];
  if (body === undefined) return undefined;
  return createHash("sha1").update(Buffer.from(body, "base64")).digest("hex").toUpperCase();
}
