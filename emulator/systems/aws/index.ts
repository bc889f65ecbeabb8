import type { JsonObject } from "../../core/fields";
import { outside, type System } from "../../core/scope";
import { assembled } from "../../shared/assembled";
import { connectionOperations } from "../../shared/connections";
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
import { awsDiscovery, kmsOperations } from "./kmsOperations";
import { lookupOperations } from "./lookups";
import { awsReports } from "./reports";
import { storeWork } from "./cloud/store";
import { credentialRotation, storeSynchronization } from "./stores/jobs";
import { storeKeyOperations } from "./stores/keys";
import { storeOperations } from "./stores/operations";
import { proxyOperations } from "./stores/proxy";
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
export const aws: System = assembled(
  {
    name: "aws",
    unlisted: unlistedMaterialOperations,
    uses: (scope, { type, id }) =>
      type === "virtual-key"
        ? scope.all(keys).flatMap((key) => (key.local_key_id === id ? [`the AWS key ${key.id}`] : []))
        : [],
    world: awsWorld,
    schedules: [awsRotation, credentialRotation, awsDiscovery],
    work: {
      ...cloudWork,
      ...settleOnTime,
      ...bulkWorks,
      ...storeWork,
    },
  },
  connectionOperations(awsConnection),
  lookupOperations,
  kmsOperations,
  listOperations,
  createOperations,
  stateOperations,
  materialOperations,
  rotationOperations,
  templateOperations,
  bulkOperations,
  awsSynchronization,
  awsReports,
  storeOperations,
  storeKeyOperations,
  { ...storeSynchronization, schedule: undefined },
  proxyOperations,
);
