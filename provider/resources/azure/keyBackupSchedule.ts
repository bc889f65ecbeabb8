import * as z from "zod";
import { segment, type Wire } from "../../api/client";
import { ifFound, isKind } from "../../api/errors";
import { defineResource, type Scope } from "../../lifecycle/vocabulary/definition";
import { field, named } from "../../lifecycle/vocabulary/field";
import { pick } from "../../lifecycle/values/wire";
import { cronText } from "../schedules/cron";
import { jobConfigs } from "../schedules/fields";
import { act, azureKeys, currentObject } from "./objectRecord";

/**
 * A schedule on which the service backs up Azure keys. Destroying it unbinds the keys and leaves
 * them and their backups as they are.
 */
export const azureKeyBackupSchedule = defineResource({
  type: "AzureKeyBackupSchedule",
  role: "schedule",
  path: jobConfigs,
  fixed: { operation: "cckm_key_backup", cckm_key_backup_params: { cloud_name: "AzureCloud" } },
  inputs: {
    /** Name of the schedule, unique in the service. */
    name: named(z.string().min(1), { change: "replace" }),
    /**
     * Ids of the `AzureKey`s that it backs up. Updated in place; keys that others bound to the
     * schedule are not changed.
     */
    keys: field(z.array(z.string().min(1)).default([]), { as: "set", wire: { to: false, from: "bound_keys" } }),
    /**
     * When it runs, in UTC: cron expression with five fields (minute, hour, day of month, month,
     * weekday), such as `0 2 * * *`.
     */
    runAt: cronText,
    /** Node of the cluster that runs it, or `any`. */
    runOn: z.string().min(1).default("any"),
    /** Free text. */
    description: z.string().optional(),
    /** True to pause the schedule. */
    disabled: z.boolean().default(false),
  },
  outputs: {},
  filters: ["id", "name", "operation", "disabled"],
  actions: [
    {
      inputs: ["keys"],
      async run(scope, { id, record }) {
        const wanted = scope.inputs.keys;
        const gone = ((record.bound_keys ?? []) as string[]).filter((key) => !wanted.includes(key));
        for (const key of gone) await bind(scope, key, undefined, id);
        for (const key of wanted) await bind(scope, key, id, id);
        return { ...record, bound_keys: wanted };
      },
    },
  ],
  hooks: {
    /**
     * Which of the declared keys are bound, those that are no longer declared too; the keys know
     * it, not the schedule.
     */
    async enrich(api, record, wanted, known) {
      const declared = [wanted.keys, known.keys].flatMap((keys) => (keys ?? []) as string[]);
      const bound: string[] = [];
      for (const key of new Set(declared)) {
        if (boundTo(await keyOrNothing(api, key)) === record.id) bound.push(key);
      }
      return { ...record, bound_keys: bound };
    },
    async remove(scope, id, state) {
      const path = `${jobConfigs}/${segment(id)}`;
      for (const key of (state.keys ?? []) as string[]) await bind(scope, key, undefined, id);
      try {
        await scope.api.delete(path);
      } catch (error) {
        if (!isKind(error, "conflict")) throw error;
        // Bound by somebody else, or while a refresh could not see it: the keys know.
        const bound = (await scope.api.list(azureKeys.path)).filter((key) => boundTo(key) === id);
        for (const key of bound) await act(scope.api, azureKeys, key, "disable-backup-job");
        await scope.api.delete(path);
      }
    },
  },
});

const boundTo = (key: Wire | undefined): unknown => key && pick(key, "backup_config.backup_job_config_id");

function keyOrNothing(api: Scope["api"], id: string): Promise<Wire | undefined> {
  return ifFound(currentObject(api, azureKeys, id, {}));
}

/** Binds a key to a schedule, or unbinds it from this one. */
async function bind({ api }: Scope, id: string, to: string | undefined, own: string): Promise<void> {
  const key = await keyOrNothing(api, id);
  if (!key || boundTo(key) === to) return;
  if (to !== undefined) await act(api, azureKeys, key, "enable-backup-job", { backup_job_config_id: to });
  else if (boundTo(key) === own) await act(api, azureKeys, key, "disable-backup-job");
}
