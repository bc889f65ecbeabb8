import type { System } from "../../core/scope";
import { connectionWork, lunaConnectionOperations } from "./connectionOperations";
import { keyOperations, keyWork } from "./keys";
import { partitionOperations } from "./partitions";
import { serverOperations } from "./servers";
import { lunaKeys } from "./sources";
import { lunaRefresh, lunaSynchronization } from "./synchronization";
import { virtualKeyOperations } from "./virtualKeys";
import { lunaWorld } from "./world";

/** Luna HSMs: servers, connections with tests that run by themselves, partitions as containers, keys in the HSM. */
export const luna: System = {
  name: "luna",
  operations: {
    ...serverOperations,
    ...lunaConnectionOperations,
    ...partitionOperations,
    ...keyOperations,
    ...virtualKeyOperations,
    ...lunaRefresh.operations,
    ...lunaSynchronization.operations,
  },
  keySources: { "hsm-luna": lunaKeys },
  world: lunaWorld,
  schedules: [lunaRefresh.schedule],
  work: { ...connectionWork, ...keyWork, ...lunaRefresh.work, ...lunaSynchronization.work },
};
