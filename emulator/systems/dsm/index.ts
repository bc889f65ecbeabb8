import type { System } from "../../core/scope";
import { dsmConnectionOperations } from "./connection";
import { domainOperations } from "./domains";
import { keyOperations } from "./keys";
import { dsmSource } from "./sources";
import { dsmRefresh } from "./synchronization";
import { dsmWorld } from "./world";

/** Data security managers: connections with nodes, domains as containers, keys that never change. */
export const dsm: System = {
  name: "dsm",
  operations: { ...dsmConnectionOperations, ...domainOperations, ...keyOperations, ...dsmRefresh.operations },
  keySources: { dsm: dsmSource },
  world: dsmWorld,
  schedules: [dsmRefresh.schedule],
  work: dsmRefresh.work,
};
