import { created, shown } from "../../../core/response";
import { notFound } from "../../../core/errors";
import { list } from "../../../core/lists";
import type { Call, Scope, Operations, Outcome, ScheduledWork } from "../../../core/scope";
import { each } from "../../../shared/scheduledRotation";
import { findJobConfig } from "../../scheduler/configs";
import { needIdle } from "../cloud/object";
import { addressOfRecord, backups, makeBackup, type Backup } from "./backupRecord";
import { idleRecord, keys, reach, recordView, target, type AzureRecord } from "./record";

/** Point-in-time backups of keys, by hand and by schedule. */

function create(call: Call): object {
  const { record, vault, cloud, object } = target(call, keys);
  needIdle(call, cloud, object);
  const { body } = call;
  const details = { name: body.text("name") ?? "", description: body.text("description") ?? "" };
  return created(shown(makeBackup(call, vault, record, object, details)));
}

const of = (call: Call): Backup[] => call.by(backups, "object", addressOfRecord(keys, call.target(keys.kind)));

function one(call: Call): Backup {
  const found = of(call).find(({ id }) => id === call.param("backup_id"));
  if (found === undefined) throw notFound();
  return found;
}

function enable(call: Call): object {
  const record = idleRecord(call);
  const reference = call.body.requiredText("backup_job_config_id");
  const config = findJobConfig(call, reference, "cckm_key_backup", "AzureCloud");
  const backup_config = { backup_job_config_id: config.id };
  return recordView(call, keys, call.change(keys.kind, record, { backup_config }));
}

export const backupOperations: Operations = {
  "GET /cckm/azure/keys/{id}/backups": (call) =>
    list(call, { kind: backups, rows: of(call), view: shown, filters: ["id", "name", "gone"] }),
  "POST /cckm/azure/keys/{id}/backups": create,
  "GET /cckm/azure/keys/{id}/backups/{backup_id}": (call) => shown(one(call)),
  "PATCH /cckm/azure/keys/{id}/backups/{backup_id}": (call) => {
    const backup = one(call);
    const name = call.body.emptiable("name") ?? backup.name;
    const description = call.body.emptiable("description") ?? backup.description;
    return shown(call.change(backups, backup, { name, description }));
  },
  "DELETE /cckm/azure/keys/{id}/backups/{backup_id}": (call) => call.remove(backups, one(call)),
  "POST /cckm/azure/keys/{id}/enable-backup-job": enable,
  "POST /cckm/azure/keys/{id}/disable-backup-job": (call) => {
    const record = idleRecord(call);
    return recordView(call, keys, call.change(keys.kind, record, { backup_config: undefined }));
  },
};

function backUp(scope: Scope, record: AzureRecord): void {
  const { vault, object } = reach(scope, keys, record);
  makeBackup(scope, vault, record, object, { name: "", description: "" });
}

/** Backs up every key that is bound to the schedule. */
function run(scope: Scope, configId: string): Outcome {
  const bound = scope.by(keys.kind, "backup_job_config_id", configId).filter(({ status }) => status === "AVAILABLE");
  const nameOf = ({ hidden }: AzureRecord): string => hidden.name;
  return each(scope, bound, "backed up", nameOf, (record) => backUp(scope, record));
}

export const azureBackup: ScheduledWork = { operation: "cckm_key_backup", cloudName: "AzureCloud", run };
