import type { Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { pick } from "../../lifecycle/values/wire";
import type { Upload } from "../../lifecycle/vocabulary/upload";
import { unlessUploaded, type OnDemandRotation } from "../onDemand";
import { momentAt } from "../rotation";
import { azureKeys, currentIdOf, currentObject } from "./objectRecord";

/** What a new version has in common with the one before. */
function bodyOf(key: Wire): Wire {
  const of = (path: string) => pick(key, `azure_param.${path}`);
  return {
    key_name: key.key_name,
    key_vault: key.key_vault_id,
    azure_param: {
      kty: of("key.kty"),
      key_size: key.key_size,
      crv: of("key.crv"),
      key_ops: of("key.key_ops"),
      tags: of("tags"),
      attributes: { enabled: of("attributes.enabled") },
    },
  };
}

export const azureUpload: Upload = {
  by: ["localKeyIdentifier", "dsmKeyIdentifier", "lunaKeyIdentifier", "externalCmKeyIdentifier", "sourceKeyTier"],
  again: "give its AzureKey another localKeyIdentifier, which is uploaded at once",
};

export const azureOnDemand: OnDemandRotation = {
  find: (api, id) => ifFound(currentObject(api, azureKeys, id, {})),
  current: (_api, key) => ({ id: String(currentIdOf(key)), made: momentAt(key, "azure_param.attributes.created") }),
  // Azure has no call that rotates: creating a name that exists adds a version.
  rotate: ({ api }, key) => api.post(azureKeys.path, bodyOf(key)),
  effect: () => "a new version of the same name, which becomes the current one",
  refuses: unlessUploaded(azureUpload),
};
