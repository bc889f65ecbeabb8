import * as z from "zod";
import { defineResource, namedAfterResource, type Failure } from "../../engine/definition";
import { oneMore } from "../oneMore";
import { azureTags, moment, objectName } from "./key";
import {
  currentIdOf,
  azureSecrets,
  date,
  objectHooks,
  objectReady,
  ofSettled,
  ownerOf,
  patchNewest,
  versionsOf,
  recovered,
  refuseIfTaken,
  settled,
  settledOf,
} from "./objectRecord";
import { azureVault } from "./vault";

// That its versions are recorded like those of keys is our reading: the API's public sources do not show it.
/** A secret in an Azure vault, managed through the service; all versions of its name together. Destroying it soft-deletes it in Azure (see `onDestroy`). */
export const azureSecret = defineResource({
  type: "AzureSecret",
  path: azureSecrets.path,
  feature: "CCKM",
  inputs: {
    /** Name of the secret, unique in its vault: letters, digits and dashes. Default: the resource's name in the program. A change replaces the secret. */
    secretName: namedAfterResource(objectName),
    /** Id of the `AzureVault` that holds the secret; managed HSMs hold none. A change replaces the secret. */
    keyVault: z.string().min(1),
    /** The secret itself. Secret; never returned by the service, so that a change made elsewhere is not seen. A change makes a new version, in place. */
    value: z.string().min(1),
    /** What the value is, such as `text/plain`. Changes in place; cannot be removed once set. Default: none. */
    contentType: z.string().optional(),
    /** Azure tags, text by key; values without `:` and `%`. Changes in place. Default: none. */
    tags: azureTags.default({}),
    /** False to disable the secret. Default true. Changes in place, for the newest version. */
    enabled: z.boolean().default(true),
    /** When the secret begins to be usable, RFC 3339 in whole seconds. Changes in place; cannot be removed once set. Default: at once. */
    nbf: moment.optional(),
    /** When the secret ceases to be usable, RFC 3339 in whole seconds. Changes in place; cannot be removed once set. Default: never. */
    exp: moment.optional(),
    /** What destroying the resource does to the secret: `softDelete` deletes it so that it can be recovered until the vault's retention ends; `purge` deletes it for ever; `retain` leaves it as it is. Default `softDelete`, which is refused where the vault has no soft delete. Kept by the provider. */
    onDestroy: z.enum(["softDelete", "purge", "retain"]).default("softDelete"),
  },
  outputs: {
    /** AVAILABLE or SOFT-DELETED. A declared secret that was soft-deleted is recovered by the next update. */
    status: z.string(),
    /** Address of the newest version in Azure. */
    secretId: z.string().optional(),
    /** Azure's id of the newest version. */
    version: z.string().optional(),
    /** The version whose dates and tags this program last set. */
    managedVersion: z.string().optional(),
    /** The service's id of the newest version; the resource's own id stays. */
    currentId: z.string(),
  },
  keepsPlace: { softDelete: "every", retain: "every" },
  unique: [["keyVault", "secretName"]],
  immutable: ["secretName", "keyVault"],
  secret: ["value"],
  writeOnly: ["value"],
  sticky: ["contentType", "nbf", "exp"],
  local: ["onDestroy"],
  needs: { keyVault: azureVault },
  filters: [
    "id",
    "keyVault",
    "keyVaultId",
    "secretName",
    "cloudName",
    "region",
    "status",
    "enabled",
    "gone",
    "version",
  ],
  wire: {
    keyVault: { to: "key_vault", from: "key_vault_id" },
    value: { to: "azure_param.value" },
    contentType: { to: "azure_param.contentType", from: ofSettled("azure_param.contentType") },
    tags: { to: "azure_param.tags", from: ofSettled("azure_param.tags") },
    enabled: { to: "azure_param.attributes.enabled", from: "azure_param.attributes.enabled" },
    nbf: date("nbf"),
    exp: date("exp"),
    secretId: { from: "azure_param.id" },
    managedVersion: { from: (answer) => settledOf(answer).version },
    currentId: { from: currentIdOf },
  },
  ready: objectReady(azureSecrets),
  actions: [
    {
      inputs: ["value"],
      // Running it twice makes two versions of the same value, which does no harm.
      async run(scope, { record }) {
        const { api, inputs } = scope;
        await recovered(scope, azureSecrets, record);
        const { secretName, keyVault, value, contentType } = inputs;
        const body = { secret_name: secretName, key_vault: keyVault, azure_param: { value, contentType } };
        const versions = () => versionsOf(api, azureSecrets, keyVault, secretName);
        return settled(await oneMore(scope, versions, () => api.post(azureSecrets.path, body)));
      },
    },
    {
      inputs: ["enabled", "nbf", "exp", "tags", "contentType", "value"],
      run: (scope, { record, changed }) =>
        // A new version begins without what its forerunner had.
        patchNewest(scope, azureSecrets, record, changed.includes("value") ? settable : changed),
    },
  ],
  existing: { owner: ownerOf },
  hooks: {
    check({ nbf, exp }): Failure[] {
      if (!nbf || !exp || Date.parse(exp) > Date.parse(nbf)) return [];
      return [{ property: "exp", reason: "must be later than nbf" }];
    },
    async create(scope, body) {
      await refuseIfTaken(scope, azureSecrets);
      return settled(await scope.api.post(azureSecrets.path, body));
    },
    ...objectHooks(azureSecrets),
  },
});

const settable = ["enabled", "nbf", "exp", "tags", "contentType"];
