import type { Api, Query, Wire } from "../api/client";
import { pageSize } from "../api/client";

/** What {@link auditRecords} may narrow the records to. */
export interface GetAuditRecordsArgs {
  /** At most so many records, the newest first. Default 100. */
  limit?: number;
  /** Records of what clients did on their side, instead of the service's own. Default false. */
  fromClients?: boolean;
  /** `info`, `warning`, `error`, `critical` or `fatal`. */
  severity?: string;
  /** Login name of the user who acted. */
  username?: string;
  /** Identity of the client that acted, as its registration returned it. */
  clientId?: string;
  /** Network address that the call came from. */
  clientIp?: string;
  /** Part of the service that was called. */
  service?: string;
  /** Where the record comes from. */
  source?: string;
  /** Text of the record; `*` stands for any characters. */
  message?: string;
  /** True for what succeeded, false for what failed. */
  success?: boolean;
  /** RFC 3339, or relative such as `-1D`. */
  createdAfter?: string;
  /** RFC 3339, or relative such as `-1D`. */
  createdBefore?: string;
}

/** A recorded call, successful or not. */
export interface AuditRecord {
  /** Id of the record. */
  id: string;
  /** When it happened, RFC 3339. */
  createdAt: string;
  /** `info`, `warning`, `error`, `critical` or `fatal`. */
  severity: string;
  /** What happened, in the service's wording. */
  message: string;
  /** True when it succeeded; absent where the service does not say. */
  success?: boolean;
  /** Login name of the user, or name of the client. */
  username?: string;
  /** Identity of the client: for a registered one the `clientId` of its registration. */
  clientId?: string;
  /** Network address that the call came from. */
  clientIp?: string;
  /** Part of the service that was called. */
  service?: string;
  /** Where the record comes from. */
  source?: string;
  /** Whatever else the service recorded. */
  details?: Record<string, unknown>;
}

const usual = 100;

/** Audit records that pass the filters, newest first, as many pages as `limit` requires. */
export async function auditRecords(api: Api, args: GetAuditRecordsArgs): Promise<AuditRecord[]> {
  const { limit = usual, fromClients = false, clientId, clientIp, ...same } = args;
  if (!Number.isInteger(limit) || limit < 1) throw new Error("limit must be an integer of at least 1");
  const path = fromClients ? "/audit/client-records" : "/audit/records";
  const query: Query = { ...same, client_id: clientId, clientIP: clientIp, sort: "-createdAt" };
  const records: Wire[] = [];
  for (;;) {
    const asked = Math.min(pageSize, limit - records.length);
    const { resources, total } = await api.get(path, { ...query, skip: records.length, limit: asked });
    const page = (resources ?? []) as Wire[];
    records.push(...page);
    const last = total === undefined ? page.length < asked : records.length >= Number(total);
    if (page.length === 0 || last || records.length >= limit) return records.slice(0, limit).map(shown);
  }
}

/** The names of the service's fields are only partly known: a user may be below `principal` too. */
export function shown(record: Wire): AuditRecord {
  const principal = (record.principal ?? {}) as Wire;
  const { id, createdAt, severity, message, success, service, source, details } = record;
  const all = {
    id,
    createdAt,
    severity,
    message,
    success,
    username: record.username ?? principal.username,
    clientId: record.client_id ?? principal.client_id,
    clientIp: record.clientIP ?? record.client_ip,
    service,
    source,
    details,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as unknown as AuditRecord;
}
