import { segment, type Wire } from "../../api/client";
import type { Bag, Due, Scope } from "../../engine/definition";
import { ResourceError } from "../../engine/failure";
import { unknownValue } from "../../engine/schema";
import { answersRequest, fitsKey } from "./certificates";
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
  const fits = typeof csr === "string" ? answersRequest(certificate, csr) : fitsKey(certificate, privateKey as string);
  return fits ? undefined : strange;
}

function dueByTime({ notBefore, notAfter }: Bag, days: unknown): Due | undefined {
  if (typeof days !== "number" || typeof notAfter !== "string" || typeof notBefore !== "string") return undefined;
  const [begin, end] = [Date.parse(notBefore), Date.parse(notAfter)];
  // A window as long as the certificate's life would renew it for ever.
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

/** Renews in place. A second renewal does no harm: the last certificate counts. */
export async function renew({ api, inputs, progress, label }: Scope, { id }: { id: string }): Promise<Wire> {
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
  const renewed: Wire = { ...(await api.post(path, body, { repeatable: true })) };
  const isKeyMissing = csr === undefined && externalCertificate === undefined && !(renewed.key ?? renewed.private_key);
  if (isKeyMissing) {
    throw new ResourceError(
      `renewing ${label} failed: the service made a new key for it, but its answer shows none. ` +
        "Make the key pair on the client and give the argument csr.",
    );
  }
  if (isSelf && typeof renewed.cert === "string") api.present(renewed.cert);
  return { ...(await api.get(client)), ...renewed };
}
