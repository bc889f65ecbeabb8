import * as z from "zod";
import { moment } from "../moment";

/** The collection of schedules: job configurations of the service's scheduler. */
export const jobConfigs = "/scheduler/job-configs";

/** What schedules of every kind have besides the times at which they run. */
export const scheduleFields = {
  /** Node of the cluster that runs it, or `any`. */
  runOn: z.string().min(1).default("any"),
  /** Free text. */
  description: z.string().optional(),
  /** True to pause the schedule. */
  disabled: z.boolean().default(false),
  /** When it starts to apply, RFC 3339. Default: at once. */
  startDate: moment.optional(),
  /** When it ceases to apply, RFC 3339. Default: never. */
  endDate: moment.optional(),
};
