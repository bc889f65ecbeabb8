import type { System } from "../../core/scope";
import { cloudSystem } from "../../shared/cloud";
import { operated, versionOperations } from "./keys";
import { serverOperations } from "./servers";
import { externalCmKeys } from "./sources";
import { externalCmWorld } from "./world";

/**
 * Domains of other managers of the same make: servers that are trusted, connections, domains, keys
 * with versions.
 */
export const externalCm: System = cloudSystem(
  {
    name: "externalCm",
    world: externalCmWorld,
    operated,
    // On demand only: the service's scheduler has no name for it.
    refresh: { jobs: "refresh", unscheduled: true, words: { cloud: "externalCM", running: "in progress" } },
    shows: { changes: ["rotate", "deactivate", "remove"] },
    keySources: { "external-cm": externalCmKeys },
  },
  serverOperations,
  versionOperations,
);
