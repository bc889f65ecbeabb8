import type { Name } from "@peculiar/x509";
import { invalid } from "../../core/errors";
import type { Fields } from "../../core/fields";
import { attributesOf, checkName, nameOf, type Attributes } from "../../shared/x509/names";

/** Names of CSR parameters, and what they stand for in the subject. */
const parameters = [
  ["csr_country", "C"],
  ["csr_state", "ST"],
  ["csr_city", "L"],
  ["csr_org_name", "O"],
  ["csr_org_unit", "OU"],
  ["csr_email", "E"],
] as const;

/**
 * The subject that CSR parameters describe; its common name is the client's name unless they say
 * otherwise.
 */
export function readCsrParameters(body: Fields, name: string): Attributes {
  const parts = parameters.flatMap(([field, type]) => {
    const value = body.text(field);
    return value === undefined ? [] : [[type, value] as const];
  });
  return checkName([...parts, ["CN", body.text("csr_cn") ?? name]]);
}

const modifiable = ["CN", "E", "L", "O", "OU", "SN", "ST", "UID"] as const;

/** What the service does to the subject of a certificate that it signs for a client. */
export type SubjectChange = (subject: Name) => Name;

/**
 * Unless the request says otherwise, the identity of the client takes the place of one field of the
 * subject, so that no two clients have the same name.
 */
export function readSubjectChange(body: Fields, clientId: string): SubjectChange {
  const keep = body.flag("do_not_modify_subject_dn") === true;
  const named = body.text("subject_dn_field_to_modify");
  const field = modifiable.find((type) => type === (named ?? "OU").toUpperCase());
  if (field === undefined) throw invalid(`subject_dn_field_to_modify must be one of ${modifiable.join(", ")}`);
  if (keep) return (subject) => subject;
  return (subject) => {
    const attributes = attributesOf(subject);
    const others = attributes.filter(([type]) => type !== field);
    const place = attributes.findIndex(([type]) => type === field);
    const at = place >= 0 ? place : others.length - (others.at(-1)?.[0] === "CN" ? 1 : 0);
    return nameOf([...others.slice(0, at), [field, clientId], ...others.slice(at)]);
  };
}
