import { rotates } from "../binding";
import { defineSystem, inContainers } from "../system";
import { sapConnection } from "./connection";
import { groupActions, sapGroup } from "./group";
import { sapKey } from "./key";
import { presentKey } from "./keyRecord";
import { sapHyokKey } from "./hyokKey";
import { sapKeystore } from "./keystore";
import { sapOnDemand, sapUpload } from "./onDemand";
import { sapRotation } from "./rotation";

export const sap = defineSystem({
  name: "sap",
  title: "SAP Data Custodian",
  definitions: [sapConnection, sapGroup, sapKey, sapKeystore, sapHyokKey],
  acls: { SapGroup: { actions: groupActions, orOthers: true }, SapKeystore: { actions: groupActions, orOthers: true } },
  refresh: {
    containers: "groups",
    items: { keys: inContainers(sapKey) },
  },
  report: {
    types: ["key-report", "key-rotation"],
    entries: ["sap_params", "group"],
  },
  kinds: {
    SapKey: { algorithm: ["type"], size: ["size"], curve: ["curve"], purpose: ["operations"] },
    SapHyokKey: { always: "AES256" },
  },
  rotation: sapRotation,
  onDemand: {
    SapKey: sapOnDemand,
    SapHyokKey: "its material is that of another key: give it a new sourceKeyIdentifier, which adds a version at once",
  },
  rotatable: {
    SapKey: rotates(sapKey, {
      identifier: { output: "sapKeyId", label: "Key ID" },
      upload: sapUpload,
      find: presentKey,
      source: "native",
    }),
    SapHyokKey: rotates(sapHyokKey, {
      // SAP knows a key that it uses from outside by its name in the keystore.
      identifier: { output: "name", label: "Key name" },
      sources: ["ciphertrust", "hsm-luna"],
      source: "ciphertrust",
    }),
  },
});
