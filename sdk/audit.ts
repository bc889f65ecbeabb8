import type * as pulumi from "@pulumi/pulumi";
import type * as audit from "../provider/lookups/audit";
import { checkNames, type NamesOf } from "./arguments";
import { call, type Arguments, type FunctionOptions } from "./function";

export type { AuditRecord, GetAuditRecordsArgs } from "../provider/lookups/audit";

const records = () => require("../provider/lookups/audit") as typeof audit;

/**
 * Audit records that pass the filters, newest first. A record names the client that acted: for a
 * registered one the `clientId` of its registration. A service that does not keep records in its
 * database returns none.
 */
export function getAuditRecords(
  args: Arguments<audit.GetAuditRecordsArgs> = {},
  options?: FunctionOptions,
): pulumi.Output<audit.AuditRecord[]> {
  checkNames<audit.GetAuditRecordsArgs>("getAuditRecords", args, filters);
  return call("reading audit records", () => records().auditRecords, args, options);
}

/** With a misspelt filter, all records would pass. */
const filters: NamesOf<audit.GetAuditRecordsArgs> = {
  limit: true,
  fromClients: true,
  severity: true,
  username: true,
  clientId: true,
  clientIp: true,
  service: true,
  source: true,
  message: true,
  success: true,
  createdAfter: true,
  createdBefore: true,
};
