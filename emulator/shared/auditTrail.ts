import { addresses, type Header, type Scope } from "../core/scope";
import { defineKind } from "../core/store";
import { parseTime } from "../core/time";

/** What somebody did, or tried to do. */
export interface AuditRecord extends Header {
  readonly severity: "info" | "warning" | "error";
  readonly message: string;
  readonly service: string;
  readonly source: string;
  readonly success: boolean;
  readonly username: string;
  readonly client_id: string;
  readonly clientIP: string;
  readonly details: { readonly method: string; readonly path: string; readonly status: number };
}

export const auditRecords = defineKind<AuditRecord>("audit-records", { address: addresses });

/** A call on one object. */
export interface Activity {
  readonly id: string;
  /**
   * The last part of the path: the action's name, or the method in small letters where the object
   * itself was meant.
   */
  readonly operation: string;
  readonly user: string;
  readonly time: string;
  readonly success: boolean;
}

/** The calls of that time whose path names one of those objects by id, oldest first. */
export function activityOn(scope: Scope, ids: ReadonlySet<string>, from: number, to: number): Activity[] {
  return scope.all(auditRecords).flatMap((record) => {
    const at = parseTime(record.createdAt) ?? 0;
    const parts = record.details.path.split("/");
    const id = parts.find((part) => ids.has(part));
    if (id === undefined || at < from || at > to) return [];
    const last = parts.at(-1) ?? "";
    const operation = last === id ? record.details.method.toLowerCase() : last;
    return [{ id, operation, user: record.username, time: record.createdAt, success: record.success }];
  });
}
