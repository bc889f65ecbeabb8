import * as z from "zod";
import { segment } from "../../api/client";
import { defineResource } from "../../lifecycle/define";
import { field, named } from "../../lifecycle/field";
import { trustOf } from "../general/webInterface";
import { isCertificate, validFrom, validUntil } from "./certificates";
import { purposePlace } from "./purposes";

const path = "/ca/external-cas";
const item = (id: string) => `${path}/${segment(id)}`;

/** A certificate authority elsewhere whose certificates the service accepts. Destroying it ends the logins of its clients. */
export const externalCa = defineResource({
  type: "ExternalCa",
  path,
  item,
  spelling: "camel",
  inputs: {
    /** Name of the CA in the service, unique. */
    name: named(z.string().min(1), { change: "replace" }),
    /** Certificate of the CA, PEM. */
    certificate: field(z.string().refine(isCertificate, "must be an X.509 certificate in PEM"), {
      change: "replace",
      wire: "cert",
    }),
    /** Id of the `ExternalCa` or `LocalCa` that signed this one. Default: none, it is a root. */
    // The response contains a parent's URI, whatever was sent.
    parent: field(z.string().min(1).optional(), { change: "replace", seen: "never" }),
    /** True when clients may log in with certificates of this CA. */
    allowClientAuthentication: field(z.boolean().optional(), { absent: "theirs", wire: purposePlace("client") }),
    /** True when users may log in with certificates of this CA. */
    allowUserAuthentication: field(z.boolean().optional(), { absent: "theirs", wire: purposePlace("user") }),
  },
  outputs: {
    /** URI of the CA in the service, as trusted CAs of interfaces name it. */
    uri: z.string(),
    /** Serial number of the certificate, decimal. */
    serialNumber: z.string(),
    /** Subject of the certificate, such as `/O=Example/CN=Root`. */
    subject: z.string(),
    /** Issuer of the certificate. */
    issuer: z.string(),
    /** When the certificate begins to be valid, RFC 3339. */
    notBefore: field(z.string(), { wire: validFrom("cert") }),
    /** When the certificate ends, RFC 3339. */
    notAfter: field(z.string(), { wire: validUntil("cert") }),
    /** SHA-256 fingerprint of the certificate in hexadecimal digits. */
    sha256Fingerprint: z.string(),
  },
  filters: ["name", "subject", "issuer", "serialNumber", "cert"],
  hooks: { users: trustOf },
});
