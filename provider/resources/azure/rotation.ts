import type { Wire } from "../../api/client";
import { pick } from "../../lifecycle/wire";
import { containersOf, rotationOf } from "../rotation";
import { azureKey } from "./key";

/** Azure counts seconds since 1970. */
function moment(record: Wire, field: "created" | "exp"): string | undefined {
  const seconds = pick(record, `azure_param.attributes.${field}`);
  return typeof seconds === "number" && seconds > 0 ? new Date(seconds * 1000).toISOString() : undefined;
}

/** Every version is a record of its own: the newest was made by the last rotation, when there are others. */
export const azureRotation = rotationOf(azureKey, {
  filters: { version: "-1" },
  containers: {
    ...containersOf(azureKey)!,
    name: ({ name, azure_name }) => String(azure_name ?? name),
    schedule: { container: "keyVault", schedule: "rotationSchedule", overrides: "overrideKeyScheduler" },
  },
  type: ({ status, gone }) => (status === "AVAILABLE" && gone !== true ? "AzureKey" : undefined),
  name: ({ key_name }) => String(key_name),
  expiry: "exp",
  facts(_api, record) {
    const made = moment(record, "created");
    const expires = moment(record, "exp");
    return Number(record.version_count ?? 1) > 1 ? { rotated: made, expires } : { created: made, expires };
  },
});
