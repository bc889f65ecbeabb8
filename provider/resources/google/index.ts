import { idIn } from "../../api/responses";
import { defineSystem, usualSources } from "../system";
import { googleConnection } from "./connection";
import { googleKey } from "./key";
import { googleKeys, keyPath, presentKey } from "./keyRecord";
import { googleKeyRing, ofRing, ringActions } from "./keyRing";
import { googleKeyVersion } from "./keyVersion";
import { googleProject } from "./project";
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
    scheduled: "key_rings",
    items: {
      keys: {
        jobs: "/cckm/google/synchronization-jobs",
        list: googleKeys,
        of: (api, rings) => Promise.all(rings.map((id) => ofRing(api, id))),
      },
    },
  },
  report: {
    path: "/cckm/google/reports",
    types: ["key-report", "key-aging"],
    scope: ({ containers }) => ({ gcp_cloud_params: [{ key_rings: containers }] }),
  },
  rotation: googleRotation,
  rotatable: {
    GoogleKey: {
      find: presentKey,
      path: (record) => keyPath(idIn(record)),
      enable: "enable-auto-rotation",
      disable: "disable-auto-rotation",
      identifier: { output: "resourceName", label: "Resource name" },
      sources: usualSources,
      parameters: ["keySource", "algorithm", "domain", "partition", "externalCmDomain"],
      bind(api, record, body) {
        const path = keyPath(idIn(record));
        if (!body) return api.post(`${path}/disable-auto-rotation`, undefined, { repeatable: true });
        // The service insists on a source; Google itself is the mildest.
        const sent = { auto_rotate_key_source: "native", ...body };
        return api.post(`${path}/enable-auto-rotation`, sent, { repeatable: true });
      },
    },
  },
  unrotatable: { GoogleKeyVersion: "a version stays as it is: rotate its GoogleKey, which gets a new one" },
});
