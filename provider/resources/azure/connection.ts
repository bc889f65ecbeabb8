import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { defineResource, namedAfterResource, type Bag, type Failure } from "../../engine/definition";
import { connectionFilters, connectionNames, connectionReady, connectionWire } from "../connections";

const path = "/connectionmgmt/services/azure/connections";

/** An Azure application under which the service reaches the subscriptions of a tenant; tested until `ready` when it is made and when a credential changes. Destroying it removes it from the service, unless vaults use it; nothing in Azure changes. */
export const azureConnection = defineResource({
  type: "AzureConnection",
  path,
  inputs: {
    /** Name of the connection, unique in the service. Default: the resource's name in the program. A change replaces the connection. */
    name: namedAfterResource(z.string().min(1)),
    /** Free text. Changes in place; once set, the service cannot empty it. */
    description: z.string().optional(),
    /** Id of the application (client) in its tenant. Changes in place and tests the connection again. */
    clientId: z.string().min(1),
    /** Id of the tenant (directory). Changes in place and tests again. */
    tenantId: z.string().min(1),
    /** Secret of the application. Either this, `certificate`, or `isCertificateUsed`. Secret; never returned by the service, so that a change made elsewhere is not seen. Changes in place and tests again. */
    clientSecret: z.string().min(1).optional(),
    /** True to let the service make a certificate with a key that never leaves it: `certificate` then shows it, to be added to the application in Azure. The test succeeds only after that: set `readyTimeoutSeconds` to 0 and add it in the same program, or to the time you need for it. Default false. Changes in place and tests again. */
    isCertificateUsed: z.boolean().default(false),
    /** Days for which a certificate made by the service is valid. Default: the service's choice, 730. Changes in place and makes a new certificate. */
    certDuration: z.number().int().min(1).optional(),
    /** Certificate, PEM text, that was issued for a signing request of the service. Default: none, or the one the service made. Changes in place and tests again. */
    certificate: z.string().min(1).optional(),
    /** Azure cloud: `AzureCloud`, `AzureChinaCloud`, `AzureUSGovernment`, `AzureGermanCloud` or `AzureStack`. Default `AzureCloud`. Changes in place and tests again. */
    cloudName: z
      .enum(["AzureCloud", "AzureChinaCloud", "AzureUSGovernment", "AzureGermanCloud", "AzureStack"])
      .default("AzureCloud"),
    /** AzureStack: how it knows its users, `AAD` or `ADFS`. Required there. Changes in place and tests again. */
    azureStackConnectionType: z.enum(["AAD", "ADFS"]).optional(),
    /** AzureStack: certificate of its server, PEM text. Changes in place and tests again. */
    azureStackServerCert: z.string().optional(),
    /** AzureStack: URL of its Active Directory. Changes in place and tests again. */
    activeDirectoryEndpoint: z.string().optional(),
    /** AzureStack: URL of its management. Changes in place and tests again. */
    managementUrl: z.string().optional(),
    /** AzureStack: URL of its resource manager. Changes in place and tests again. */
    resourceManagerUrl: z.string().optional(),
    /** AzureStack: DNS suffix of its key vaults. Changes in place and tests again. */
    keyVaultDnsSuffix: z.string().optional(),
    /** AzureStack: URL of its vault resource. Changes in place and tests again. */
    vaultResourceUrl: z.string().optional(),
    /** Parts of the service that may use the connection. Default `["cckm"]`, cloud key management. Changes in place. */
    products: z.array(z.string()).min(1, "needs at least one product").default(["cckm"]),
    /** Free JSON values by key. Changes in place; keys can be changed but not removed. Default: none. */
    meta: z.record(z.string(), z.unknown()).optional(),
    /** Labels, text by key. Changes in place. Default: none. */
    labels: z.record(z.string(), z.string()).default({}),
    /** Seconds to wait for the connection to become `ready`, 0 to 3600; 0 leaves the test to the first vault that uses it. Default 30. Kept by the provider. */
    readyTimeoutSeconds: z.number().min(0).max(3600).optional(),
  },
  outputs: {
    /** `untested`, `testing`, `ready` or `failed`: only a `ready` connection may carry vaults. */
    state: z.enum(["untested", "testing", "ready", "failed"]),
    /** Why the last test failed, in the service's words; absent when it succeeded. */
    lastConnectionError: z.string().optional(),
    /** SHA-1 thumbprint of the certificate, as Azure shows it. */
    certificateThumbprint: z.string().optional(),
    /** True when the certificate was brought along rather than made by the service. */
    externalCertificateUsed: z.boolean().optional(),
  },
  immutable: ["name"],
  secret: ["clientSecret"],
  writeOnly: ["clientSecret"],
  unordered: ["products"],
  merged: ["labels"],
  // Going back to a secret or a certificate means sending it, although it is the same as ever for the program.
  together: [["isCertificateUsed", "clientSecret", "certificate"]],
  computed: ["certificate", "certDuration"],
  sticky: ["description", "meta"],
  local: ["readyTimeoutSeconds"],
  wire: {
    ...connectionWire,
    // The service cannot empty a secret: it gives it up when it gets a certificate.
    clientSecret: { encode: (secret: string) => secret || undefined },
  },
  filters: connectionFilters,
  namesWithin: connectionNames,
  mark: "meta",
  ready: connectionReady(path, [
    "clientId",
    "tenantId",
    "clientSecret",
    "isCertificateUsed",
    "certDuration",
    "certificate",
    "cloudName",
    "azureStackConnectionType",
    "azureStackServerCert",
    "activeDirectoryEndpoint",
    "managementUrl",
    "resourceManagerUrl",
    "keyVaultDnsSuffix",
    "vaultResourceUrl",
  ]),
  hooks: {
    check({ clientSecret, certificate, isCertificateUsed, certDuration, cloudName, azureStackConnectionType }) {
      const failures = identityProblems({
        clientSecret,
        certificate,
        isCertificateUsed: isCertificateUsed || undefined,
      });
      if (certDuration !== undefined && isCertificateUsed === false) {
        failures.push({ property: "certDuration", reason: "has no meaning unless isCertificateUsed is true" });
      }
      if (cloudName === "AzureStack" && azureStackConnectionType === undefined) {
        failures.push({ property: "azureStackConnectionType", reason: "is required for the cloud AzureStack" });
      }
      return failures;
    },
    create: async ({ api, inputs }, body) => withLabels(api, await api.post(path, body), inputs),
    enrich: withLabels,
    async users(api, id) {
      const name = (await api.get(`${path}/${segment(id)}`)).name as string;
      const vaults = await api.list("/cckm/azure/vaults", { connection: name });
      return vaults.map((one) => `AzureVault "${String(one.name)}"`).join(", ") || undefined;
    },
  },
});

/** Answers to a change may leave the labels out; a look at the object shows them. */
async function withLabels(api: Api, record: Wire, wanted: Bag): Promise<Wire> {
  if (record.labels !== undefined || Object.keys(wanted.labels ?? {}).length === 0) return record;
  return api.get(`${path}/${segment(idIn(record))}`);
}

function identityProblems(ways: Record<string, unknown>): Failure[] {
  const given = Object.keys(ways).filter((way) => ways[way] !== undefined);
  if (given.length === 1) return [];
  if (given.length > 1) {
    return [{ property: given[1]!, reason: `excludes ${given[0]!}: the application logs in by one of them` }];
  }
  const reason = "is required, or certificate, or isCertificateUsed: the application logs in by one of them";
  return [{ property: "clientSecret", reason }];
}
