import { rotationOf, sinceSecond } from "../rotation";
import { azureKey } from "./key";

const made = "azure_param.attributes.created";

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
  expires: "azure_param.attributes.exp",
  expiry: "exp",
});
