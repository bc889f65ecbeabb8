import { defineSystem } from "../system";
import { vaultKey } from "./key";

export const vault = defineSystem({
  name: "vault",
  title: "The service's own vault",
  definitions: [vaultKey],
  unrotatable: {
    VaultKey:
      "schedules of this kind rotate keys of clouds: use it as the source key of one, or schedule the service's operation key_rotation with an ApiObject",
  },
});
