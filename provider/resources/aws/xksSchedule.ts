import * as z from "zod";
import { moment } from "../moment";
import { defineResource, namedAfterResource } from "../../engine/definition";
import { cronText } from "../schedules/cron";
import { periodProblems } from "../schedules/period";

/** A time plan on which the service rotates the credentials of the external key stores that name it as their `credentialRotationSchedule`. Destroying it ends the rotation; credentials stay as they are. */
export const awsXksCredentialRotationSchedule = defineResource({
  type: "AwsXksCredentialRotationSchedule",
  path: "/scheduler/job-configs",
  feature: "CCKM",
  fixed: {
    operation: "cckm_xks_credential_rotation",
    cckm_xks_credential_rotation_params: { cloud_name: "aws" },
  },
  inputs: {
    /** Name of the schedule, unique in the service. Default: the resource's name in the program. A change replaces it. */
    name: namedAfterResource(z.string().min(1)),
    /** When it runs, in UTC: cron text of five fields (minute, hour, day of month, month, weekday), such as `0 3 1 1,4,7,10 *`. Changes in place. */
    runAt: cronText,
    /** Node of the cluster that runs it, or `any`. Default `any`. Changes in place. */
    runOn: z.string().min(1).default("any"),
    /** Free text. Changes in place. Default: none. */
    description: z.string().optional(),
    /** True to pause the schedule. Default false. Changes in place. */
    disabled: z.boolean().default(false),
    /** When it starts to apply, RFC 3339. Changes in place. Default: at once. */
    startDate: moment.optional(),
    /** When it ceases to apply, RFC 3339. Changes in place. Default: never. */
    endDate: moment.optional(),
  },
  outputs: {},
  filters: ["id", "name", "operation", "disabled"],
  immutable: ["name"],
  hooks: { check: periodProblems },
});
