import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { Wire } from "../../api/client";
import { defineResource, type Bag } from "../../lifecycle/vocabulary/definition";
import { field, named, open, ref } from "../../lifecycle/vocabulary/field";
import { pick } from "../../lifecycle/values/wire";
import { azureTags, objectName } from "./key";
import {
  currentIdOf,
  azureCertificates,
  objectHooks,
  objectReady,
  ofSettled,
  patchNewest,
  recovered,
  renewed,
  refuseIfTaken,
  settled,
  settledOf,
  vaultEnds,
} from "./objectRecord";
import { anyCase } from "../names";
import { azurePairType } from "./keyShape";
import { azureVault } from "./vault";
import { certificateFile, pairFailures, privateKey } from "../pem";

const aSet = field(z.array(z.string()).optional(), { as: "set" });

const policy = z.object({
  /** Who signs it. Default: itself. */
  issuer: z
    .object({
      /** Name of the issuer in Azure, `Self` or `Unknown`. */
      name: z.string(),
      /** True to write the certificate to a public log. */
      certTransparency: z.boolean().optional(),
      /** Kind of certificate that is requested from the issuer. */
      cty: z.string().optional(),
    })
    .optional(),
  /** The key below it. */
  keyProps: z
    .object({
      /** `RSA`, `RSA-HSM`, `EC` or `EC-HSM`. Default `RSA`. */
      kty: azurePairType.optional(),
      /** Curve of an EC key. */
      crv: z.string().optional(),
      /** Size of an RSA key in bits. Default 2048. */
      keySize: z.number().int().optional(),
      /** Whether the private key may leave Azure. */
      exportable: z.boolean().optional(),
      /** True to keep the key when the certificate is renewed. */
      reuseKey: z.boolean().optional(),
    })
    .optional(),
  /** What the certificate says. */
  x509Props: z.object({
    /** Subject, such as `CN=shop.example.com`. */
    subject: z.string(),
    /** Extended key usages, as object identifiers. */
    ekus: aSet,
    /** Key usages, such as `digitalSignature`. */
    keyUsage: aSet,
    /** Other names of the subject. */
    sans: z
      .object({
        /** DNS names. */
        dnsNames: aSet,
        /** E-mail addresses. */
        emails: aSet,
        /** User principal names. */
        upns: aSet,
      })
      .optional(),
    /** Months of validity. Default 12. */
    validityMonths: z.number().int().min(1).optional(),
  }),
  /** What happens before it ends. */
  lifetimeActions: field(
    z
      .array(
        z.object({
          /** What is done. */
          action: z.object({
            /** `AutoRenew` or `EmailContacts`. */
            actionType: open(["AutoRenew", "EmailContacts"]),
          }),
          /** When it is done: one of the two. */
          trigger: z.object({
            /** Days before the end. */
            daysBeforeExpiry: z.number().int().optional(),
            /** Percentage of the life that has passed. */
            lifetimePercentage: z.number().int().optional(),
          }),
        }),
      )
      .optional(),
    { as: "set" },
  ),
  /**
   * Form in which the certificate with its key is kept: `application/x-pkcs12` or
   * `application/x-pem-file`. Default `application/x-pkcs12`.
   */
  secretProps: z
    .object({
      /** Media type. */
      contentType: open(["application/x-pkcs12", "application/x-pem-file"]),
    })
    .optional(),
});

// That its versions are recorded like those of keys is inferred: the API's public sources do not show it.
/**
 * A certificate in an Azure vault, created by Azure according to a policy or imported; all versions
 * of its name together. Destroying it soft-deletes it in Azure (see `onDestroy`).
 */
export const azureCertificate = defineResource({
  type: "AzureCertificate",
  role: "key",
  path: azureCertificates.path,
  inputs: {
    /** Name of the certificate, unique in its vault: letters, digits and dashes. */
    certName: named(objectName, { change: "replace", as: anyCase }),
    /** Id of the `AzureVault` that holds the certificate; managed HSMs hold none. */
    keyVault: ref(azureVault, { change: "replace", wire: { to: "key_vault", from: "key_vault_id" } }),
    /**
     * Policy by which Azure creates the certificate: issuer, key, subject, renewal. Required unless
     * one is imported. Compared with what this program last wrote. Changing it makes a new version,
     * in place.
     */
    policy: field(policy.optional(), { seen: "never", wire: { to: "azure_param.policy", encode: policyToWire } }),
    /** A certificate to import: PEM or base64 PFX, with its private key. */
    certificate: field(certificateFile().optional(), { change: "replace", seen: "never", secret: true }),
    /** Password of the certificate to import. */
    password: field(z.string().min(1).optional(), { change: "replace", seen: "never", secret: true }),
    /** Imports from a local CA of the service instead: id of the CA. */
    caid: field(z.string().min(1).optional(), { change: "replace", seen: "never" }),
    /** Id of the certificate that the local CA issued. */
    sourceCertIdentifier: field(z.string().min(1).optional(), { change: "replace", seen: "never" }),
    /** Private key of that certificate, PEM text. */
    privateKeyPem: field(privateKey().optional(), { change: "replace", seen: "never", secret: true }),
    /** Azure tags, a map of strings; values without `:` and `%`. */
    tags: field(azureTags.default({}), { wire: { to: "azure_param.tags", from: ofSettled("azure_param.tags") } }),
    /** False to disable the certificate. Updated in place, for the newest version. */
    enabled: field(z.boolean().default(true), {
      wire: { to: false, from: "azure_param.attributes.enabled" },
      guards: true,
    }),
    /**
     * On destroy, `softDelete` deletes the certificate; it can be recovered until the vault's
     * retention ends. `purge` deletes it permanently. `retain` leaves it as it is. Default
     * `softDelete`, which is refused where the vault has no soft delete.
     */
    onDestroy: vaultEnds(),
  },
  outputs: {
    /**
     * AVAILABLE or SOFT-DELETED. A declared certificate that was soft-deleted is recovered by the
     * next update.
     */
    status: z.string(),
    /** Address of the newest version in Azure. */
    certificateId: field(z.string().optional(), { wire: { from: "azure_param.id" } }),
    /** Azure's id of the newest version. Renewal changes it. */
    version: z.string().optional(),
    /** The version whose tags this program last set. */
    managedVersion: field(z.string().optional(), { wire: { from: (response) => settledOf(response).version } }),
    /** The service's id of the newest version; the resource's own id stays. */
    currentId: field(z.string(), { wire: { from: currentIdOf } }),
  },
  unique: [["keyVault", "certName"]],
  filters: ["id", "keyVault", "keyVaultId", "certName", "cloudName", "region", "status", "enabled", "gone", "version"],
  ready: objectReady(azureCertificates),
  actions: [
    {
      inputs: ["policy"],
      async run(scope, { record }) {
        const { certName, keyVault, policy: wanted, tags } = scope.inputs;
        const written = wanted && policyToWire(wanted);
        if (!written || holds(pick(record, "azure_param.policy"), written)) return record;
        await recovered(scope, azureCertificates, record);
        const body = { cert_name: certName, key_vault: keyVault, azure_param: { policy: written, tags } };
        return renewed(azureCertificates, record, await scope.api.post(azureCertificates.path, body));
      },
    },
    {
      inputs: ["policy", "enabled", "tags"],
      async run(scope, { record, changed }) {
        // A new version is enabled at first.
        const isOff = changed.includes("policy") && !scope.inputs.enabled;
        const patched = changed.filter((key) => key !== "policy").concat(isOff ? ["enabled"] : []);
        return patched.length > 0 ? patchNewest(scope, azureCertificates, record, patched) : record;
      },
    },
  ],
  existing: { recall: (record) => ({ policy: policyFromWire(pick(record, "azure_param.policy")) }) },
  rules: [
    { choose: ["certificate", "sourceCertIdentifier"], optional: true, because: "import one of them" },
    { unless: ["certificate", "sourceCertIdentifier"], requires: ["policy"] },
    { when: "sourceCertIdentifier", requires: ["caid", "privateKeyPem"] },
    { unless: "sourceCertIdentifier", excludes: ["caid", "privateKeyPem"] },
    { unless: "certificate", excludes: ["password"] },
  ],
  hooks: {
    check: pairFailures("certificate", "password"),
    async create(scope, body) {
      await refuseIfTaken(scope, azureCertificates);
      const { certificate, sourceCertIdentifier } = scope.inputs;
      const imports = certificate !== undefined || sourceCertIdentifier !== undefined;
      return settled(await scope.api.post(imports ? `${azureCertificates.path}/import` : azureCertificates.path, body));
    },
    ...objectHooks(azureCertificates),
  },
});

/** Field names of a policy are spelt with underscores, but for `contentType`. */
function policyToWire(value: object): Wire {
  const convert = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(convert);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(
      Object.entries(one).flatMap(([key, inner]) => (inner === undefined ? [] : [[spelt(key), convert(inner)]])),
    );
  };
  return convert(value) as Wire;
}

/**
 * The policy as far as it can be declared; nothing, where the service shows it in a form of its
 * own.
 */
function policyFromWire(held: unknown): unknown {
  const convert = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(convert);
    if (typeof one !== "object" || one === null) return one;
    const camel = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [camel(key), convert(inner)]));
  };
  return policy.safeParse(convert(held)).data;
}

const asSet = (items: readonly unknown[]) => new Set(items.map((one) => JSON.stringify(one)));

function spelt(key: string): string {
  return key === "contentType" ? key : key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** True when everything that is wanted is there, in any order; what the service adds does not count. */
function holds(held: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return Array.isArray(held) && isDeepStrictEqual(asSet(held), asSet(wanted));
  if (typeof wanted !== "object" || wanted === null) return held === wanted;
  const there = typeof held === "object" && held !== null ? (held as Bag) : {};
  return Object.entries(wanted).every(([key, value]) => holds(there[key], value));
}
