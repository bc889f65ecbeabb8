import { created } from "../../core/response";
import { conflict, invalid, notFound } from "../../core/errors";
import { list } from "../../core/lists";
import type { Call, Scope, Operations } from "../../core/scope";
import { zeroTime } from "../../core/time";
import { readRequest } from "../../shared/x509/requests";
import { issuedCertificates, issuedView, localCas, stateOfIssued, type Issued, type LocalCa } from "./records";
import { issueFrom, readValidity } from "./sign";

/** RFC 5280, 5.3.1, as the service spells it. */
export const revocationReasons = [
  "unspecified",
  "keyCompromise",
  "cACompromise",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
  "certificateHold",
  "removeFromCRL",
  "privilegeWithdrawn",
  "aACompromise",
] as const;

const authority = (call: Call): LocalCa => call.target(localCas, "caid");

function target(call: Call): Issued {
  const issued = call.target(issuedCertificates);
  if (issued.ca !== authority(call).uri) throw notFound();
  return issued;
}

function sign(call: Call): object {
  const ca = authority(call);
  const { body } = call;
  const { subject, publicKey, alternativeNames } = readRequest("csr", body.requiredText("csr"));
  const purpose = body.choice("purpose", ["server", "client", "ca"]) ?? body.missing("purpose");
  const name = body.text("name");
  if (name !== undefined && call.find(issuedCertificates, name) !== undefined) {
    throw conflict(`a certificate called ${name} exists`);
  }
  const order = { subject, publicKey, alternativeNames, purpose, ...readValidity(call, body) };
  return created(issuedView(call, issueFrom(call, ca, order, name)));
}

/** Marks a certificate as revoked; doing it again changes the reason only after a hold. */
export function revokeIssued(scope: Scope, issued: Issued, reason: string): Issued {
  const held = issued.revoked_reason === "certificateHold";
  if (stateOfIssued(scope, issued) === "revoked" && !held) throw conflict("the certificate is revoked already");
  const at = scope.service.clock.stamp();
  return scope.change(issuedCertificates, issued, { revoked_at: at, revoked_reason: reason });
}

function revoke(call: Call): object {
  const reason = call.body.choice("reason", revocationReasons) ?? call.body.missing("reason");
  return issuedView(call, revokeIssued(call, target(call), reason));
}

function resume(call: Call): object {
  const issued = target(call);
  if (issued.revoked_reason !== "certificateHold") {
    throw invalid("only a certificate that was revoked with the reason certificateHold can be resumed");
  }
  return issuedView(call, call.change(issuedCertificates, issued, { revoked_at: zeroTime, revoked_reason: undefined }));
}

function remove(call: Call): void {
  const issued = target(call);
  const users = call.service.users(call, { type: "certificate", id: issued.id });
  if (users.length > 0) throw conflict(`the certificate is used by ${users.join(", ")}`);
  call.remove(issuedCertificates, issued);
}

function listIssued(call: Call): object {
  return list(call, {
    kind: issuedCertificates,
    rows: call.by(issuedCertificates, "ca", authority(call).uri),
    view: (issued) => issuedView(call, issued),
    filters: [
      "id",
      "name",
      "subject",
      "issuer",
      "cert",
      "serialNumber",
      "state",
      "revoked_reason",
      "sha256Fingerprint",
    ],
  });
}

export const certificateOperations: Operations = {
  "GET /ca/local-cas/{caid}/certs": listIssued,
  "POST /ca/local-cas/{caid}/certs": sign,
  "GET /ca/local-cas/{caid}/certs/{id}": (call) => issuedView(call, target(call)),
  "DELETE /ca/local-cas/{caid}/certs/{id}": remove,
  "POST /ca/local-cas/{caid}/certs/{id}/revoke": revoke,
  "POST /ca/local-cas/{caid}/certs/{id}/resume": resume,
};
