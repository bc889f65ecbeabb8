import type { X509Certificate } from "node:crypto";
import { conflict, invalid } from "../../core/errors";
import type { Fields } from "../../core/fields";
import type { Scope } from "../../core/scope";
import { day, parseTime, zeroTime } from "../../core/time";
import { factsOf } from "../../shared/x509/facts";
import { issue, type Order } from "../../shared/x509/issue";
import { issuedCertificates, isLocal, keyOf, stateOfCa, type Authority, type Issued, type LocalCa } from "./records";

export type Validity = Pick<Order, "notBefore" | "notAfter">;

/** The last moment that X.509 can write. */
const endOfTime = Date.UTC(9999, 11, 31, 23, 59, 59);

/** `duration` in days or `notAfter`, which wins; `notBefore` is a day ago unless it is given. */
export function readValidity(scope: Scope, body: Fields): Validity {
  const days = body.integer("duration", 1);
  const until = body.time("notAfter");
  if (days === undefined && until === undefined) throw invalid("duration or notAfter is required");
  const from = body.time("notBefore");
  const notBefore = from === undefined ? scope.now - day : (parseTime(from) ?? 0);
  const notAfter = until === undefined ? scope.now + (days ?? 0) * day : (parseTime(until) ?? 0);
  if (notAfter <= notBefore || notAfter <= scope.now) throw invalid("the certificate would end before it begins");
  if (notAfter > endOfTime) throw invalid("the certificate would end after the year 9999");
  return { notBefore, notAfter };
}

/** For so many days from now. */
export function validFor(scope: Scope, days: number): Validity {
  return { notBefore: scope.now - day, notAfter: scope.now + days * day };
}

/** The authority, if it can sign now. */
export function signing(scope: Scope, ca: Authority): LocalCa & { readonly cert: string } {
  if (!isLocal(ca)) throw invalid(`the external CA ${ca.name} cannot sign here: the service doesn't hold its key`);
  const state = stateOfCa(scope, ca);
  if (ca.cert === undefined || state !== "active") throw conflict(`the CA ${ca.name} is ${state}`);
  return { ...ca, cert: ca.cert };
}

/** Signs a certificate and keeps it among those of its authority. */
export function issueFrom(scope: Scope, ca: Authority, order: Order, name?: string): Issued {
  const signer = signing(scope, ca);
  const cert = issue(order, { key: keyOf(signer), certificate: signer.cert });
  const header = scope.header("naboo:certs");
  return scope.put(issuedCertificates, {
    ...header,
    name: name ?? `cert-${header.id}`,
    ca: signer.uri,
    cert,
    revoked_at: zeroTime,
    ...factsOf(cert),
  });
}

/** True when the certificate's key belongs to that authority's request. */
export function fitsKey(ca: LocalCa, certificate: X509Certificate): boolean {
  return certificate.checkPrivateKey(keyOf(ca));
}
