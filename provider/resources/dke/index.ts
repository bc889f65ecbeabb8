import { idIn } from "../../api/responses";
import { defineSystem } from "../system";
import { dkeEndpoint, endpointPath, endpointRecord } from "./endpoint";
import { dkeTenant } from "./tenant";
import { dkeRotation } from "./rotation";

export const dke = defineSystem({
  name: "dke",
  title: "Microsoft DKE",
  definitions: [dkeTenant, dkeEndpoint],
  cloudName: "Microsoft DKE",
  rotation: dkeRotation,
  rotatable: {
    DkeEndpoint: {
      find: endpointRecord,
      path: (record) => endpointPath(idIn(record)),
      enable: "enable-key-rotation-job",
      disable: "disable-key-rotation-job",
      identifier: { output: "keyUri", label: "Key URI" },
      sources: [],
      parameters: [],
    },
  },
});
