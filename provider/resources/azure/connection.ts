import * as z from "zod";
import { field, open } from "../../lifecycle/vocabulary/field";
import { defineConnection } from "../connections";
import { certificates } from "../pem";
import { credential } from "../credential";

/**
 * An Azure application under which the service reaches the subscriptions of a tenant. It is tested
 * until `ready` when it is made and when a credential changes. Destroying it removes it from the
 * service, unless vaults use it; nothing in Azure changes.
 */
export const azureConnection = defineConnection("azure", {
  type: "AzureConnection",
  inputs: {
    /** Id of the application (client) in its tenant. */
    clientId: credential(),
    /** Id of the tenant (directory). */
    tenantId: credential(),
    /** Secret of the application. Either this, `certificate`, or `isCertificateUsed`. */
    clientSecret: field(credential().optional(), {
      seen: "never",
      secret: true,
      wire: { encode: (secret: string) => secret || undefined },
    }),
    /**
     * True to let the service make a certificate with a key that never leaves it. `certificate`
     * then shows it, to be added to the application in Azure. The test succeeds only after that:
     * set `readyTimeoutSeconds` to 0 and add it in the same program, or to the time that this
     * takes.
     */
    isCertificateUsed: z.boolean().default(false),
    /**
     * Days for which a certificate made by the service is valid. Default: the service's choice,
     * 730. Updated in place and makes a new certificate.
     */
    certDuration: field(z.number().int().min(1).optional(), { absent: "theirs" }),
    /**
     * Certificate, PEM text, that was issued for a signing request of the service. Default: none,
     * or the one the service made.
     */
    certificate: field(certificates().optional(), { absent: "theirs" }),
    /**
     * Azure cloud: `AzureCloud`, `AzureChinaCloud`, `AzureUSGovernment`, `AzureGermanCloud` or
     * `AzureStack`.
     */
    cloudName: open(["AzureCloud", "AzureChinaCloud", "AzureUSGovernment", "AzureGermanCloud", "AzureStack"]).default(
      "AzureCloud",
    ),
    /** AzureStack: how it knows its users, `AAD` or `ADFS`. Required there. */
    azureStackConnectionType: open(["AAD", "ADFS"]).optional(),
    /** AzureStack: certificate of its server, PEM text. */
    azureStackServerCert: certificates().optional(),
    /** AzureStack: URL of its Active Directory. */
    activeDirectoryEndpoint: z.url({ protocol: /^https$/, error: "must be an https address" }).optional(),
    /** AzureStack: URL of its management. */
    managementUrl: z.string().optional(),
    /** AzureStack: URL of its resource manager. */
    resourceManagerUrl: z.url({ protocol: /^https$/, error: "must be an https address" }).optional(),
    /** AzureStack: DNS suffix of its key vaults. */
    keyVaultDnsSuffix: z.string().optional(),
    /** AzureStack: URL of its vault resource. */
    vaultResourceUrl: z.string().optional(),
    /**
     * Seconds to wait for the connection to become `ready`, 0 to 3600; 0 leaves the test to the
     * first vault that uses it. Default 30.
     */
    readyTimeoutSeconds: field(z.number().min(0).max(3600).optional(), { seen: "local" }),
  },
  outputs: {
    /** SHA-1 thumbprint of the certificate, as Azure shows it. */
    certificateThumbprint: z.string().optional(),
    /** True if the certificate was supplied rather than created by the service. */
    externalCertificateUsed: z.boolean().optional(),
  },
  // Switching back to a secret or a certificate requires sending it, although it is unchanged in the program.
  update: { together: [["isCertificateUsed", "clientSecret", "certificate"]] },
  rules: [
    { choose: ["clientSecret", "certificate", "isCertificateUsed"], because: "the application logs in by one of them" },
    { when: { isCertificateUsed: false }, excludes: ["certDuration"] },
    { when: { cloudName: "AzureStack" }, requires: ["azureStackConnectionType"] },
  ],
});
