import { X509Certificate } from "node:crypto";
import { created } from "../../core/answer";
import { conflict, invalid } from "../../core/errors";
import { list } from "../../core/lists";
import type { Call } from "../../core/scope";
import type { Operations } from "../../core/system";
import { factsOf, readCertificate } from "../../shared/x509/facts";
import { isIssuedBy } from "../../shared/x509/issue";
import { refuseWhileUsed } from "./local";
import { externalCas, externalCaView, findAuthority, readTrust } from "./records";

function createExternal(call: Call): object {
  const { body } = call;
  const { pem, certificate } = readCertificate("cert", body.requiredText("cert"));
  if (!certificate.ca)
    throw invalid("cert is not the certificate of a CA: its basic constraints don't allow it to sign");
  const header = call.header("naboo:external_ca");
  const name = body.text("name") ?? `externalca-${header.id}`;
  if (call.find(externalCas, name) !== undefined) throw conflict(`an external CA called ${name} exists`);
  const hidden = { trust: { client: true, user: true } };
  const facts = factsOf(pem);
  const external = { ...header, name, cert: pem, ...parentOf(call, certificate), ...facts, hidden };
  return created(externalCaView(call.put(externalCas, external)));
}

function parentOf(call: Call, certificate: X509Certificate): { parent?: string } {
  const reference = call.body.text("parent");
  if (reference === undefined) return {};
  const parent = findAuthority(call, reference);
  if (parent?.cert === undefined) throw invalid("parent names no CA that has a certificate");
  if (!isIssuedBy(certificate, new X509Certificate(parent.cert))) {
    throw invalid(`cert is not signed by the CA ${parent.name}`);
  }
  return { parent: parent.uri };
}

function changeExternal(call: Call): object {
  const ca = call.target(externalCas);
  const trust = readTrust(call.body, (name) => call.query(name), ca.hidden.trust);
  return externalCaView(call.change(externalCas, ca, { hidden: { trust } }));
}

function deleteExternal(call: Call): void {
  const ca = call.target(externalCas);
  refuseWhileUsed(call, ca);
  call.remove(externalCas, ca);
}

export const externalCaOperations: Operations = {
  "GET /ca/external-cas": (call) =>
    list(call, {
      kind: externalCas,
      view: externalCaView,
      filters: ["id", "name", "uri", "subject", "issuer", "cert", "serialNumber", "parent"],
    }),
  "POST /ca/external-cas": createExternal,
  "GET /ca/external-cas/{id}": (call) => externalCaView(call.target(externalCas)),
  "PATCH /ca/external-cas/{id}": changeExternal,
  "DELETE /ca/external-cas/{id}": deleteExternal,
};
