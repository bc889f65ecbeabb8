import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, named, ref } from "../../lifecycle/vocabulary/field";
import { tooLong } from "../length";
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
  renewed,
  refuseIfTaken,
  settled,
  settledOf,
  vaultEnds,
} from "./objectRecord";
import { anyCase } from "../names";
import { azureVault } from "./vault";

// That its versions are recorded like those of keys is inferred: the API's public sources do not show it.
/**
 * A secret in an Azure vault, managed through the service; all versions of its name together.
 * Destroying it soft-deletes it in Azure (see `onDestroy`).
 */
export const azureSecret = defineResource({
  type: "AzureSecret",
  role: "key",
  path: azureSecrets.path,
  inputs: {
    /** Name of the secret, unique in its vault: letters, digits and dashes. */
    secretName: named(objectName, { change: "replace", as: anyCase }),
    /** Id of the `AzureVault` that holds the secret; managed HSMs hold none. */
    keyVault: ref(azureVault, { change: "replace", wire: { to: "key_vault", from: "key_vault_id" } }),
    /** The secret itself. Changing it makes a new version, in place. */
    value: field(z.string().min(1), { seen: "never", secret: true, wire: { to: "azure_param.value" } }),
    /** What the value is, such as `text/plain`; at most 255 characters. */
    contentType: field(z.string().max(255, tooLong("Azure allows 255")).optional(), {
      absent: "keep",
      wire: { to: "azure_param.contentType", from: ofSettled("azure_param.contentType") },
    }),
    /** Azure tags, a map of strings; values without `:` and `%`. */
    tags: field(azureTags.default({}), { wire: { to: "azure_param.tags", from: ofSettled("azure_param.tags") } }),
    /** False to disable the secret. Updated in place, for the newest version. */
    enabled: field(z.boolean().default(true), {
      wire: { to: "azure_param.attributes.enabled", from: "azure_param.attributes.enabled" },
      guards: true,
    }),
    /** When the secret begins to be usable, RFC 3339 in whole seconds. Default: at once. */
    nbf: field(moment.optional(), { absent: "keep", wire: date("nbf") }),
    /** When the secret ceases to be usable, RFC 3339 in whole seconds. Default: never. */
    exp: field(moment.optional(), { absent: "keep", wire: date("exp") }),
    /**
     * On destroy, `softDelete` deletes the secret; it can be recovered until the vault's retention
     * ends. `purge` deletes it permanently. `retain` leaves it as it is. Default `softDelete`,
     * which is refused where the vault has no soft delete.
     */
    onDestroy: vaultEnds(),
  },
  outputs: {
    /**
     * AVAILABLE or SOFT-DELETED. A declared secret that was soft-deleted is recovered by the next
     * update.
     */
    status: z.string(),
    /** Address of the newest version in Azure. */
    secretId: field(z.string().optional(), { wire: { from: "azure_param.id" } }),
    /** Azure's id of the newest version. */
    version: z.string().optional(),
    /** The version whose dates and tags this program last set. */
    managedVersion: field(z.string().optional(), { wire: { from: (response) => settledOf(response).version } }),
    /** The service's id of the newest version; the resource's own id stays. */
    currentId: field(z.string(), { wire: { from: currentIdOf } }),
  },
  unique: [["keyVault", "secretName"]],
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
  ready: objectReady(azureSecrets),
  actions: [
    {
      inputs: ["value"],
      // Running it twice creates two versions with the same value, which is harmless.
      async run(scope, { record }) {
        const { api, inputs } = scope;
        await recovered(scope, azureSecrets, record);
        const { secretName, keyVault, value, contentType } = inputs;
        const body = { secret_name: secretName, key_vault: keyVault, azure_param: { value, contentType } };
        const versions = () => versionsOf(api, azureSecrets, keyVault, (record.secret_name ?? secretName) as string);
        const make = () => api.post(azureSecrets.path, body);
        return renewed(azureSecrets, record, await oneMore(scope, versions, make));
      },
    },
    {
      inputs: ["enabled", "nbf", "exp", "tags", "contentType", "value"],
      run: (scope, { record, changed }) =>
        // A new version does not inherit the values of the previous one.
        patchNewest(scope, azureSecrets, record, changed.includes("value") ? settable : changed),
    },
  ],
  existing: { owner: ownerOf },
  rules: [{ earlier: "nbf", later: "exp" }],
  hooks: {
    async create(scope, body) {
      await refuseIfTaken(scope, azureSecrets);
      return settled(await scope.api.post(azureSecrets.path, body));
    },
    ...objectHooks(azureSecrets),
  },
});

const settable = ["enabled", "nbf", "exp", "tags", "contentType"];
