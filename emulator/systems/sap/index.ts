import type { System } from "../../core/scope";
import { connectionOperations } from "../../shared/connections";
import { sapConnection } from "./connection";
import { groupOperations } from "./groups";
import { hyokOperations } from "./hyok";
import { hyokKeyOperations } from "./hyokKeys";
import { keyOperations } from "./keys";
import { sapReports, sapRotation, sapSynchronization } from "./schedule";
import { sapWorld } from "./world";

/** SAP Data Custodian: connections, groups as containers, keys with their versions, HYOK keystores, and the cloud behind them. */
export const sap: System = {
  name: "sap",
  operations: {
    ...connectionOperations(sapConnection),
    ...groupOperations,
    ...keyOperations,
    ...hyokOperations,
    ...hyokKeyOperations,
    ...sapSynchronization.operations,
    ...sapReports.operations,
  },
  world: sapWorld,
  schedules: [sapRotation, sapSynchronization.schedule],
  work: { ...sapSynchronization.work, ...sapReports.work },
};
