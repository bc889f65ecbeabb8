import { invalid } from "../../core/errors";
import type { Scope } from "../../core/scope";
import { factsOf } from "../../shared/x509/facts";
import { issue } from "../../shared/x509/issue";
import { defaultSpec } from "../../shared/x509/keys";
import { nameOf } from "../../shared/x509/names";
import { readRequest } from "../../shared/x509/requests";
import { activate, addPending } from "./local";
import { keyOf, localCas, stateOfCa, type LocalCa } from "./records";
import { signing, validFor } from "./sign";

/** The authority that every new service has: the one that signed its web certificate. */
export function seedRootCa(scope: Scope): void {
  const { certificate, key } = scope.service.authority;
  const header = scope.header("naboo:localca");
  scope.put(localCas, {
    ...header,
    name: `localca-${header.id}`,
    cert: certificate,
    ...factsOf(certificate),
    hidden: { key, trust: { client: true, user: true } },
  });
}

/** The oldest authority that can sign now: the default wherever a request names none. */
export function oldestCa(scope: Scope): LocalCa | undefined {
  return scope.all(localCas).find((ca) => stateOfCa(scope, ca) === "active");
}

/**
 * The authority that a new domain begins with, signed by one of the domain that made it. Returns
 * the parent's id.
 */
export function seedDomainCa(
  inside: Scope,
  outer: Scope,
  domain: string,
  parentId: string | undefined,
): string | undefined {
  const parent = parentId === undefined ? oldestCa(outer) : outer.find(localCas, parentId);
  if (parent === undefined && parentId !== undefined) throw invalid("parent_ca_id names no local CA");
  if (parent === undefined) return undefined;
  const signer = signing(outer, parent);
  const subject = [
    ["O", "Thales"],
    ["CN", `${domain.slice(0, 52)} domain CA`],
  ] as const;
  const pending = addPending(inside, { subject, spec: defaultSpec });
  const { publicKey } = readRequest("csr", pending.csr ?? "");
  const order = { subject: nameOf(subject), publicKey, alternativeNames: [], purpose: "ca" as const };
  const key = { key: keyOf(signer), certificate: signer.cert };
  activate(inside, pending, issue({ ...order, ...validFor(inside, tenYears) }, key), parent.uri);
  return parent.id;
}

const tenYears = 3650;
