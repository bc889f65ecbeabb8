import type { Bag } from "../../../../provider/lifecycle/vocabulary/definition";
import { makeVault } from "../../fixtures/azure";
import { makeDsmDomain } from "../../fixtures/dsm";
import { makeCmDomain } from "../../fixtures/externalCm";
import { makeRing } from "../../fixtures/google";
import { makeLunaPartition } from "../../fixtures/luna";
import { make, type Rig } from "../../rig";
import type { Cases } from "../case";

/** What `KeyRotation` binds, if it is not the fixture's AWS key. */
const bound = async (rig: Rig, cloud: string, type: string, args: Bag): Promise<Bag> => {
  const { id } = await make(rig, type, args);
  const plan = await make(rig, "RotationSchedule", { name: `${cloud} plan`, cloud, runAt: "0 3 1 * *" });
  return { key: { type, id }, schedule: plan.id };
};

const ofAzure = async (rig: Rig, kty = "RSA") =>
  bound(rig, "azure", "AzureKey", { keyName: "bound", keyVault: await makeVault(rig), kty });

const ofGoogle = async (rig: Rig) =>
  bound(rig, "google", "GoogleKey", {
    keyName: "bound",
    keyRing: await makeRing(rig),
    purpose: "ASYMMETRIC_SIGN",
    algorithm: "EC_SIGN_P256_SHA256",
  });

export const bindings: Cases = {
  KeyRotation: {
    keySource: {
      prepare: async (rig) => ({ keySource: "external-cm", externalCmDomain: await makeCmDomain(rig) }),
      other: "local",
      along: { externalCmDomain: undefined },
    },
    domain: { prepare: async (rig) => ({ keySource: "dsm", domain: await makeDsmDomain(rig) }), other: "elsewhere" },
    partition: {
      prepare: async (rig) => ({ keySource: "hsm-luna", partition: await makeLunaPartition(rig) }),
      other: "elsewhere",
    },
    externalCmDomain: {
      prepare: async (rig) => ({ keySource: "external-cm", externalCmDomain: await makeCmDomain(rig) }),
      other: "elsewhere",
    },
    algorithm: { args: { keySource: "ciphertrust" }, prepare: ofGoogle, other: "EC_SIGN_P384_SHA384" },
    keyType: { prepare: (rig) => ofAzure(rig), other: "EC" },
    keySize: { prepare: (rig) => ofAzure(rig), other: 3072 },
    ecName: { args: { keyType: "EC" }, prepare: (rig) => ofAzure(rig, "EC"), other: "P-384" },
    enableKey: { prepare: (rig) => ofAzure(rig), written: true, other: false },
  },
};
