import * as z from "zod";
import { mayHave } from "../shown";
import { moment } from "../moment";
import { segment, type Api, type Wire } from "../../api/client";
import { ApiError, isAway, isInDoubt, ifFound } from "../../api/errors";
import { idIn } from "../../api/responses";
import { defineResource, type Bag, type Failure, type Scope } from "../../lifecycle/vocabulary/definition";
import { field, named } from "../../lifecycle/vocabulary/field";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { isRunning } from "../jobs";
import { systemName } from "../schedules/jobConfig";
import { reportTypes, systemNamed, systems, type ReportedSystem } from "../systems";

const reporting = systems.filter(({ report }) => report);

/**
 * A report on keys and their use. It is generated on creation and when an argument changes;
 * destroying it deletes it. Its rows: `getReport`.
 */
export const report = defineResource({
  type: "Report",
  path: "/cckm",
  action: true,
  inputs: {
    /** Name of the report, unique for its system. Changing it makes a new report. */
    name: named(z.string().min(1)),
    /**
     * System to report on: `aws`, `azure`, `google`, `oci`, `salesforce` or `sap`. Changing it
     * makes a new report.
     */
    cloud: systemName<ReportedSystem>(reporting),
    /**
     * Kind of report: `key-report`, `service-report`, `key-aging` or `key-rotation`, as far as the
     * system offers it. Default: the first the system offers. Changing it makes a new report.
     */
    reportType: z.enum(reportTypes).optional(),
    /** Ids of the containers it covers, at least one. Changing it makes a new report. */
    containers: field(z.array(z.string().min(1)).min(1, "needs at least one container"), { as: "set" }),
    /**
     * AWS: where the account logs the use of its keys. Required, except for `key-aging`. Changing
     * it makes a new report.
     */
    logGroup: z
      .object({
        /** AWS region of the log group. */
        region: z.string().min(1),
        /** Name of the CloudWatch log group. */
        name: z.string().min(1),
      })
      .optional(),
    /**
     * Azure: id of the Log Analytics workspace. Required, except for `key-aging`. Changing it makes
     * a new report.
     */
    workspaceId: z.string().optional(),
    /**
     * Start of the time it covers, RFC 3339. Default: 24 hours before the end. Changing it makes a
     * new report.
     */
    startTime: moment.optional(),
    /** End of the time it covers, RFC 3339. Default: now. Changing it makes a new report. */
    endTime: moment.optional(),
    /** Values of any kind; when one changes, the report is made again. */
    triggers: z.record(z.string(), z.unknown()).optional(),
    /** Seconds to wait for the report, 1 to 86400. */
    timeoutSeconds: z.number().min(1).max(86400).default(600),
  },
  outputs: {
    /** How the job ended: `completed`. */
    status: field(z.string(), { wire: { from: "overall_status" } }),
    /** How many rows it has. */
    rows: field(z.number(), { wire: { from: "rows" } }),
  },
  rules: [{ earlier: "startTime", later: "endTime" }],
  hooks: {
    check: ({ cloud, ...inputs }) =>
      cloud === undefined ? [] : [...typeProblems(cloud, inputs.reportType), ...logProblems(cloud, inputs)],
    async create(scope) {
      const { name, cloud, reportType, startTime, endTime } = scope.inputs;
      const facet = systemNamed(cloud).report!;
      const body = {
        name,
        report_type: reportType ?? facet.types[0],
        ...facet.scope(scope.inputs),
        start_time: startTime,
        end_time: endTime,
      };
      const started = await scope.api.post(facet.path, body).catch(async (error: unknown) => {
        // Names are unique: a report with this name was started by the call whose response was lost.
        const found = isInDoubt(error) ? (await sameName(scope.api, scope.inputs))[0] : undefined;
        if (!found) throw error;
        return found;
      });
      if (!mayHave(started, "name", name))
        throw new ApiError("the response is about another object", { kind: "unanswered", call: `POST ${facet.path}` });
      return finished(scope, `${facet.path}/${segment(idIn(started))}`);
    },
    find: ({ api, inputs }) => sameName(api, inputs),
    // A report is read only to be taken over.
    async read(api, id, _state, { cloud }) {
      const path = `${pathOf(String(cloud))}/${segment(id)}`;
      const record = await ifFound(api.get(path));
      return record && { ...record, rows: await api.count(`${path}/contents`) };
    },
    async remove({ api, inputs }, id) {
      await api.delete(`${systemNamed(inputs.cloud).report!.path}/${segment(id)}`);
    },
  },
});

async function sameName(api: Api, { cloud, name }: { cloud: string; name: string }): Promise<Wire[]> {
  const found = await api.list(systemNamed(cloud).report!.path, { name });
  return found.filter((one) => one.name === name);
}

function typeProblems(cloud: string, reportType?: string): Failure[] {
  const { types } = systemNamed(cloud).report!;
  if (reportType === undefined || types.includes(reportType)) return [];
  return [{ property: "reportType", reason: `must be ${types.map((one) => `"${one}"`).join(" or ")} for ${cloud}` }];
}

/** Reports from a cloud's logs require their location; others do not accept it. */
function logProblems(cloud: string, inputs: Bag): Failure[] {
  const { types, logs } = systemNamed(cloud).report!;
  const type = (inputs.reportType as string | undefined) ?? types[0];
  const foreign = ["logGroup", "workspaceId"].filter((name) => name !== logs && inputs[name] !== undefined);
  const missing = logs !== undefined && type !== "key-aging" && inputs[logs] === undefined;
  return [
    ...foreign.map((property) => ({ property, reason: `is not valid for ${cloud}` })),
    ...(missing
      ? [{ property: logs, reason: `is required for a ${type} on ${cloud}: it is generated from the logs there` }]
      : []),
  ];
}

/**
 * Waits for the job. A report that was not finished is removed, so that the next `up` makes it
 * under the same name.
 */
async function finished(scope: Scope, path: string): Promise<Wire> {
  let status = "in_progress";
  const { timeoutSeconds } = scope.inputs as { timeoutSeconds: number };
  const counted = (job: Wire) =>
    unlessAway(scope, async () => ({ ...job, rows: await scope.api.count(`${path}/contents`) }));
  const look = async () => {
    const job = await unlessAway(scope, () => scope.api.get(path));
    if (!job) return undefined;
    status = String(job.overall_status);
    if (status === "completed") return counted(job);
    if (!isRunning(status)) throw new ResourceError(`creating ${scope.label} failed: the report ended as ${status}.`);
    scope.progress(`${scope.label}: the service is generating the report`);
    return undefined;
  };
  try {
    return await scope.poll(
      look,
      timeoutSeconds,
      () => `${scope.label} is still ${status} after ${timeoutSeconds} s: raise timeoutSeconds.`,
    );
  } catch (error) {
    await scope.api.delete(path).catch(() => {});
    throw error;
  }
}

/** A service that restarts continues its jobs, so the wait continues too. */
async function unlessAway({ label, progress }: Scope, ask: () => Promise<Wire>): Promise<Wire | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!isAway(error)) throw error;
    progress(`${label}: ${error.message}; waiting`);
    return undefined;
  }
}

/** The rows of a report, all pages of them. */
export async function reportRows(api: Api, { cloud, id }: { cloud: string; id: string }): Promise<Wire[]> {
  return api.list(`${pathOf(cloud)}/${segment(id)}/contents`);
}

/** A report as comma-separated values. */
export async function reportCsv(api: Api, { cloud, id }: { cloud: string; id: string }): Promise<string> {
  return api.text(`${pathOf(cloud)}/${segment(id)}/download`);
}

/** Both. */
export async function reportContents(
  api: Api,
  report: { cloud: string; id: string },
): Promise<{ rows: Wire[]; csv: string }> {
  return { rows: await reportRows(api, report), csv: await reportCsv(api, report) };
}

function pathOf(cloud: string): string {
  const facet = reporting.find(({ name }) => name === cloud)?.report;
  if (facet) return facet.path;
  throw new ResourceError(
    `reports are not available for "${cloud}", only for ${reporting.map(({ name }) => name).join(", ")}.`,
  );
}
