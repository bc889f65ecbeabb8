import type { System } from "../../core/scope";
import { assembled } from "../../shared/assembled";
import { connectionOperations } from "../../shared/connections";
import { sapConnection } from "./connection";
import { groupOperations, sapGroups } from "./groups";
import { hyokOperations } from "./hyok";
import { hyokKeyOperations } from "./hyokKeys";
import { operated, otherKeyOperations } from "./keys";
import { sapKeys } from "./record";
import { sapReports, sapRotation, sapSynchronization } from "./schedule";
import { sapWorld } from "./world";

/** SAP Data Custodian: connections, groups as containers, keys with their versions, HYOK keystores, and the cloud behind them. */
export const sap: System = assembled(
  { name: "sap", world: sapWorld, schedules: [sapRotation] },
  connectionOperations(sapConnection),
  sapGroups.operations(sapKeys.forgetIn),
  groupOperations,
  operated.operations,
  otherKeyOperations,
  hyokOperations,
  hyokKeyOperations,
  sapSynchronization,
  sapReports,
);
