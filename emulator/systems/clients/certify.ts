import { invalid } from "../../core/errors";
import { Fields } from "../../core/fields";
import type { Scope } from "../../core/scope";
import { parseTime } from "../../core/time";
import { factsOf, fingerprint, readCertificate, servesClients } from "../../shared/x509/facts";
import { defaultSpec, exact, newKey, privatePem, publicHalf } from "../../shared/x509/keys";
import { nameOf } from "../../shared/x509/names";
import { readRequest, type CertificateRequest } from "../../shared/x509/requests";
import { findAuthority, issuedCertificates, issuersOf, type Authority } from "../ca/records";
import { oldestCa } from "../ca/seed";
import { issueFrom, validFor } from "../ca/sign";
import type { Client, Profile } from "./records";
import { readCsrParameters, readSubjectChange } from "./subject";

/** For whom a certificate is wanted, and what holds unless the request says otherwise. */
export interface Applicant {
  readonly id: string;
  readonly name: string;
  readonly profile: Profile | undefined;
  readonly ca: string | undefined;
  readonly days: number;
}

type Certified = Pick<
  Client,
  "cert" | "cert_id" | "ca_id" | "sha256_fingerprint" | "subject_dn" | "issuer" | "valid_until"
>;

/** The certificate of a client; `key` only when the service made it, and then only here. */
export interface Certification {
  readonly client: Certified;
  readonly key?: string;
}

/**
 * The three ways to a certificate: `csr` is signed by a local authority; `ext_cert` was made by an
 * authority that the service knows; without either the service makes key and request from
 * `csr_parameters` of the request or the profile.
 */
export function certify(scope: Scope, body: Fields, applicant: Applicant): Certification {
  const external = body.text("ext_cert");
  const csr = body.text("csr");
  if (external !== undefined && csr !== undefined) throw invalid("csr and ext_cert exclude each other");
  if (external !== undefined) return { client: known(scope, external) };
  if (csr !== undefined) return { client: signed(scope, body, applicant, readRequest("csr", csr)) };
  const parameters = body.object("csr_parameters") ?? profileParameters(applicant);
  if (parameters === undefined) {
    throw invalid("csr or ext_cert is required, or csr_parameters here or in the client profile");
  }
  const key = newKey(defaultSpec);
  const subject = nameOf(readCsrParameters(parameters, applicant.name));
  const made = { subject, publicKey: exact(publicHalf(key)), alternativeNames: [] };
  return { client: signed(scope, body, applicant, made), key: privatePem(key) };
}

function profileParameters({ profile }: Applicant): Fields | undefined {
  return profile?.csr_parameters === undefined ? undefined : new Fields(profile.csr_parameters, "csr_parameters.");
}

function signed(scope: Scope, body: Fields, applicant: Applicant, request: CertificateRequest): Certified {
  const ca = applicant.ca === undefined ? oldestCa(scope) : findAuthority(scope, applicant.ca);
  if (ca === undefined) throw invalid("there is no active local CA to sign the certificate");
  const subject = readSubjectChange(body, applicant.id)(request.subject);
  const order = { ...request, subject, purpose: "client" as const, ...validFor(scope, applicant.days) };
  const issued = issueFrom(scope, ca, order);
  return { ...certified(issued.cert, ca), cert_id: issued.id };
}

/** A certificate that was made elsewhere, or before. */
function known(scope: Scope, text: string): Certified {
  const { pem, certificate } = readCertificate("ext_cert", text);
  if (certificate.ca) throw invalid("ext_cert is the certificate of a CA");
  if (!servesClients(certificate)) throw invalid("ext_cert is not meant for client authentication");
  const facts = certified(pem, undefined);
  const [ca] = issuersOf(scope, certificate);
  if (ca === undefined) throw invalid(`ext_cert was issued by ${facts.issuer}, which is no CA of this service`);
  if ((parseTime(facts.valid_until) ?? 0) <= scope.now) throw invalid(`ext_cert expired at ${facts.valid_until}`);
  const own = scope.by(issuedCertificates, "sha256Fingerprint", fingerprint(certificate))[0];
  return { ...facts, ca_id: ca.id, cert_id: own?.id };
}

function certified(cert: string, ca: Authority | undefined): Certified {
  const { subject, issuer, notAfter, sha256Fingerprint } = factsOf(cert);
  return {
    cert,
    cert_id: undefined,
    ca_id: ca?.id ?? "",
    sha256_fingerprint: sha256Fingerprint,
    subject_dn: subject,
    issuer,
    valid_until: notAfter,
  };
}
