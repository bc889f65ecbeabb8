import * as z from "zod";
import { defineResource, namedAfterResource, type Failure } from "../../engine/definition";
import { connectionFilters, connectionNames, connectionReady, connectionWire } from "../connections";

const path = "/connectionmgmt/services/salesforce/connections";

// Which fields each kind of login needs is not shown by the API's public sources; we ask for what Salesforce itself asks for.
/** Credentials under which the service reaches a Salesforce organization: a user with the password (`username`, `password`, `clientId`, `clientSecret`), a client alone (`clientId`, `clientSecret`, `domainName`), or a client with a certificate (`clientId`, `username`, and `isCertificateUsed` or `certificate`); tested until `ready` when it is made and when a credential changes. Destroying it removes it from the service, unless organizations use it; nothing in Salesforce changes. */
export const salesforceConnection = defineResource({
  type: "SalesforceConnection",
  path,
  inputs: {
    /** Name of the connection, unique in the service. Default: the resource's name in the program. A change replaces the connection. */
    name: namedAfterResource(z.string().min(1)),
    /** Free text. Changes in place; once set, the service cannot empty it. */
    description: z.string().optional(),
    /** `Salesforce Cloud`, or `Salesforce Sandbox Cloud` for a sandbox. Default `Salesforce Cloud`. A change replaces the connection: the API's public sources show no way to change it. */
    cloudName: z.enum(["Salesforce Cloud", "Salesforce Sandbox Cloud"]).default("Salesforce Cloud"),
    /** Consumer key of the connected app in Salesforce. Changes in place and tests the connection again. */
    clientId: z.string().min(1),
    /** Consumer secret of the connected app; not needed with a certificate. Secret; never returned by the service, so that a change made elsewhere is not seen. Changes in place and tests again. */
    clientSecret: z.string().min(1).optional(),
    /** Name of the Salesforce user to log in as; with `password` or a certificate. Changes in place and tests again. Default: none, the client logs in as itself. */
    username: z.string().min(1).optional(),
    /** Password of that user, followed by the security token where the organization asks for one. Secret; never returned. Changes in place and tests again. */
    password: z.string().min(1).optional(),
    /** My Domain name of the organization, such as `acme.my.salesforce.com`. Required when the client logs in as itself. Changes in place and tests again. */
    domainName: z.string().min(1).optional(),
    /** True to log in with a certificate that the service makes for the connection: `certificate` then shows it, to be uploaded to the connected app. The test succeeds only after that: set `readyTimeoutSeconds` to 0 and upload it in the same program, or to the time you need for it. Default false. Changes in place and tests again. */
    isCertificateUsed: z.boolean().default(false),
    /** Days that a certificate made by the service is valid, at least 1. Default: the service's choice, 730. Changes in place; counts for the next certificate. */
    certDuration: z.int().min(1, "must be at least 1 day").optional(),
    /** Certificate to log in with, PEM text, signed from a request of the service. Default: none, or the one that the service made. Changes in place and tests again. */
    certificate: z.string().startsWith("-----BEGIN", "must be PEM text").optional(),
    /** True to present a TLS client certificate to Salesforce. Default false. Changes in place and tests again. */
    enableMutualTls: z.boolean().default(false),
    /** TLS client certificate with its private key, PEM text; required with `enableMutualTls`. Secret; never returned. Changes in place and tests again. */
    tlsClientCertificateWithPrivateKey: z.string().min(1).optional(),
    /** Password of that private key. Secret; never returned. Changes in place and tests again. Default: none. */
    tlsClientPrivateKeyPassword: z.string().min(1).optional(),
    /** Parts of the service that may use the connection. Default `["cckm"]`, cloud key management. Changes in place. */
    products: z.array(z.string()).min(1, "needs at least one product").default(["cckm"]),
    /** Free JSON values by key. Changes in place; keys can be changed but not removed. Default: none. */
    meta: z.record(z.string(), z.unknown()).optional(),
    /** Labels, text by key. Changes in place. Default: none. */
    labels: z.record(z.string(), z.string()).default({}),
    /** Seconds to wait for the connection to become `ready`, 0 to 3600; 0 leaves the test to the first organization that uses it. Default 30. Kept by the provider. */
    readyTimeoutSeconds: z.number().min(0).max(3600).optional(),
  },
  outputs: {
    /** `untested`, `testing`, `ready` or `failed`: only a `ready` connection may carry containers. */
    state: z.enum(["untested", "testing", "ready", "failed"]),
    /** Why the last test failed, in the service's words; absent when it succeeded. */
    lastConnectionError: z.string().optional(),
  },
  immutable: ["name", "cloudName"],
  secret: ["clientSecret", "password", "tlsClientCertificateWithPrivateKey", "tlsClientPrivateKeyPassword"],
  writeOnly: ["clientSecret", "password", "tlsClientCertificateWithPrivateKey", "tlsClientPrivateKeyPassword"],
  unordered: ["products"],
  merged: ["labels"],
  // Going back to a secret or a certificate means sending it, although it is the same as ever for the program.
  together: [["isCertificateUsed", "clientSecret", "certificate", "username", "password"]],
  computed: ["certDuration", "certificate"],
  sticky: ["description", "meta"],
  local: ["readyTimeoutSeconds"],
  wire: connectionWire,
  filters: connectionFilters,
  namesWithin: connectionNames,
  mark: "meta",
  ready: connectionReady(path, [
    "clientId",
    "clientSecret",
    "username",
    "password",
    "domainName",
    "isCertificateUsed",
    "certificate",
    "enableMutualTls",
    "tlsClientCertificateWithPrivateKey",
    "tlsClientPrivateKeyPassword",
  ]),
  hooks: {
    check({ clientSecret, username, password, domainName, isCertificateUsed, certificate, ...tls }): Failure[] {
      const failures: Failure[] = [];
      const need = (property: string, value: unknown, when: string) => {
        if (value === undefined) failures.push({ property, reason: `is required ${when}` });
      };
      if (isCertificateUsed || certificate !== undefined) {
        need("username", username, "with a certificate");
        if (password !== undefined)
          failures.push({ property: "password", reason: "excludes a certificate: choose one" });
      } else {
        need("clientSecret", clientSecret, "unless a certificate is used");
        if (username !== undefined) need("password", password, "with username, unless a certificate is used");
        else need("domainName", domainName, "unless a user logs in");
      }
      if (password !== undefined) need("username", username, "with password");
      if (tls.enableMutualTls) {
        need("tlsClientCertificateWithPrivateKey", tls.tlsClientCertificateWithPrivateKey, "with enableMutualTls");
      }
      return failures;
    },
    async users(api, id) {
      const containers = await api.list("/cckm/sfdc/organizations", { connection: id });
      return containers.map((one) => `SalesforceOrganization "${String(one.name)}"`).join(", ") || undefined;
    },
  },
});
