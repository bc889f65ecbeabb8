import { defineSystem } from "../system";
import { vaultKey } from "./key";
import { vaultKind } from "./keyFields";

export const vault = defineSystem({
  name: "vault",
  title: "The service's own vault",
  definitions: [vaultKey],
  kinds: { VaultKey: vaultKind },
  unrotatable: {
    VaultKey:
      "schedules of this kind rotate keys of clouds: use it as the source key of one, or schedule the service's operation key_rotation with an ApiObject",
  },
});
