import { rootDomain, type System } from "../../core/scope";
import { domains } from "../../shared/identities";
import { configOperations, jobConfigs, planNext } from "./configs";
import { jobOperations, jobWork } from "./jobs";

/** Schedules and their runs. */
export const scheduler: System = {
  name: "scheduler",
  operations: { ...configOperations, ...jobOperations },
  work: jobWork,
  /** What was missed while the service was off is not made up for. */
  resume: (root) => {
    const everywhere = new Set([rootDomain, ...root.all(domains).map(({ id }) => id)]);
    for (const domain of everywhere) {
      const scope = root.in(domain);
      for (const config of scope.all(jobConfigs)) planNext(scope, config);
    }
  },
};
