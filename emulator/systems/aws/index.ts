import type { JsonObject } from "../../core/fields";
import { outside, type Scope } from "../../core/scope";
import type { System } from "../../core/system";
import { connectionOperations } from "../connections/service";
import { autoRotate, finishDeletion } from "./cloud/actions";
import { expireMaterial } from "./cloud/materials";
import { awsConnection } from "./connection";
import { bulkOperations, bulkWorks } from "./keys/bulk";
import { createOperations } from "./keys/create";
import { listOperations } from "./keys/list";
import { materialOperations, unlistedMaterialOperations } from "./keys/material";
import { keys, settleOnTime } from "./keys/record";
import { rotationOperations } from "./keys/rotation";
import { awsRotation } from "./keys/schedule";
import { stateOperations } from "./keys/state";
import { templateOperations } from "./keys/templates";
import { kmses } from "./kms";
import { kmsOperations } from "./kms-operations";
import { lookupOperations } from "./lookups";
import { awsSynchronization } from "./synchronization";
import { awsWorld } from "./world";

const text = (args: JsonObject, name: string): string => String(args[name]);

/** What AWS itself does when the time comes. */
const cloudWork: NonNullable<System["work"]> = {
  "aws:delete-cloud-key": (scope, args) => finishDeletion(scope.in(outside), text(args, "key"), text(args, "date")),
  "aws:auto-rotate": (scope, args) => autoRotate(scope.in(outside), text(args, "key"), text(args, "date")),
  "aws:expire-material": (scope, args) => {
    expireMaterial(scope.in(outside), text(args, "key"), text(args, "material"), text(args, "date"));
  },
};

/** AWS: connections, accounts as containers, keys with all their actions, and the cloud behind them. */
export const aws: System = {
  name: "aws",
  operations: {
    ...connectionOperations(awsConnection),
    ...lookupOperations,
    ...kmsOperations,
    ...listOperations,
    ...createOperations,
    ...stateOperations,
    ...materialOperations,
    ...rotationOperations,
    ...templateOperations,
    ...bulkOperations,
    ...awsSynchronization.operations,
  },
  unlisted: unlistedMaterialOperations,
  world: awsWorld,
  schedules: [awsRotation, awsSynchronization.schedule],
  work: { ...cloudWork, ...settleOnTime, ...bulkWorks, ...awsSynchronization.work },
  uses: (scope: Scope, { type, id }) => {
    if (type === "connection") return scope.by(kmses, "connection", id).map((kms) => `the AWS KMS ${kms.name}`);
    if (type === "job-config") return scope.by(keys, "job_config_id", id).map((key) => `the AWS key ${key.id}`);
    return [];
  },
};
