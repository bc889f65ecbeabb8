import { defineSystem } from "../system";
import { vaultKey } from "./key";
import { vaultKind } from "./keyFields";
import { vaultRotation } from "./rotation";

export const vault = defineSystem({
  name: "vault",
  title: "The service's own vault",
  definitions: [vaultKey],
  rotation: vaultRotation,
  kinds: { VaultKey: vaultKind },
  unrotatable: {
    VaultKey:
      "schedules of this kind rotate keys of clouds: use it as the source key of one, or schedule the service's operation key_rotation with an ApiObject",
  },
});
