import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { named } from "../../lifecycle/vocabulary/field";
import { cronText } from "../schedules/cron";
import { jobConfigs, scheduleFields } from "../schedules/fields";

/**
 * A schedule on which the service rotates the credentials of the external key stores that name it
 * as their `credentialRotationSchedule`. Destroying it ends the rotation; credentials stay as they
 * are.
 */
export const awsXksCredentialRotationSchedule = defineResource({
  type: "AwsXksCredentialRotationSchedule",
  role: "schedule",
  path: jobConfigs,
  fixed: {
    operation: "cckm_xks_credential_rotation",
    cckm_xks_credential_rotation_params: { cloud_name: "aws" },
  },
  inputs: {
    /** Name of the schedule, unique in the service. */
    name: named(z.string().min(1), { change: "replace" }),
    /**
     * When it runs, in UTC: cron expression with five fields (minute, hour, day of month, month,
     * weekday), such as `0 3 1 1,4,7,10 *`.
     */
    runAt: cronText,
    ...scheduleFields,
  },
  outputs: {},
  filters: ["id", "name", "operation", "disabled"],
  rules: [{ earlier: "startDate", later: "endDate" }],
});
