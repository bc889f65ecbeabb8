import * as z from "zod";
import { field, open } from "../../lifecycle/vocabulary/field";
import { defineConnection } from "../connections";
import { certificates, certificateWithKey, pairFailures } from "../pem";
import { credential } from "../credential";

// Public clients show what a login by password needs, and what excludes each other; the rest is what Salesforce itself requires.
/**
 * Credentials under which the service reaches a Salesforce organization. A user with the password
 * has `username`, `password`, `clientId` and `clientSecret`. A client alone has `clientId`,
 * `clientSecret` and `domainName`. A client with a certificate has `clientId`, `username`, and
 * `isCertificateUsed` or `certificate`. The connection is tested until `ready` when it is made and
 * when a credential changes. Destroying it removes it from the service, unless organizations use
 * it; nothing in Salesforce changes.
 */
export const salesforceConnection = defineConnection("salesforce", {
  type: "SalesforceConnection",
  untested: ["certDuration"],
  inputs: {
    /** `Salesforce Cloud`, or `Salesforce Sandbox Cloud` for a sandbox. */
    cloudName: open(["Salesforce Cloud", "Salesforce Sandbox Cloud"]).default("Salesforce Cloud"),
    /** Consumer key of the connected app in Salesforce. */
    clientId: credential(),
    /**
     * Consumer secret of the connected app; not with `certificate`, and not needed with
     * `isCertificateUsed`.
     */
    clientSecret: field(credential().optional(), { seen: "never", secret: true }),
    /**
     * Name of the Salesforce user to log in as; with `password` or a certificate. Default: none,
     * the client logs in as itself.
     */
    username: credential().optional(),
    /** Password of that user, followed by the security token where the organization asks for one. */
    password: field(credential().optional(), { seen: "never", secret: true }),
    /**
     * My Domain name of the organization, such as `acme.my.salesforce.com`. Required when the
     * client logs in as itself, which goes without `username` and `password`.
     */
    domainName: credential().optional(),
    /**
     * True to log in with a certificate that the service makes for the connection. `certificate`
     * then shows it, to be uploaded to the connected app. The test succeeds only after that: set
     * `readyTimeoutSeconds` to 0 and upload it in the same program, or to the time that this
     * takes.
     */
    isCertificateUsed: z.boolean().default(false),
    /**
     * Days that a certificate made by the service is valid, at least 1. Default: the service's
     * choice, 730. Updated in place; counts for the next certificate.
     */
    certDuration: field(z.int().min(1, "must be at least 1 day").optional(), { absent: "theirs" }),
    /**
     * Certificate to log in with, PEM text, signed from a request of the service; not with
     * `clientSecret` or `isCertificateUsed`. Default: none, or the one that the service made.
     */
    certificate: field(certificates().optional(), { absent: "theirs" }),
    /** True to present a TLS client certificate to Salesforce. */
    enableMutualTls: z.boolean().default(false),
    /** TLS client certificate with its private key, PEM text; required with `enableMutualTls`. */
    tlsClientCertificateWithPrivateKey: field(certificateWithKey().optional(), { seen: "never", secret: true }),
    /** Password of that private key. */
    tlsClientPrivateKeyPassword: field(z.string().min(1).optional(), { seen: "never", secret: true }),
    /**
     * Seconds to wait for the connection to become `ready`, 0 to 3600; 0 leaves the test to the
     * first organization that uses it. Default 30.
     */
    readyTimeoutSeconds: field(z.number().min(0).max(3600).optional(), { seen: "local" }),
  },
  check: pairFailures("tlsClientCertificateWithPrivateKey", "tlsClientPrivateKeyPassword"),
  // Switching back to a secret or a certificate requires sending it, although it is unchanged in the program.
  update: { together: [["isCertificateUsed", "clientSecret", "certificate", "username", "password"]] },
  rules: [
    { when: { isCertificateUsed: true }, requires: ["username"], excludes: ["password"] },
    { when: "certificate", requires: ["username"], excludes: ["password", "clientSecret", "isCertificateUsed"] },
    { when: "domainName", excludes: ["username", "password"] },
    { unless: [{ isCertificateUsed: true }, "certificate"], requires: ["clientSecret"] },
    { when: "username", unless: [{ isCertificateUsed: true }, "certificate"], requires: ["password"] },
    { unless: [{ isCertificateUsed: true }, "certificate", "username"], requires: ["domainName"] },
    { when: "password", requires: ["username"] },
    { when: { enableMutualTls: true }, requires: ["tlsClientCertificateWithPrivateKey"] },
  ],
});
