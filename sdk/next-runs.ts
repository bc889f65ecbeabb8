import * as pulumi from "@pulumi/pulumi";
import { isCron, nextRuns } from "../provider/resources/schedules/cron";
import type { CipherTrustResource } from "./resource";

/** The arguments that say when a schedule runs. */
interface Timing {
  runAt: pulumi.Input<string>;
  disabled?: pulumi.Input<boolean>;
  startDate?: pulumi.Input<string | undefined>;
  endDate?: pulumi.Input<string | undefined>;
}

/** The next three times a schedule runs, from what the program wrote: in a preview, outputs are not known yet. */
export function upcomingRuns(schedule: CipherTrustResource & Timing): pulumi.Output<string[]> {
  const { runAt, disabled, startDate, endDate } = (schedule.written ?? schedule) as Timing;
  return pulumi.all([runAt, disabled, startDate, endDate]).apply(([cron, off, start, end]) => {
    const from = new Date(Math.max(Date.now(), start ? Date.parse(start) : 0));
    // A text that is no cron is refused where the resource is checked.
    return off || !isCron(cron)
      ? []
      : nextRuns(cron, 3, from).filter((run) => !end || Date.parse(run) <= Date.parse(end));
  });
}
