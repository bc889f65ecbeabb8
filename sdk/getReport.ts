import type * as pulumi from "@pulumi/pulumi";
import type * as report from "../provider/resources/general/report";
import { call, type FunctionOptions } from "./function";
import type { ReportArgs } from "./resources/all-systems";

/** Arguments of {@link getReport}. */
export interface GetReportArgs {
  /** System the report is on. */
  cloud: ReportArgs["cloud"];
  /** Id of the report. */
  id: pulumi.Input<string>;
}

/** The contents of a report. */
export interface ReportContents {
  /** Its rows, as the service has them. */
  rows: Record<string, unknown>[];
  /** The same as comma-separated values. */
  csv: string;
}

const reports = () => require("../provider/resources/general/report") as typeof report;

/** Reads the contents of a finished report, all pages of them. */
export function getReport(args: GetReportArgs, options?: FunctionOptions): pulumi.Output<ReportContents> {
  return call("reading a report", () => reports().reportContents, args, options);
}
