import type { System } from "../../core/scope";
import { cloudSystem } from "../../shared/cloud";
import { tenants } from "./cloud";
import { groupOperations } from "./groups";
import { hyokOperations } from "./hyok";
import { hyokKeyOperations } from "./hyokKeys";
import { operated, otherKeyOperations } from "./keys";
import { sapKeys } from "./record";
import { reported, sapRotation } from "./schedule";
import { sapWorld } from "./world";

/**
 * SAP Data Custodian: connections, groups as containers, keys with their versions, HYOK keystores,
 * and the cloud behind them.
 */
export const sap: System = cloudSystem(
  {
    name: "sap",
    world: sapWorld,
    operated,
    refresh: {
      seconds: (world, { hidden: { tenant } }) => world.get(tenants.kind, tenant)?.syncSeconds,
      // A record of a key that is gone does not change any more.
      readAgain: (scope, key, cloud) => (cloud === undefined && key.gone ? key : sapKeys.readAgain(scope, key, cloud)),
      titleOf: ({ group_id }) => group_id,
    },
    reports: {
      types: ["key-report", "key-rotation"],
      parameter: "sap_params",
      report: reported,
      filters: ["group", "type", "sap_key_id"],
    },
    shows: { created: "sap_param.meta.created", changes: ["rotate", "disable", "remove"] },
    schedules: [sapRotation],
  },
  groupOperations,
  otherKeyOperations,
  hyokOperations,
  hyokKeyOperations,
);
