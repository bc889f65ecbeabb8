import * as pulumi from "@pulumi/pulumi";

/** The arguments that say when a schedule runs. */
export interface Timing {
  runAt: pulumi.Input<string>;
  disabled?: pulumi.Input<boolean>;
  startDate?: pulumi.Input<string | undefined>;
  endDate?: pulumi.Input<string | undefined>;
}

/** Loaded when needed, which is rare. */
const cronTexts = () =>
  require("../provider/resources/schedules/cron") as typeof import("../provider/resources/schedules/cron");

/** The next three times a schedule runs. */
export function upcomingRuns({ runAt, disabled, startDate, endDate }: Timing): pulumi.Output<string[]> {
  return pulumi.all([runAt, disabled, startDate, endDate]).apply(([cron, off, start, end]) => {
    const { isCron, nextRuns } = cronTexts();
    const from = new Date(Math.max(Date.now(), start ? Date.parse(start) : 0));
    // An invalid cron expression is refused by the check of the resource.
    return off || !isCron(cron)
      ? []
      : nextRuns(cron, 3, from).filter((run) => !end || Date.parse(run) <= Date.parse(end));
  });
}
