import { X509Certificate } from "node:crypto";
import { text } from "../core/body";
import { invalid } from "../core/errors";

/** A certificate as a request writes it; anything but one X.509 certificate in PEM is refused. */
export function checkCertificate(field: string, pem: string): string {
  try {
    new X509Certificate(pem);
    return pem;
  } catch {
    throw invalid(`${field} must be an X.509 certificate in PEM`);
  }
}

/** A field that holds a certificate. */
export const certificate = text.as((pem, name) => checkCertificate(name, pem));

/** True when both strings are the same certificate, however the PEM is wrapped. */
export function sameCertificate(a: string, b: string): boolean {
  const body = (pem: string): string => pem.replace(/-----[A-Z ]+-----|\s/g, "");
  return body(a) === body(b);
}
