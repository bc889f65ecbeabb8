import { outside, type System } from "../../core/scope";
import { assembled } from "../../shared/assembled";
import { connectionOperations } from "../../shared/connections";
import { bulkOperations, bulkWork } from "./bulk";
import { purgeOnTime, purgeWork } from "./cloud/object";
import { azureConnection } from "./connection";
import { lookupOperations } from "./lookups";
import { azureBackup, backupOperations } from "./objects/backups";
import { keyCreateOperations } from "./objects/create";
import { listOperations } from "./objects/list";
import { otherCreateOperations } from "./objects/others";
import { azureRotation, rotationOperations } from "./objects/rotation";
import { stateOperations } from "./objects/states";
import { azureReports } from "./reports";
import { azureSynchronization } from "./synchronization";
import { azureDiscovery, vaultOperations } from "./vaults";
import { azureWorld } from "./world";

/**
 * Azure: connections, vaults as containers, keys, secrets and certificates with their versions, and
 * the cloud behind them.
 */
export const azure: System = assembled(
  {
    name: "azure",
    world: azureWorld,
    schedules: [azureRotation, azureBackup, azureDiscovery],
    work: {
      [purgeWork]: (scope, args) => purgeOnTime(scope.in(outside), String(args["object"]), args["deletedAt"]),
      ...bulkWork,
    },
  },
  connectionOperations(azureConnection),
  lookupOperations,
  vaultOperations,
  listOperations,
  keyCreateOperations,
  otherCreateOperations,
  stateOperations,
  backupOperations,
  rotationOperations,
  bulkOperations,
  azureSynchronization,
  azureReports,
);
