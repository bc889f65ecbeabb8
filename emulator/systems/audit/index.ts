import { randomUUID } from "node:crypto";
import { collection } from "../../core/collection";
import { addresses, type System, type WriteEvent } from "../../core/scope";
import { defineKind } from "../../core/store";
import { auditRecords, type AuditRecord } from "../../shared/auditTrail";

const clientRecords = defineKind<AuditRecord>("audit-client-records", { address: addresses });

/** Records of a domain that are kept, and how many more there may be before the oldest go. */
const kept = 20_000;
const slack = 1000;

/** Writes down a call that changes something, without any of its body. */
function observe({ scope, operation, caller, address, path, status, message }: WriteEvent): void {
  const success = status < 400;
  const [method = "", template = ""] = operation.split(" ");
  const record: AuditRecord = {
    ...scope.header("audit:records", "", randomUUID()),
    severity: success ? "info" : status < 500 ? "warning" : "error",
    message: success ? operation : `${operation}: ${message}`,
    service: template.split("/")[1] ?? "",
    source: "ciphertrust",
    success,
    username: caller.username.slice(0, 256),
    client_id: caller.clientId,
    clientIP: address,
    details: { method, path: path.slice(0, 2048), status },
  };
  scope.put(auditRecords, record);
  if (scope.count(auditRecords) <= kept + slack) return;
  for (const old of scope.all(auditRecords).slice(0, -kept)) scope.remove(auditRecords, old);
}

const filters = ["id", "severity", "message", "service", "source", "success", "username", "client_id", "clientIP"];

/** Audit records of every write, in the domain in which it was made. */
export const audit: System = {
  name: "audit",
  operations: {
    ...collection({ kind: auditRecords, path: "/audit/records", filters }),
    ...collection({ kind: clientRecords, path: "/audit/client-records", filters }),
  },
  observe,
};
