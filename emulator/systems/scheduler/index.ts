import { rootDomain, type Call, type System } from "../../core/scope";
import { domains, needGroup } from "../../shared/identities";
import { configOperations, jobConfigs, planNext, workOf } from "./configs";
import { jobOperations, jobWork } from "./jobs";

/** Reading is open to every user; who may schedule something depends on what it is. */
function guard(call: Call, operation: string): void {
  if (!operation.includes(" /scheduler/") || operation.startsWith("GET ")) return;
  const isNew = operation === "POST /scheduler/job-configs";
  const scheduled = isNew ? call.body.text("operation") : call.find(jobConfigs, call.param())?.operation;
  const own = workOf(call, scheduled ?? "", {})?.guard;
  if (own === undefined) needGroup(call.caller, ["CCKM Admins", "System Admins"]);
  else own(call);
}

/** Schedules and their runs. */
export const scheduler: System = {
  name: "scheduler",
  operations: { ...configOperations, ...jobOperations },
  work: jobWork,
  guard,
  /** What was missed while the service was off is not made up for. */
  resume: (root) => {
    const everywhere = new Set([rootDomain, ...root.all(domains).map(({ id }) => id)]);
    for (const domain of everywhere) {
      const scope = root.in(domain);
      for (const config of scope.all(jobConfigs)) planNext(scope, config);
    }
  },
};
