import { defineSystem } from "../system";
import { vaultKey } from "./key";
import { vaultKind } from "./keyFields";
import { vaultKeyRevocation } from "./keyRevocation";
import { vaultKeyRotation } from "./keyRotation";
import { vaultOnDemand } from "./onDemand";
import { vaultRotation } from "./rotation";
import { vaultRotationSchedule } from "./rotationSchedule";

export const vault = defineSystem({
  name: "vault",
  title: "The service's own vault",
  definitions: [vaultKey, vaultRotationSchedule, vaultKeyRotation, vaultKeyRevocation],
  rotation: vaultRotation,
  onDemand: { VaultKey: vaultOnDemand },
  kinds: { VaultKey: vaultKind },
  unrotatable: {
    VaultKey:
      "it is bound to no schedule, but selected by the query of one: add it to a KeyRotationPolicy, or declare a VaultRotationSchedule with its name and a VaultKeyRotation",
  },
});
