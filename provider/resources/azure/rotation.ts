import type { Api, Wire } from "../../api/client";
import { afterFirst, rotationOf, sinceSecond } from "../rotation";
import { azureKey } from "./key";

const made = "azure_param.attributes.created";

/** Every version of a key is a record of its own, with the same name in the same vault. */
async function history(record: Wire, api: Api): Promise<readonly string[]> {
  const { key_name, key_vault_id, version_count: count } = record;
  if (typeof key_name !== "string" || typeof key_vault_id !== "string" || Number(count) === 1) return [];
  const listed = await api.list(azureKey.path, { key_name, key_vault_id });
  const versions = listed.filter((one) => one.key_name === key_name && one.key_vault_id === key_vault_id);
  return afterFirst(versions, made, Number(count) || undefined);
}

export const azureRotation = rotationOf(azureKey, {
  filters: { version: "-1" },
  containers: {
    name: ["azure_name", "name"],
    schedule: { container: "keyVault", schedule: "rotationSchedule", overrides: "overrideKeyScheduler" },
  },
  inUse: { status: "AVAILABLE" },
  name: "key_name",
  created: made,
  rotated: sinceSecond(made, "version_count"),
  history,
  expires: "azure_param.attributes.exp",
  expiry: "exp",
});
