import { segment } from "../../api/client";
import { idIn } from "../../api/responses";
import { defineSystem, usualSources } from "../system";
import { sapConnection } from "./connection";
import { groupActions, sapGroup } from "./group";
import { sapKey } from "./key";
import { bindKey, keyPath, presentKey, sapKeys } from "./keyRecord";
import { sapHyokKey, sapHyokKeys } from "./hyokKey";
import { sapKeystore } from "./keystore";
import { sapRotation } from "./rotation";

export const sap = defineSystem({
  name: "sap",
  title: "SAP Data Custodian",
  definitions: [sapConnection, sapGroup, sapKey, sapKeystore, sapHyokKey],
  cloudName: "sap",
  acls: { SapGroup: { actions: groupActions, orOthers: true }, SapKeystore: { actions: groupActions, orOthers: true } },
  refresh: {
    containers: "groups",
    scheduled: "groups",
    items: { keys: { jobs: "/cckm/sap/synchronization-jobs", list: sapKeys, of: "group" } },
  },
  report: {
    path: "/cckm/sap/reports",
    types: ["key-report", "key-rotation"],
    scope: ({ containers }) => ({ sap_params: containers.map((group) => ({ group })) }),
  },
  rotation: sapRotation,
  rotatable: {
    SapKey: {
      find: presentKey,
      path: (record) => keyPath(idIn(record)),
      enable: "enable-auto-rotation",
      disable: "disable-auto-rotation",
      identifier: { output: "sapKeyId", label: "Key ID" },
      sources: usualSources,
      parameters: ["keySource", "domain", "partition", "externalCmDomain"],
      bind: (api, record, body) => bindKey(api, keyPath(idIn(record)), body, "native"),
    },
    SapHyokKey: {
      find: (api, id) => api.get(`${sapHyokKeys}/${segment(id)}`),
      path: (record) => `${sapHyokKeys}/${segment(idIn(record))}`,
      enable: "enable-auto-rotation",
      disable: "disable-auto-rotation",
      // SAP knows a key that it uses from outside by its name in the keystore.
      identifier: { output: "name", label: "Key name" },
      sources: ["ciphertrust", "hsm-luna"],
      parameters: ["keySource", "partition"],
      bind: (api, record, body) => bindKey(api, `${sapHyokKeys}/${segment(idIn(record))}`, body, "ciphertrust"),
    },
  },
});
