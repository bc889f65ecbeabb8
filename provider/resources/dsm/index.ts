import { sourceActions } from "../keySources";
import { defineSystem, inContainers } from "../system";
import { dsmConnection } from "./connection";
import { dsmDomain } from "./domain";
import { dsmKey } from "./key";
import { dsmRotation } from "./rotation";

export const dsm = defineSystem({
  name: "dsm",
  title: "DSM",
  definitions: [dsmConnection, dsmDomain, dsmKey],
  acls: { DsmDomain: { actions: sourceActions, orOthers: true } },
  refresh: {
    containers: "domains",
    items: { keys: inContainers(dsmKey, "/cckm/dsm/refresh") },
  },
  rotation: dsmRotation,
  onDemand: {
    DsmKey:
      "no call of the service gives it new material: declare another DsmKey, and make it the source of the keys that use this one",
  },
  kinds: { DsmKey: { algorithm: ["algorithm"] } },
  unrotatable: {
    DsmKey: "the service's scheduler rotates no keys there: use it as the source of other keys, with keySource dsm",
  },
});
