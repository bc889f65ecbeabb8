import type { Api, Wire } from "../../api/client";
import { isKind } from "../../api/errors";

/** What the service wrote down about calls: who did what, and when. Reading it changes nothing. */

/** Which records to read. */
export interface AuditRecordsArgs {
  /** Only records made after this, RFC 3339. Default: all that the service keeps. */
  createdAfter?: string;
  /** Only records made before this, RFC 3339. Default: up to now. */
  createdBefore?: string;
  /** Only records of this severity: `info`, `warning`, `error`, `critical` or `fatal`. Default: any. */
  severity?: string;
  /** Only records of this part of the service, such as `vault` or `cckm`. Default: any. */
  service?: string;
  /** Only calls that succeeded, or only those that did not. Default: both. */
  success?: boolean;
}

/** What the service wrote down about one call. */
export interface AuditRecord {
  /** Id of the record; empty where the service's log store gives none. */
  id: string;
  /** When it happened, RFC 3339, by the service's clock. */
  createdAt: string;
  /** `info`, `warning`, `error`, `critical` or `fatal`. */
  severity: string;
  /** What happened, in the service's words. */
  message: string;
  /** Part of the service, such as `vault`. */
  service?: string;
  /** Whether the call succeeded. */
  success?: boolean;
  /** Who did it; absent for a registered client. */
  username?: string;
  /** Identity of the registered client that did it; of a user, an id that each login makes up. */
  clientId?: string;
  /** Address that the call came from. */
  clientIp?: string;
  /** What else the service tells of the call; its shape differs from one version to the next. */
  details: Record<string, unknown>;
}

/**
 * The records that match, oldest first. The service keeps them in a database only where that is switched on, and newer
 * versions no longer do: where the database is empty, its log store is asked. The names of most fields are not shown by
 * public sources: several spellings are understood.
 */
export async function auditRecords(api: Api, args: AuditRecordsArgs = {}): Promise<AuditRecord[]> {
  const wire = await api.list("/audit/records", { ...args });
  const found = wire.length > 0 ? wire : await inLogStore(api, args);
  return found
    .map(decode)
    .filter((record) => matches(record, args))
    .sort((one, other) => timeOf(one) - timeOf(other));
}

/** Most lines that the log store is asked for at once, its own usual limit. */
const logLimit = 5000;

/** The log store answers in Loki's shape: streams of pairs of a time in nanoseconds and a line, here of JSON. */
async function inLogStore(api: Api, { createdAfter, createdBefore }: AuditRecordsArgs): Promise<Wire[]> {
  const nanoseconds = (time: string | undefined) => (time === undefined ? undefined : `${Date.parse(time)}000000`);
  const query = {
    query: '{job="server_audit_records"}',
    start: nanoseconds(createdAfter),
    end: nanoseconds(createdBefore),
    limit: logLimit,
  };
  try {
    const { data } = await api.get("/audit/loki/api/v1/query_range", query);
    const streams = ((data as Wire | undefined)?.result ?? []) as { values?: [string, string][] }[];
    return streams.flatMap(({ values }) => values ?? []).map(([, line]) => JSON.parse(line) as Wire);
  } catch (error) {
    // Older versions have no log store: then the empty database was the whole answer.
    if (isKind(error, "notFound", "unimplemented")) return [];
    throw error;
  }
}

function decode(wire: Wire): AuditRecord {
  const principal = (wire.principal ?? {}) as Wire;
  return {
    id: text(wire.id) ?? "",
    createdAt: text(wire.createdAt) ?? text(wire.created_at) ?? "",
    severity: text(wire.severity) ?? "",
    message: text(wire.message) ?? "",
    service: text(wire.service),
    success: typeof wire.success === "boolean" ? wire.success : undefined,
    username: text(wire.username) ?? text(principal.username),
    clientId: text(wire.client_id) ?? text(wire.clientId) ?? text(principal.client_id),
    clientIp: text(wire.clientIP) ?? text(wire.client_ip),
    details: (wire.details ?? {}) as Record<string, unknown>,
  };
}

/** Filters that the service does not know are passed over there, so they are applied here too. */
function matches(record: AuditRecord, args: AuditRecordsArgs): boolean {
  if (args.createdAfter !== undefined && timeOf(record) < Date.parse(args.createdAfter)) return false;
  if (args.createdBefore !== undefined && timeOf(record) > Date.parse(args.createdBefore)) return false;
  const isWanted = (key: "severity" | "service" | "success") => args[key] === undefined || record[key] === args[key];
  return isWanted("severity") && isWanted("service") && isWanted("success");
}

function timeOf({ createdAt }: AuditRecord): number {
  return Date.parse(createdAt) || 0;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
