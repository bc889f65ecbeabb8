import { segment, type Wire } from "../../api/client";
import { isInDoubt, isKind, unproven, type ApiError } from "../../api/errors";
import type { Bag, Due, Scope } from "../../lifecycle/vocabulary/definition";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { unknownValue } from "../../lifecycle/vocabulary/schema";
import { matchesRequest, fitsKey, sameCertificate, thumbprint } from "./certificates";
import { csrWire } from "./requestParameters";

/** When a client's certificate is renewed, and how. */

const day = 86_400_000;

/** At the end of a certificate's life, or at once where it is not for the key that the client has. */
export function dueRenewal(state: Bag, inputs: Bag): Due | undefined {
  if (state.revoked === true || inputs.revoked === true || inputs.externalCertificate !== undefined) return undefined;
  return dueForKey(state, inputs.csr) ?? dueByTime(state, inputs.renewBeforeDays);
}

/** A preview may not know the request yet: then there is nothing to compare. */
function dueForKey({ certificate, privateKey }: Bag, csr: unknown): Due | undefined {
  if (csr === undefined && typeof privateKey !== "string") return keyless;
  if (typeof certificate !== "string" || csr === unknownValue) return undefined;
  const fits = typeof csr === "string" ? matchesRequest(certificate, csr) : fitsKey(certificate, privateKey as string);
  return fits ? undefined : strange;
}

function dueByTime({ notBefore, notAfter }: Bag, days: unknown): Due | undefined {
  if (typeof days !== "number" || typeof notAfter !== "string" || typeof notBefore !== "string") return undefined;
  const [begin, end] = [Date.parse(notBefore), Date.parse(notAfter)];
  // A window as long as the certificate's lifetime would renew it at every update.
  const from = Math.max(end - days * day, begin + ((end - begin) * 2) / 3);
  return { from, why: `its certificate ends at ${notAfter}; an update renews it` };
}

const strange: Due = {
  from: 0,
  why: "the service holds a certificate for another key than the client's; an update renews it",
};
const keyless: Due = {
  from: 0,
  why: "the private key of its certificate is not known here; an update renews certificate and key",
};

/**
 * Where the certificate of a client comes from: its own request, another CA, or the service with a
 * key of its making.
 */
interface Sources {
  csr?: string;
  externalCertificate?: string;
}

/** Renews in place: from then on only the new certificate is valid. */
export async function renew(scope: Scope, { id, record }: { id: string; record: Wire }): Promise<Wire> {
  const { api, inputs, progress, label } = scope;
  const { csr, externalCertificate, csrParameters, subjectDnFieldToModify, doNotModifySubjectDn } = inputs as Bag;
  progress(`${label}: its certificate is renewed`);
  const body = {
    csr,
    ext_cert: externalCertificate,
    csr_parameters: csrParameters === undefined ? undefined : csrWire(csrParameters as Wire),
    subject_dn_field_to_modify: subjectDnFieldToModify,
    do_not_modify_subject_dn: doNotModifySubjectDn,
  };
  const client = `/client-management/clients/${segment(id)}`;
  // A client that renews itself needs no right to renew others.
  const isSelf = api.clientId === id;
  const path = isSelf ? "/client-management/self/client/renew" : `${client}/renew`;
  const renewed = await once(scope, { before: record, read: () => api.get(client), renew: () => api.post(path, body) });
  const isKeyMissing = csr === undefined && externalCertificate === undefined && !(renewed.key ?? renewed.private_key);
  if (isKeyMissing) {
    throw new ResourceError(
      `renewing ${label} failed: the service made a new key for it, but its response contains none. ` +
        "Make the key pair on the client and give the argument csr.",
    );
  }
  if (isSelf && typeof renewed.cert === "string") api.present(renewed.cert);
  // Only this response has the key, if the service made it: a read that fails must not lose it.
  return { ...(await api.get(client).catch(() => withoutCertificate(record))), ...renewed };
}

/** What the client had before, but for what depends on its certificate. */
const withoutCertificate = ({ sha256_fingerprint: _print, state: _state, issuer: _issuer, ...rest }: Wire): Wire =>
  rest;

interface Renewal {
  before: Wire;
  read(): Promise<Wire>;
  renew(): Promise<Wire>;
}

/** How often a renewal is requested at most. */
const attempts = 3;

/**
 * Each renewal issues a certificate, so one whose response was lost is requested again only when
 * the client itself shows that it did not happen, or when the private key was in the lost
 * response.
 */
async function once(scope: Scope, { before, read, renew: request }: Renewal, attempt = 1): Promise<Wire> {
  try {
    const renewed = await request();
    if (fingerprintOf(renewed) !== undefined && fingerprintOf(renewed) !== fingerprintOf(before)) return { ...renewed };
    throw unproven("contains no new certificate");
  } catch (error) {
    if (!isInDoubt(error)) throw error;
    const now = await read().catch(() => ({}));
    const [old, current] = [fingerprintOf(before), fingerprintOf(now)];
    if (old === undefined || current === undefined) throw undecided(scope.label, error);
    if (old !== current && isAsked(now, scope.inputs)) {
      scope.progress(`${scope.label}: the response was lost, but the certificate is renewed`);
      return now;
    }
    // A call that the service could not process is not repeated indefinitely.
    if (!isKind(error, "unanswered")) throw error;
    if (attempt === attempts) throw undecided(scope.label, error);
    return once(scope, { before: now, read, renew: request }, attempt + 1);
  }
}

function fingerprintOf({ sha256_fingerprint: fingerprint, cert }: Wire): string | undefined {
  return typeof fingerprint === "string" && fingerprint !== "" ? fingerprint : thumbprint(cert);
}

/**
 * True for the certificate that was requested. If the service made the key, only the lost response
 * contained it.
 */
function isAsked({ cert }: Wire, { csr, externalCertificate }: Sources): boolean {
  if (csr !== undefined) return cert === undefined || matchesRequest(cert, csr);
  return externalCertificate !== undefined && (cert === undefined || sameCertificate(cert, externalCertificate));
}

function undecided(label: string, error: ApiError): ResourceError {
  return new ResourceError(
    `renewing ${label} failed: ${error.message}. The service may have issued a certificate, so it was not requested again. ` +
      "Compare the client's certificate in the service with the one it uses, then run the update again.",
    { cause: error },
  );
}
