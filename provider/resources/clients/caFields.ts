import * as z from "zod";
import { field } from "../../lifecycle/vocabulary/field";
import { validFrom, validUntil } from "./certificates";
import { purposePlace } from "./purposes";

/** What CAs of both kinds have: what they may be used for, and what their certificate says. */

export const caPurposeFields = {
  /** True when clients may log in with certificates of this CA. */
  allowClientAuthentication: field(z.boolean().optional(), {
    absent: "theirs",
    wire: purposePlace("client"),
    guards: true,
  }),
  /** True when users may log in with certificates of this CA. */
  allowUserAuthentication: field(z.boolean().optional(), {
    absent: "theirs",
    wire: purposePlace("user"),
    guards: true,
  }),
};

export const caCertificateOutputs = {
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
};
