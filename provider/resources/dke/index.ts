import { rotates } from "../binding";
import { defineSystem } from "../system";
import { dkeEndpoint, endpointRecord } from "./endpoint";
import { dkeTenant } from "./tenant";
import { dkeOnDemand } from "./onDemand";
import { dkeRotation } from "./rotation";

export const dke = defineSystem({
  name: "dke",
  title: "Microsoft DKE",
  definitions: [dkeTenant, dkeEndpoint],
  cloudName: "Microsoft DKE",
  kinds: { DkeEndpoint: { algorithm: ["algorithm"], usual: ["RSA_DECRYPT_OAEP_2048_SHA256"] } },
  rotation: dkeRotation,
  onDemand: { DkeEndpoint: dkeOnDemand },
  rotatable: {
    DkeEndpoint: rotates(dkeEndpoint, {
      identifier: { output: "keyUri", label: "Key URI" },
      find: endpointRecord,
      job: "key-rotation-job",
      sources: [],
    }),
  },
});
