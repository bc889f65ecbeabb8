import type { Scope } from "../../core/scope";
import type { System } from "../../core/system";
import { dsmConnectionOperations } from "./connection";
import { domainOperations, domains } from "./domains";
import { keyOperations } from "./keys";
import { dsmKeys } from "./sources";
import { dsmRefresh } from "./synchronization";
import { dsmWorld } from "./world";

/** Data security managers: connections with nodes, domains as containers, keys that never change. */
export const dsm: System = {
  name: "dsm",
  operations: { ...dsmConnectionOperations, ...domainOperations, ...keyOperations, ...dsmRefresh.operations },
  keySources: { dsm: dsmKeys },
  world: dsmWorld,
  schedules: [dsmRefresh.schedule],
  work: dsmRefresh.work,
  uses: (scope: Scope, { type, id }) =>
    type === "connection"
      ? scope.by(domains, "connection", id).map(({ dsm_params }) => `the DSM domain ${dsm_params.name}`)
      : [],
};
