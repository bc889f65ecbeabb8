import type { Bag } from "../../../../provider/lifecycle/vocabulary/definition";
import { vaultKey } from "../../fixtures/awsKeys";
import { ociWorld } from "../../../emulator/systems/ociWorld";
import { make } from "../../rig";
import type { Cases } from "../case";

/** Sets a value in Google's or Oracle's own part of a response. */
const within = (part: string, name: string) => (response: Bag, value: unknown) => ({
  ...response,
  [part]: { ...(response[part] as Bag | undefined), [name]: value },
});

const signing = {
  purpose: "ASYMMETRIC_SIGN",
  algorithm: "EC_SIGN_P256_SHA256",
  nextRotationTime: undefined,
  rotationPeriod: undefined,
};

const anotherTenancy = { connection: undefined, tenancyOcid: "ocid1.tenancy.oc1..ours", tenancy: "ours" };

export const googleAndOci: Cases = {
  GoogleKey: {
    algorithm: { args: signing, other: "EC_SIGN_P384_SHA384" },
    destroyScheduledDuration: {
      written: "86400s",
      other: "172800s",
      response: within("gcp_params", "destroy_scheduled_duration"),
    },
    importOnly: { other: true, response: within("gcp_params", "import_only") },
    primaryVersionId: {
      written: "1",
      async outside(rig, { id }) {
        await make(rig, "GoogleKeyVersion", { key: id });
        await rig.api.patch(`/cckm/google/keys/${id}`, { primary_version_id: "2" });
      },
    },
  },
  GoogleKeyVersion: {
    isNative: { other: false, response: (response) => ({ ...response, key_material_origin: "cckm" }) },
    algorithm: {
      prepare: async (rig) => ({ isNative: false, sourceKeyId: await vaultKey(rig, "source") }),
      written: "GOOGLE_SYMMETRIC_ENCRYPTION",
      other: "HMAC_SHA256",
      response: (response, value) => ({ ...response, algorithm: value }),
    },
  },
  OciTenancy: {
    tenancyOcid: { args: anotherTenancy, other: "ocid1.tenancy.oc1..elsewhere" },
    tenancy: { args: anotherTenancy, other: "elsewhere" },
  },
  OciVault: {
    bucketNamespace: { other: "elsewhere", fixed: "a tenancy has one namespace: a response with another one" },
  },
  OciKey: {
    length: { written: 32, other: 16 },
    curveId: { args: { algorithm: "ECDSA" }, written: "NIST_P256", other: "NIST_P384" },
    compartmentId: { written: ociWorld.security, other: ociWorld.payments },
  },
  OciKeyVersion: {
    sourceKeyIdentifier: {
      prepare: async (rig) => ({ sourceKeyIdentifier: await vaultKey(rig, "source") }),
      other: "another",
    },
    sourceKeyTier: {
      prepare: async (rig) => ({ sourceKeyIdentifier: await vaultKey(rig, "source") }),
      other: "dsm",
      response: (response, value) => ({ ...response, source_key_tier: value }),
    },
  },
  OciExternalVault: {
    tenancy: {
      async prepare(rig) {
        await make(rig, "OciTenancy", anotherTenancy);
        return { connection: undefined, tenancy: anotherTenancy.tenancy };
      },
      other: "elsewhere",
    },
    compartmentId: { other: ociWorld.payments },
  },
};
