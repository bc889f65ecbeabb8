import { outside, type Scope, type System } from "../../core/scope";
import { bulkOperations, bulkWork } from "./bulk";
import { purgeOnTime, purgeWork } from "./cloud/object";
import { azureConnectionOperations } from "./connection";
import { lookupOperations } from "./lookups";
import { azureBackup, backupOperations } from "./objects/backups";
import { keyCreateOperations } from "./objects/create";
import { listOperations } from "./objects/list";
import { otherCreateOperations } from "./objects/others";
import { keys } from "./objects/record";
import { azureRotation, rotationOperations } from "./objects/rotation";
import { stateOperations } from "./objects/states";
import { azureReports } from "./reports";
import { azureSynchronization } from "./synchronization";
import { vaults } from "./vaultRecord";
import { azureDiscovery, vaultOperations } from "./vaults";
import { azureWorld } from "./world";

/** What uses a connection or a schedule. */
function uses(scope: Scope, { type, id }: { type: string; id: string }): string[] {
  if (type === "connection")
    return scope.by(vaults, "connectionId", id).map((vault) => `the Azure vault ${vault.name}`);
  if (type !== "job-config") return [];
  return [
    ...scope.by(vaults, "job_config_id", id).map((vault) => `the Azure vault ${vault.name}`),
    ...["job_config_id", "backup_job_config_id"].flatMap((index) =>
      scope.by(keys.kind, index, id).map((key) => `the Azure key ${key.id}`),
    ),
  ];
}

/** Azure: connections, vaults as containers, keys, secrets and certificates with their versions, and the cloud behind them. */
export const azure: System = {
  name: "azure",
  operations: {
    ...azureConnectionOperations(),
    ...lookupOperations,
    ...vaultOperations,
    ...listOperations,
    ...keyCreateOperations,
    ...otherCreateOperations,
    ...stateOperations,
    ...backupOperations,
    ...rotationOperations,
    ...bulkOperations,
    ...azureSynchronization.operations,
    ...azureReports.operations,
  },
  world: azureWorld,
  schedules: [azureRotation, azureBackup, azureSynchronization.schedule, azureDiscovery],
  work: {
    [purgeWork]: (scope, args) => purgeOnTime(scope.in(outside), String(args["object"]), args["deletedAt"]),
    ...bulkWork,
    ...azureSynchronization.work,
    ...azureReports.work,
  },
  uses,
};
