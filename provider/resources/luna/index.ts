import { sourceActions } from "../keySources";
import { defineSystem, inContainers } from "../system";
import { lunaConnection } from "./connection";
import { lunaKey, lunaRefreshes } from "./key";
import { lunaPartition } from "./partition";
import { lunaServer } from "./server";
import { lunaStcPartition } from "./stcPartition";
import { virtualKey } from "./virtualKey";
import { lunaRotation } from "./rotation";

export const luna = defineSystem({
  name: "luna",
  title: "Luna HSM",
  definitions: [lunaServer, lunaStcPartition, lunaConnection, lunaPartition, lunaKey, virtualKey],
  cloudName: "hsm-luna",
  acls: { LunaPartition: { actions: sourceActions, orOthers: true } },
  refresh: {
    containers: "partitions",
    items: {
      keys: inContainers(lunaKey, lunaRefreshes),
      // Gives every member of an HA group the keys that only some of them have.
      haMembers: inContainers(lunaKey, "/cckm/hsm/luna/synchronize"),
    },
  },
  rotation: lunaRotation,
  onDemand: {
    LunaKey:
      "the material of a key in an HSM never changes: declare another LunaKey, and make it the source of the keys that use this one",
  },
  kinds: { LunaKey: { algorithm: ["mechanism"], size: ["size"], purpose: ["attributes"] } },
  unrotatable: {
    LunaKey:
      "the service's scheduler rotates no keys in an HSM: use it as the source of other keys, with keySource hsm-luna",
    VirtualKey: "it stands for a LunaKey, whose material never changes: declare another pair of them",
  },
});
