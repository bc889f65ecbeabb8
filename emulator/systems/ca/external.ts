import { X509Certificate } from "node:crypto";
import { collection } from "../../core/collection";
import { conflict, invalid } from "../../core/errors";
import type { Call, Operations } from "../../core/scope";
import { factsOf, readCertificate } from "../../shared/x509/facts";
import { isIssuedBy } from "../../shared/x509/issue";
import { refuseWhileUsed } from "./local";
import { externalCas, externalCaView, findAuthority, readTrust, type ExternalCa } from "./records";

function createExternal(call: Call): ExternalCa {
  const { body } = call;
  const { pem, certificate } = readCertificate("cert", body.requiredText("cert"));
  if (!certificate.ca)
    throw invalid("cert is not the certificate of a CA: its basic constraints don't allow it to sign");
  const header = call.header("naboo:external_ca");
  const name = body.text("name") ?? `externalca-${header.id}`;
  if (call.find(externalCas, name) !== undefined) throw conflict(`an external CA called ${name} exists`);
  const hidden = { trust: { client: true, user: true } };
  const facts = factsOf(pem);
  return { ...header, name, cert: pem, ...parentOf(call, certificate), ...facts, hidden };
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

export const externalCaOperations: Operations = collection<ExternalCa>({
  kind: externalCas,
  path: "/ca/external-cas",
  view: externalCaView,
  filters: ["id", "name", "uri", "subject", "issuer", "cert", "serialNumber", "parent"],
  create: createExternal,
  change: (call, { hidden }) => ({ hidden: { trust: readTrust(call, hidden.trust) } }),
  remove: refuseWhileUsed,
});
