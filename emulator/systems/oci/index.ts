import type { JsonObject } from "../../core/fields";
import { outside, type System } from "../../core/scope";
import { assembled } from "../../shared/assembled";
import { connectionOperations } from "../../shared/connections";
import { deleteKeyWork, deleteVersionWork, finishDeletion, finishVersionDeletion } from "./cloud/key";
import { ociConnection } from "./connection";
import { externalOperations } from "./external";
import { issuerOperations } from "./issuers";
import { createOperations } from "./keys/create";
import { listOperations } from "./keys/list";
import { settleOnTime } from "./keys/record";
import { ociRotation, rotationOperations } from "./keys/rotation";
import { stateOperations } from "./keys/state";
import { versionOperations } from "./keys/versions";
import { lookupOperations } from "./lookups";
import { ociReports } from "./reports";
import { ociSynchronization } from "./synchronization";
import { tenancyOperations } from "./tenancies";
import { vaultOperations } from "./vaultOperations";
import { ociWorld } from "./world";

const text = (args: JsonObject, name: string): string => String(args[name]);

/** What Oracle Cloud itself does when the time comes. */
const cloudWork: NonNullable<System["work"]> = {
  [deleteKeyWork]: (scope, args) => finishDeletion(scope.in(outside), text(args, "key"), text(args, "date")),
  [deleteVersionWork]: (scope, args) =>
    finishVersionDeletion(scope.in(outside), text(args, "key"), text(args, "version"), text(args, "date")),
};

/**
 * Oracle Cloud: connections, tenancies, vaults there and here, keys with all their actions, and the
 * cloud behind them.
 */
export const oci: System = assembled(
  {
    name: "oci",
    world: ociWorld,
    schedules: [ociRotation],
    work: { ...cloudWork, ...settleOnTime },
  },
  connectionOperations(ociConnection),
  lookupOperations,
  tenancyOperations,
  vaultOperations,
  issuerOperations,
  externalOperations,
  listOperations,
  createOperations,
  stateOperations,
  versionOperations,
  rotationOperations,
  ociSynchronization,
  ociReports,
);
