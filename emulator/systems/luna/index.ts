import type { System } from "../../core/scope";
import { assembled } from "../../shared/assembled";
import { connectionWork, lunaConnectionOperations } from "./connectionOperations";
import { keyOperations, keyWork } from "./keys";
import { partitionOperations } from "./partitions";
import { serverOperations } from "./servers";
import { lunaKeys } from "./sources";
import { lunaRefresh, lunaSynchronization } from "./synchronization";
import { virtualKeyOperations } from "./virtualKeys";
import { lunaWorld } from "./world";

/**
 * Luna HSMs: servers, connections with tests that run by themselves, partitions as containers, keys
 * in the HSM.
 */
export const luna: System = assembled(
  {
    name: "luna",
    keySources: { "hsm-luna": lunaKeys },
    world: lunaWorld,
    work: { ...connectionWork, ...keyWork },
  },
  serverOperations,
  lunaConnectionOperations,
  partitionOperations,
  keyOperations,
  virtualKeyOperations,
  lunaRefresh,
  { ...lunaSynchronization, schedule: undefined },
);
