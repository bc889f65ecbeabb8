import * as z from "zod";
import { segment } from "../../api/client";
import { defineResource, namedAfterResource } from "../../engine/definition";
import { isCertificate, validFrom, validUntil } from "./certificates";
import { purposeOf, purposePlace } from "./purposes";

const path = "/ca/external-cas";
const item = (id: string) => `${path}/${segment(id)}`;

/** A certificate authority elsewhere whose certificates the service accepts. Destroying it ends the logins of its clients. */
export const externalCa = defineResource({
  type: "ExternalCa",
  path,
  item,
  spelling: "camel",
  inputs: {
    /** Name of the CA in the service, unique. Default: the resource's name in the program. A change replaces the CA. */
    name: namedAfterResource(z.string().min(1)),
    /** Certificate of the CA, PEM. A change replaces the CA. */
    certificate: z.string().refine(isCertificate, "must be an X.509 certificate in PEM"),
    /** Id of the `ExternalCa` or `LocalCa` that signed this one. Default: none, it is a root. A change replaces the CA. */
    parent: z.string().min(1).optional(),
    /** True when clients may log in with certificates of this CA. Default: the service's choice. Changes in place. */
    allowClientAuthentication: z.boolean().optional(),
    /** True when users may log in with certificates of this CA. Default: the service's choice. Changes in place. */
    allowUserAuthentication: z.boolean().optional(),
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
    notBefore: z.string(),
    /** When the certificate ends, RFC 3339. */
    notAfter: z.string(),
    /** SHA-256 fingerprint of the certificate in hexadecimal digits. */
    sha256Fingerprint: z.string(),
  },
  filters: ["name", "subject", "issuer", "serialNumber", "cert"],
  immutable: ["name", "certificate", "parent"],
  // The answer names a parent by its URI, whatever it was given by.
  writeOnly: ["parent"],
  computed: ["allowClientAuthentication", "allowUserAuthentication"],
  wire: {
    certificate: "cert",
    allowClientAuthentication: purposePlace("client"),
    allowUserAuthentication: purposePlace("user"),
    notBefore: validFrom("cert"),
    notAfter: validUntil("cert"),
  },
  actions: [
    {
      inputs: ["allowClientAuthentication", "allowUserAuthentication"],
      run: ({ api, inputs }, { id }) => api.patch(item(id), purposeOf(inputs)),
    },
  ],
});
