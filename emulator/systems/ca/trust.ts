import { X509Certificate } from "node:crypto";
import type { Scope } from "../../core/scope";
import { fingerprint } from "../../shared/x509/facts";
import { isTrusted } from "../interfaces/record";
import {
  findAuthority,
  issuedCertificates,
  issuersOf,
  stateOfCa,
  stateOfIssued,
  type Authority,
  type Trust,
} from "./records";

/** Why the service doesn't accept a certificate at this moment, or undefined when it does. */
export function distrust(scope: Scope, certificate: X509Certificate, purpose: keyof Trust): string | undefined {
  if (Date.parse(certificate.validFrom) > scope.now) return "the certificate is not valid yet";
  if (Date.parse(certificate.validTo) <= scope.now) return "the certificate has expired";
  if (isRevoked(scope, certificate)) return "the certificate is revoked";
  const issuers = issuersOf(scope, certificate);
  if (issuers.length === 0) return "the certificate was issued by an unknown CA";
  const allowed = issuers.filter(({ hidden }) => hidden.trust[purpose]);
  const [first] = issuers;
  if (allowed.length === 0) return `the CA ${first?.name} is not allowed for ${purpose} authentication`;
  const standing = allowed.filter((ca) => stands(scope, ca));
  if (standing.length === 0) return `the CA ${first?.name} has expired or is revoked`;
  return standing.some((ca) => isTrusted(scope, ca))
    ? undefined
    : `the web interface does not trust the CA ${standing[0]?.name}`;
}

function isRevoked(scope: Scope, certificate: X509Certificate): boolean {
  const known = scope.by(issuedCertificates, "sha256Fingerprint", fingerprint(certificate));
  return known.some((issued) => stateOfIssued(scope, issued) === "revoked");
}

/** True while neither the authority nor any one above it has expired or been revoked. */
function stands(scope: Scope, ca: Authority): boolean {
  if (ca.cert === undefined || stateOfCa(scope, ca) !== "active") return false;
  if (isRevoked(scope, new X509Certificate(ca.cert))) return false;
  const parent = ca.parent === undefined ? undefined : findAuthority(scope, ca.parent);
  return parent === undefined || stands(scope, parent);
}
