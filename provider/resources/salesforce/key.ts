import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { ApiError } from "../../api/errors";
import { idIn } from "../../api/responses";
import { defineResource, type Bag, type Scope } from "../../lifecycle/vocabulary/definition";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { field, onDestroy, open, ref } from "../../lifecycle/vocabulary/field";
import { isConfirmed } from "../../lifecycle/service/state";
import { hasMaterial } from "../keySources";
import { firstAt } from "../shown";
import { salesforceCertificate } from "./certificate";
import { shownAt, withOurIds } from "./names";
import { salesforceOrganization } from "./organization";
import {
  activeSecrets,
  currentSecret,
  isActive,
  isArchived,
  isEnded,
  possiblyActive,
  salesforceKeys,
  secretRecord,
} from "./secret";
import { sourceTier } from "../sourceTier";
import { olderSource } from "../vault/olderSource";

const source = [
  "sourceKeyIdentifier",
  "sourceKeyTier",
  "certificate",
  "keyDerivationMode",
  "sfdcNamedCredentialId",
] as const;

/**
 * The tenant secret of one type in a Salesforce organization: the ACTIVE one, whichever generation
 * that is. It is made by Salesforce, or uploaded from a key of one's own when `sourceKeyIdentifier`
 * is given. Destroying it changes nothing in Salesforce (see `onDestroy`).
 */
export const salesforceKey = defineResource({
  type: "SalesforceKey",
  role: "key",
  path: salesforceKeys,
  inputs: {
    /** Id of the `SalesforceOrganization` that the secret belongs to. */
    organization: ref(salesforceOrganization, { change: "replace", wire: "organization_id" }),
    // Salesforce's reference is that of the object TenantSecret:
    // https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/api/sforce_api_objects_tenantsecret.htm.
    /**
     * What the secret protects: `Data`, `EventBus`, `SearchIndex`, `DeterministicData` or
     * `Analytics`.
     */
    type: field(open(["Data", "EventBus", "SearchIndex", "DeterministicData", "Analytics"]), { change: "replace" }),
    /**
     * Id or name of the key whose material is uploaded (BYOK), an AES key of 256 bits. Changing it
     * uploads again, as a new secret that archives the former; so does leaving it out, with
     * material of Salesforce's own. Not compared with the service: a rotation may have brought
     * other material. Default: Salesforce makes the material.
     */
    sourceKeyIdentifier: field(z.string().min(1).optional(), { seen: "never" }),
    /**
     * Where that key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`.
     * Updated in place by uploading again.
     */
    sourceKeyTier: field(sourceTier.default("local"), { seen: "never" }),
    /**
     * Id of the `SalesforceCertificate` that wraps the material on its way. Required with
     * `sourceKeyIdentifier`. Updated in place by uploading again.
     */
    certificate: field(z.string().min(1).optional(), {
      ref: salesforceCertificate,
      seen: "never",
      wire: "certificate_id",
    }),
    /**
     * `PBKDF2` derives the encryption key from the secret and a salt of Salesforce. `NONE` uses the
     * material as the encryption key. Default: the service's choice. Updated in place by uploading
     * again.
     */
    keyDerivationMode: field(open(["PBKDF2", "NONE"]).optional(), { seen: "never" }),
    /**
     * Id of the named credential in Salesforce that points at a `SalesforceEndpoint`. The secret is
     * then a cache-only key: its material stays with the service, and Salesforce fetches it. Needs
     * `sourceKeyIdentifier` with a certificate of 4096 bits. Updated in place by uploading again.
     * Default: none, the material is uploaded.
     */
    sfdcNamedCredentialId: field(z.string().min(1).optional(), { seen: "never" }),
    /**
     * True to make a new secret although one of that type is ACTIVE already: Salesforce then
     * archives that one, which still decrypts. When false, creating fails and names it, so that it
     * can be adopted. Used only on creation.
     */
    archiveActive: field(z.boolean().default(false), { seen: "local" }),
    /**
     * On destroy, `retain` changes nothing in Salesforce. `destroy` destroys the secrets that the
     * resource was created with and had last, if they are ARCHIVED. Data encrypted with them can
     * then no longer be read. Salesforce cannot destroy the ACTIVE secret: it always stays.
     */
    onDestroy: onDestroy({ retain: [], destroy: { calls: "hook", keeps: "every" } }),
  },
  outputs: {
    /** `ACTIVE`: the resource follows the newest generation. */
    status: z.string().optional(),
    /** Name that the service shows for the secret. Rotation may change it. */
    name: z.string().optional(),
    /** What failed last, in the words of Salesforce or the service; absent if nothing did. */
    errorMessage: field(z.string().optional(), { wire: { from: (record) => record.error_msg || undefined } }),
    /** Id of the secret in Salesforce. Rotation changes it. */
    sfdcKeyId: field(z.string().optional(), {
      wire: { from: (record) => firstAt(record, shownAt.id) },
    }),
    /** Number of the generation. Rotation raises it. */
    version: field(z.number().optional(), { wire: { from: (record) => firstAt(record, shownAt.version) } }),
    /**
     * Where the material came from: `native` (Salesforce) or `cckm` (uploaded). Rotation may change
     * it.
     */
    keyMaterialOrigin: z.string().optional(),
    /**
     * The service's id of the secret that is ACTIVE now. Rotation changes it; the resource's own id
     * stays.
     */
    currentId: field(z.string(), { wire: { from: "id" } }),
  },
  label: ({ type, organization }) =>
    typeof organization === "string" ? `${type as string} of ${organization}` : undefined,
  unique: [["organization", "type"]],
  filters: ["id", "organizationId", "type", "status", "keyMaterialOrigin", "sourceKeyTier"],
  actions: [
    {
      inputs: source,
      run: async (scope, { record, state }) =>
        hasMaterial(record, state, scope.inputs.sourceKeyIdentifier) ? record : makeSecret(scope, bodyOf(scope.inputs)),
    },
  ],
  rules: [
    { when: "sourceKeyIdentifier", requires: ["certificate"] },
    { when: "sfdcNamedCredentialId", excludes: ["keyDerivationMode"], because: "cache-only keys have none" },
    {
      unless: "sourceKeyIdentifier",
      excludes: ["certificate", "sourceKeyTier", "keyDerivationMode", "sfdcNamedCredentialId"],
    },
  ],
  hooks: {
    forewarns: olderSource("sourceKeyIdentifier"),
    async create(scope, body) {
      const [active] = scope.inputs.archiveActive
        ? []
        : await possiblyActive(scope.api, scope.inputs.organization, scope.inputs.type);
      if (!active) return makeSecret(scope, body);
      const text = `the organization has an ACTIVE secret of this type; with archiveActive: true a new one archives it`;
      throw new ApiError(text, { kind: "conflict", call: `GET ${salesforceKeys}` });
    },
    find: ({ api, inputs }) => activeSecrets(api, inputs.organization, inputs.type),
    read: (api, id, state) => currentSecret(api, id, state),
    async remove({ api, label }, id, state) {
      const stoodFor = new Set([
        id,
        ...(isConfirmed(state) && typeof state.currentId === "string" ? [state.currentId] : []),
      ]);
      for (const one of stoodFor) {
        const record = await secretRecord(api, one);
        if (!record || isEnded(record) || isActive(record)) continue;
        if (!isArchived(record)) throw unclear(label, one);
        await api.post(`${salesforceKeys}/${segment(one)}/destroy`, undefined, { repeatable: true });
      }
    },
  },
});

function unclear(label: string, id: string): ResourceError {
  return new ResourceError(
    `deleting ${label} failed: the service does not show whether the secret "${id}" is ARCHIVED, and no other is destroyed. ` +
      `Destroy it in Salesforce, or set onDestroy to "retain" and run \`pulumi up\` first.`,
  );
}

/**
 * Salesforce archives the ACTIVE secret of that type as it takes the new one: this is the rotation,
 * too.
 */
async function makeSecret({ api }: Pick<Scope, "api">, body: Wire): Promise<Wire> {
  return (await withOurIds(api, [await made(api, body)], body.organization_id))[0]!;
}

async function made(api: Api, { source_key_tier, ...plain }: Wire): Promise<Wire> {
  if (plain.source_key_identifier === undefined) return api.post(salesforceKeys, plain);
  const body: Wire = { ...plain, source_key_tier };
  if (body.sfdc_named_credential_id === undefined) return api.post(`${salesforceKeys}/upload`, body);
  const secret = await api.post("/cckm/sfdc/upload-cache-only-key", body);
  // Whether a cache-only key is ACTIVE at once is not shown by the API's public sources; that it can be activated is.
  if (secret.status === undefined || secret.status === "ACTIVE") return secret;
  return api.post(`${salesforceKeys}/${segment(idIn(secret))}/activate`, undefined, { repeatable: true });
}

function bodyOf(inputs: Bag): Wire {
  return {
    organization_id: inputs.organization,
    type: inputs.type,
    source_key_identifier: inputs.sourceKeyIdentifier,
    source_key_tier: inputs.sourceKeyTier,
    certificate_id: inputs.certificate,
    key_derivation_mode: inputs.keyDerivationMode,
    sfdc_named_credential_id: inputs.sfdcNamedCredentialId,
  };
}
