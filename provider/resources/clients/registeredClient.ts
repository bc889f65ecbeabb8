import * as z from "zod";
import { segment, type Wire } from "../../api/client";
import { isKind } from "../../api/errors";
import { defineResource, namedAfterResource } from "../../engine/definition";
import { isCertificate, validFrom, validUntil } from "./certificates";
import { register } from "./registration";
import { dueRenewal, renew } from "./renewal";
import { csrWire, requestParameters } from "./requestParameters";

const path = "/client-management/clients/";
const item = (id: string) => `${path}${segment(id)}`;

/** Why a certificate is revoked, in the words of RFC 5280. */
const reasons = [
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

/**
 * A machine with an identity of its own, which logs in with a certificate. Its certificate comes from its own request
 * (`csr`), from an external CA (`externalCertificate`), or from the service, which then makes the private key too.
 * Destroying it cuts the client off at once, unless `onDestroy` says otherwise.
 */
export const registeredClient = defineResource({
  type: "RegisteredClient",
  path,
  item,
  inputs: {
    /** Name of the client. Default: the resource's name in the program. A change replaces the client. */
    name: namedAfterResource(z.string().min(1)),
    /** Text of the registration token. Secret. Used when the client is registered; a later change means nothing. */
    registrationToken: z.string().min(1),
    /** Certificate signing request that the client made, PEM; a local CA of the service signs it. A change renews the certificate in place, for the key of the new request. */
    csr: z
      .string()
      .includes("CERTIFICATE REQUEST-----", { error: "must be a certificate signing request in PEM" })
      .optional(),
    /** Certificate that a known `ExternalCa` has signed for the client, PEM, instead of `csr`. A change renews in place: the new certificate counts. */
    externalCertificate: z.string().refine(isCertificate, "must be an X.509 certificate in PEM").optional(),
    /** What the request says that the service makes for a client which cannot make a key pair. Without `csr` and `externalCertificate`, these or those of the profile are needed. The registration's count where both are given. A change renews the certificate and its key in place. */
    csrParameters: requestParameters.optional(),
    /** The one field of the request's subject in which the service writes its own value, such as `CN` or `OU`. Default: the service's choice. A change renews the certificate in place. */
    subjectDnFieldToModify: z.string().min(1).optional(),
    /** True to leave the subject of the request as it is. Default false. A change renews the certificate in place. */
    doNotModifySubjectDn: z.boolean().default(false),
    /** Days before its end at which the certificate is renewed, by the first `up` after that; a preview announces it. At least 1; never before two thirds of the certificate's life are over. Default: never. Not for `externalCertificate`. Kept by the provider. */
    renewBeforeDays: z.number().int().min(1).optional(),
    /** True to revoke the client: it can no longer log in, and never again. Default false. Changes in place to true; a change back to false replaces the client, which needs a token that is still good. */
    revoked: z.boolean().default(false),
    /** Reason that a revocation gives, by `revoked` or on destroy: `unspecified`, `keyCompromise`, `cACompromise`, `affiliationChanged`, `superseded`, `cessationOfOperation`, `certificateHold`, `removeFromCRL`, `privilegeWithdrawn` or `aACompromise`. Default `cessationOfOperation`. Kept by the provider. */
    revocationReason: z.enum(reasons).default("cessationOfOperation"),
    /** What destroying the resource does: `delete` revokes the client and removes it; `revoke` leaves the revoked client in the service's books; `retain` leaves a client that can still log in. Default `delete`. Kept by the provider. */
    onDestroy: z.enum(["delete", "revoke", "retain"]).default("delete"),
    /** Any values; a change of them registers the client anew, with a new identity. Kept by the provider. Default: none. */
    triggers: z.record(z.string(), z.unknown()).default({}),
  },
  outputs: {
    /** The client's identity, with which it asks for tokens. */
    clientId: z.string(),
    /** Its certificate, PEM. */
    certificate: z.string().optional(),
    /** Private key of the certificate, PEM; only where the service made it, and then shown by the service once only. Secret. */
    privateKey: z.string().optional(),
    /** `active`, `revoked` or `expired`. */
    state: z.string().optional(),
    /** Issuer of the certificate. */
    issuer: z.string().optional(),
    /** When the certificate begins to be valid, RFC 3339. */
    notBefore: z.string().optional(),
    /** When the certificate ends, RFC 3339. */
    notAfter: z.string().optional(),
    /** SHA-256 fingerprint of the certificate in hexadecimal digits. */
    sha256Fingerprint: z.string().optional(),
  },
  filters: ["name", "caId", "clientManagementProfileId", "sha256Fingerprint", "state"],
  keepsPlace: { revoke: "every", retain: "every" },
  immutable: ["name", "triggers"],
  secret: ["registrationToken", "privateKey"],
  writeOnly: [
    "registrationToken",
    "csr",
    "externalCertificate",
    "csrParameters",
    "subjectDnFieldToModify",
    "doNotModifySubjectDn",
  ],
  initial: ["registrationToken"],
  shownOnce: ["privateKey"],
  local: ["renewBeforeDays", "revocationReason", "onDestroy", "triggers"],
  wire: {
    externalCertificate: { to: "ext_cert" },
    csrParameters: { encode: (parameters: Wire) => csrWire(parameters) },
    revoked: { to: false, from: ({ state }) => state === "revoked" },
    clientId: { from: "id" },
    certificate: { from: "cert" },
    privateKey: { from: ({ key, private_key }) => key ?? private_key },
    notBefore: validFrom("cert"),
    notAfter: validUntil("cert"),
  },
  actions: [
    {
      inputs: ["csr", "externalCertificate", "csrParameters", "subjectDnFieldToModify", "doNotModifySubjectDn"],
      due: dueRenewal,
      run: renew,
    },
    {
      inputs: ["revoked"],
      run: ({ api, inputs }, { id }) => api.patch(`${item(id)}/revoke`, { reason: inputs.revocationReason }),
    },
  ],
  existing: {
    list: "the private key of a client's certificate is on the client alone: write it down by hand, with its csr or certificate and adopt",
  },
  hooks: {
    create: register,
    check({ csr, externalCertificate, csrParameters, renewBeforeDays }) {
      const sources = { csr, externalCertificate, csrParameters };
      const given = Object.entries(sources).filter(([, value]) => value !== undefined);
      const second = given.slice(1).map(([property]) => ({
        property,
        reason: `cannot be given beside ${given[0]![0]}: a client has one source of its certificate`,
      }));
      if (externalCertificate === undefined || renewBeforeDays === undefined) return second;
      const reason = "cannot renew a certificate that an external CA signs: give externalCertificate the next one";
      return [...second, { property: "renewBeforeDays", reason }];
    },
    // What is revoked stays revoked: a client that is wanted again is another one.
    replaces: ({ revoked }, inputs) => (revoked === true && inputs.revoked === false ? ["revoked"] : []),
    async remove({ api, inputs }, id) {
      if (inputs.onDestroy === "retain") return;
      try {
        await api.patch(`${item(id)}/revoke`, { reason: inputs.revocationReason });
      } catch (error) {
        // It may be revoked already; whether it is cut off shows in what follows.
        if (inputs.onDestroy === "revoke" || !isKind(error, "badRequest", "conflict", "failed")) throw error;
      }
      if (inputs.onDestroy === "delete") await api.delete(item(id));
    },
  },
});
