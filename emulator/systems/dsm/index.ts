import type { System } from "../../core/scope";
import { cloudSystem } from "../../shared/cloud";
import { dsmNodeOperations } from "./connection";
import { operated } from "./keys";
import { dsmSource } from "./sources";
import { dsmWorld } from "./world";

/** Data security managers: connections with nodes, domains as containers, keys that never change. */
export const dsm: System = cloudSystem(
  {
    name: "dsm",
    world: dsmWorld,
    operated,
    refresh: { jobs: "refresh" },
    shows: { created: "dsm_params.creationTime", changes: ["describe", "remove"] },
    keySources: { dsm: dsmSource },
  },
  dsmNodeOperations,
);
