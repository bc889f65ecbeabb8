import { X509Certificate } from "node:crypto";
import { Pkcs10CertificateRequest, X509Certificate as Parsed } from "@peculiar/x509";
import { collection } from "../../core/collection";
import { conflict, forbidden, invalid } from "../../core/errors";
import type { Call, Scope, Operations } from "../../core/scope";
import { zeroTime } from "../../core/time";
import { factsOf, fingerprintsOf, readCertificate } from "../../shared/x509/facts";
import { isIssuedBy, issue } from "../../shared/x509/issue";
import { newKey, privatePem, publicHalf, readSpec, exact, type KeySpec } from "../../shared/x509/keys";
import { attributesOf, checkName, nameOf, readName, slashed, type Attributes } from "../../shared/x509/names";
import { readAlternativeNames, readRequest, writeRequest } from "../../shared/x509/requests";
import * as records from "./records";
import { findAuthority, issuedCertificates, keyOf, localCas, localCaView, type LocalCa } from "./records";
import { fitsKey, readValidity, type Validity } from "./sign";

const everyone: records.Trust = { client: true, user: true };

/** A pending authority: a key, and the request for its certificate. */
export function addPending(scope: Scope, wanted: PendingCa): LocalCa {
  const header = scope.header("naboo:localca");
  const key = newKey(wanted.spec);
  const csr = writeRequest(nameOf(wanted.subject), key, wanted.alternativeNames ?? []);
  return scope.put(localCas, {
    ...header,
    name: wanted.name ?? `localca-${header.id}`,
    csr,
    serialNumber: "0",
    subject: slashed(nameOf(wanted.subject)),
    issuer: "",
    notBefore: zeroTime,
    notAfter: zeroTime,
    ...fingerprintsOf(new Pkcs10CertificateRequest(csr).rawData),
    hidden: { key: privatePem(key), trust: everyone },
  });
}

interface PendingCa {
  readonly name?: string;
  readonly subject: Attributes;
  readonly spec: KeySpec;
  readonly alternativeNames?: ReturnType<typeof readAlternativeNames>;
}

/** Gives a pending authority its certificate, or an active one a new certificate on the same key. */
export function activate(scope: Scope, ca: LocalCa, cert: string, parent?: string): LocalCa {
  return scope.change(localCas, ca, { csr: undefined, cert, parent, ...factsOf(cert) });
}

function selfSignedBy(scope: Scope, ca: LocalCa, validity: Validity): LocalCa {
  const key = keyOf(ca);
  const { subject, alternativeNames } = requestOf(ca);
  const publicKey = exact(publicHalf(key));
  return activate(scope, ca, issue({ subject, publicKey, alternativeNames, purpose: "ca", ...validity }, { key }));
}

/** What the authority asked for, as long as it is pending. */
function requestOf(ca: LocalCa): ReturnType<typeof readRequest> {
  if (ca.csr === undefined) throw conflict(`the CA ${ca.name} has a certificate already`);
  return readRequest("csr", ca.csr);
}

function createCa(call: Call): LocalCa {
  const { body } = call;
  const name = body.text("name");
  if (name !== undefined && call.find(localCas, name) !== undefined) throw conflict(`a local CA called ${name} exists`);
  const model = body.text("copyFromCA") === undefined ? undefined : call.find(localCas, body.text("copyFromCA") ?? "");
  if (body.has("copyFromCA") && model === undefined) throw invalid("copyFromCA names no local CA");
  const subject = model === undefined ? checkName(readName(body)) : subjectOf(model);
  const pending = { name, subject, spec: readSpec(body), alternativeNames: readAlternativeNames(body) };
  return addPending(call, pending);
}

function subjectOf({ csr, cert }: LocalCa): Attributes {
  if (csr !== undefined) return attributesOf(readRequest("csr", csr).subject);
  return attributesOf(new Parsed(cert ?? "").subjectName);
}

function showCa(call: Call): object {
  const ca = call.target(localCas);
  return localCaView(ca, call, call.query("chained") === "true" ? chainOf(call, ca) : ca.cert);
}

/** The certificate, followed by those of its parents. */
function chainOf(scope: Scope, ca: LocalCa): string | undefined {
  const parent = ca.parent === undefined ? undefined : findAuthority(scope, ca.parent);
  if (ca.cert === undefined || parent === undefined) return ca.cert;
  return ca.cert + (records.isLocal(parent) ? (chainOf(scope, parent) ?? "") : parent.cert);
}

/** Takes a certificate that another authority made from this one's request. */
function install(call: Call, ca: LocalCa): LocalCa {
  const { pem, certificate } = readCertificate("cert", call.body.requiredText("cert"));
  const parent = findAuthority(call, call.body.requiredText("parentId"));
  if (parent?.cert === undefined) throw invalid("parentId names no CA that has a certificate");
  requestOf(ca);
  if (!certificate.ca) throw invalid("cert is not the certificate of a CA");
  if (!fitsKey(ca, certificate)) throw invalid(`cert was not made from the request of the CA ${ca.name}`);
  if (!isIssuedBy(certificate, new X509Certificate(parent.cert))) {
    throw invalid(`cert is not signed by the CA ${parent.name}`);
  }
  return activate(call, ca, pem, parent.uri);
}

/** An authority that something refers to stays; so does the last one. */
export function refuseWhileUsed(call: Call, ca: records.Authority): void {
  const children = [...call.by(localCas, "parent", ca.uri), ...call.by(records.externalCas, "parent", ca.uri)];
  const users = [...children.map(({ name }) => `CA "${name}"`), ...call.service.users(call, { type: "ca", id: ca.id })];
  if (users.length > 0) throw conflict(`the CA ${ca.name} is used by ${users.join(", ")}`);
}

function forget(call: Call, ca: LocalCa): void {
  const others = call.all(localCas).filter(({ id, cert }) => id !== ca.id && cert !== undefined);
  if (ca.cert !== undefined && others.length === 0) throw forbidden("the last local CA cannot be deleted");
  refuseWhileUsed(call, ca);
  for (const issued of call.by(issuedCertificates, "ca", ca.uri)) call.remove(issuedCertificates, issued);
}

export const localCaOperations: Operations = {
  ...collection<LocalCa>({
    kind: localCas,
    path: "/ca/local-cas",
    view: localCaView,
    filters: ["id", "name", "uri", "subject", "issuer", "state", "cert", "serialNumber", "parent"],
    create: createCa,
    change: (call, { hidden }) => ({ hidden: { ...hidden, trust: records.readTrust(call, hidden.trust) } }),
    remove: forget,
    actions: { "self-sign": (call, ca) => selfSignedBy(call, ca, readValidity(call, call.body)), install },
  }),
  "GET /ca/local-cas/{id}": showCa,
};
