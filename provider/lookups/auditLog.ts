import type { Api, Wire } from "../api/client";
import { isKind } from "../api/errors";
import { shown, type AuditRecord } from "./audit";

/** Maximum number of lines per request to the log store: its own usual limit. */
export const mostLines = 5000;

/**
 * Audit records from the service's log store, newest first. Newer versions keep them only there,
 * older ones have no such store and so none in it. It responds in Loki's format: streams of pairs
 * of a time in nanoseconds and a line, here of JSON.
 */
export async function loggedRecords(api: Api, createdAfter?: string): Promise<AuditRecord[]> {
  const query = {
    query: '{job="server_audit_records"}',
    start: createdAfter === undefined ? undefined : `${Date.parse(createdAfter)}000000`,
    limit: mostLines,
    direction: "backward",
  };
  try {
    const { data } = await api.get("/audit/loki/api/v1/query_range", query);
    const streams = ((data as Wire | undefined)?.result ?? []) as { values?: [string, string][] }[];
    const lines = streams.flatMap(({ values }) => values ?? []).sort(([one], [other]) => Number(other) - Number(one));
    return lines.flatMap(([, line]) => recordIn(line));
  } catch (error) {
    if (isKind(error, "notFound", "unimplemented")) return [];
    throw error;
  }
}

/** A line that is not JSON is not an audit record. */
function recordIn(line: string): AuditRecord[] {
  try {
    return [shown(JSON.parse(line) as Wire)];
  } catch {
    return [];
  }
}
