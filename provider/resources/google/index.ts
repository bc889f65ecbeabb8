import { rotates } from "../binding";
import { defineSystem, inContainers } from "../system";
import { googleConnection } from "./connection";
import { googleKey } from "./key";
import { googleKeyRing, ofRing, ringActions } from "./keyRing";
import { googleKeyVersion } from "./keyVersion";
import { googleProject } from "./project";
import { googleOnDemand, googleUpload } from "./onDemand";
import { googleRotation } from "./rotation";

export const google = defineSystem({
  name: "google",
  title: "Google Cloud",
  definitions: [googleConnection, googleProject, googleKeyRing, googleKey, googleKeyVersion],
  cloudName: "gcp",
  acls: { GoogleKeyRing: { actions: ringActions } },
  discovers: true,
  refresh: {
    containers: "key_rings",
    items: {
      keys: {
        ...inContainers(googleKey),
        of: (api, rings) => Promise.all(rings.map((id) => ofRing(api, id))),
      },
    },
  },
  report: {
    types: ["key-report", "key-aging"],
    scope: ({ containers }) => ({ gcp_cloud_params: [{ key_rings: containers }] }),
  },
  kinds: {
    GoogleKey: {
      algorithm: ["algorithm"],
      purpose: ["purpose"],
      tags: ["labels"],
      usual: ["GOOGLE_SYMMETRIC_ENCRYPTION"],
    },
  },
  rotation: googleRotation,
  onDemand: { GoogleKey: googleOnDemand },
  rotatable: {
    GoogleKey: rotates(googleKey, {
      identifier: { output: "resourceName", label: "Resource name" },
      upload: googleUpload,
      source: "native",
      parameters: ["algorithm"],
    }),
  },
  unrotatable: { GoogleKeyVersion: "a version stays as it is: rotate its GoogleKey, which gets a new one" },
});
