import { defineSystem } from "../system";
import { vaultKey } from "./key";
import { vaultKind } from "./keyFields";
import { vaultKeyRevocation } from "./keyRevocation";
import { vaultKeyRotation } from "./keyRotation";
import { vaultOnDemand } from "./onDemand";
import { vaultRotation } from "./rotation";
import { vaultRotationSchedule } from "./rotationSchedule";
import { vaultSecret } from "./secret";

export const vault = defineSystem({
  name: "vault",
  title: "The service's own vault",
  definitions: [vaultKey, vaultRotationSchedule, vaultKeyRotation, vaultKeyRevocation, vaultSecret],
  rotation: vaultRotation,
  onDemand: { VaultKey: vaultOnDemand },
  kinds: { VaultKey: vaultKind },
  unrotatable: {
    VaultKey:
      "it is bound to no schedule, but selected by the query of one: add it to a KeyRotationPolicy, or declare a VaultRotationSchedule with its name and a VaultKeyRotation",
    VaultSecret: "the service's scheduler rotates keys only: give the secret a new value where it is made",
  },
});
