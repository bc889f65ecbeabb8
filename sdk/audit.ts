import type * as pulumi from "@pulumi/pulumi";
import type * as audit from "../provider/resources/clients/audit";
import { checkNames, type NamesOf } from "./arguments";
import { call, type Arguments, type FunctionOptions } from "./function";

export type { AuditRecord, AuditRecordsArgs } from "../provider/resources/clients/audit";

const records = () => require("../provider/resources/clients/audit") as typeof audit;

/**
 * Audit records that pass the filters, newest first. A record names the client that acted: for a registered one the
 * `clientId` of its registration. A service that does not keep records in its database answers with none.
 */
export function getAuditRecords(
  args: Arguments<audit.AuditRecordsArgs> = {},
  options?: FunctionOptions,
): pulumi.Output<audit.AuditRecord[]> {
  checkNames<audit.AuditRecordsArgs>("getAuditRecords", args, filters);
  return call("reading audit records", () => records().auditRecords, args, options);
}

/** A filter that is misspelt would let all records pass. */
const filters: NamesOf<audit.AuditRecordsArgs> = {
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
