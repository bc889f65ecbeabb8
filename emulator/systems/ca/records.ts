import { createPrivateKey, X509Certificate, type KeyObject } from "node:crypto";
import { shown } from "../../core/response";
import { addresses, type Call, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { parseTime, zeroTime } from "../../core/time";
import type { CertificateFacts } from "../../shared/x509/facts";
import { isIssuedBy } from "../../shared/x509/issue";

/** What certificates of an authority may be used for: the two switches of its `purpose`. */
export interface Trust {
  readonly client: boolean;
  readonly user: boolean;
}

/** An authority whose key the service holds. Without a certificate it is pending. */
export interface LocalCa extends Header, CertificateFacts {
  readonly name: string;
  /** Only while it is pending. */
  readonly csr?: string;
  readonly cert?: string;
  /** URI of the authority that signed it, when that isn't itself. */
  readonly parent?: string;
  readonly hidden: { readonly key: string; readonly trust: Trust };
}

/** An authority elsewhere, known by its certificate. */
export interface ExternalCa extends Header, CertificateFacts {
  readonly name: string;
  readonly cert: string;
  readonly parent?: string;
  readonly hidden: { readonly trust: Trust };
}

/** A certificate that a local authority issued. */
export interface Issued extends Header, CertificateFacts {
  readonly name: string;
  /** URI of the authority. */
  readonly ca: string;
  readonly cert: string;
  readonly revoked_at: string;
  readonly revoked_reason?: string;
}

export type Authority = LocalCa | ExternalCa;

export const localCas = defineKind<LocalCa>("local-cas", {
  address: addresses,
  subject: (ca) => ca.subject,
  parent: (ca) => ca.parent,
});
export const externalCas = defineKind<ExternalCa>("external-cas", {
  address: addresses,
  subject: (ca) => ca.subject,
  parent: (ca) => ca.parent,
});
export const issuedCertificates = defineKind<Issued>("issued-certificates", {
  address: addresses,
  ca: (issued) => issued.ca,
  sha256Fingerprint: (issued) => issued.sha256Fingerprint,
});

export const isLocal = (ca: Authority): ca is LocalCa => "key" in ca.hidden;

export const keyOf = (ca: LocalCa): KeyObject => createPrivateKey(ca.hidden.key);

function hasEnded(scope: Scope, { notAfter }: CertificateFacts): boolean {
  return (parseTime(notAfter) ?? 0) <= scope.now;
}

/** `active` begins with the first certificate and ends with its validity. */
export function stateOfCa(scope: Scope, ca: Authority): "pending" | "active" | "expired" {
  if (ca.cert === undefined) return "pending";
  return hasEnded(scope, ca) ? "expired" : "active";
}

export function stateOfIssued(scope: Scope, issued: Issued): "active" | "revoked" | "expired" {
  if (issued.revoked_at !== zeroTime) return "revoked";
  return hasEnded(scope, issued) ? "expired" : "active";
}

const word = (on: boolean): string => (on ? "Enabled" : "Disabled");

function purpose({ hidden }: Authority): object {
  return { client_authentication: word(hidden.trust.client), user_authentication: word(hidden.trust.user) };
}

export function localCaView(ca: LocalCa, scope: Scope, cert = ca.cert): object {
  return { ...shown(ca), cert, state: stateOfCa(scope, ca), purpose: purpose(ca) };
}

export function externalCaView(ca: ExternalCa): object {
  return { ...shown(ca), purpose: purpose(ca) };
}

export function issuedView(scope: Scope, issued: Issued): object {
  return { ...shown(issued), state: stateOfIssued(scope, issued) };
}

/** A local or external authority of this domain by id, name or URI. */
export function findAuthority(scope: Scope, reference: string): Authority | undefined {
  return scope.find(localCas, reference) ?? scope.find(externalCas, reference);
}

/** The flags of a request: some clients send them as query parameters. */
export function readTrust(call: Call, before: Trust): Trust {
  const flag = (name: string): boolean | undefined => {
    const text = call.query(name);
    return call.body.flag(name) ?? (text === undefined ? undefined : text.toLowerCase() === "true");
  };
  return {
    client: flag("allow_client_authentication") ?? before.client,
    user: flag("allow_user_authentication") ?? before.user,
  };
}

/**
 * Authorities of this domain that have that certificate's issuer for their subject and really
 * signed it.
 */
export function issuersOf(scope: Scope, certificate: X509Certificate): Authority[] {
  return [...scope.all(localCas), ...scope.all(externalCas)].filter((ca) => {
    return ca.cert !== undefined && isIssuedBy(certificate, new X509Certificate(ca.cert));
  });
}
