import type { Mistake } from "../mistake";
import * as inArguments from "./arguments";
import * as ofClients from "./clients";
import * as connecting from "./connecting";
import * as existing from "./existing";
import * as references from "./references";
import * as running from "./running";
import * as ofSystems from "./systems";

/** Every mistake, by the section of docs/errors.md that shows it: its symptom. */
export const mistakes: Readonly<Record<string, readonly Mistake[]>> = {
  "Login refused": [...connecting.login, ...ofClients.login],
  "Service not reached": connecting.reaching,
  "TLS certificate not accepted": connecting.certificates,
  "Setting not recognized": connecting.settings,
  "Connection not ready": references.connection,
  "Access denied": [...running.access, ...inArguments.access, ...references.access],
  "License missing": running.licenses,
  "Name already exists": existing.names,
  "Lost responses and interrupted runs": running.interruptions,
  "Waiting for approval": running.approvals,
  "Rate limits and timeouts": running.limits,
  "Object not deleted": existing.deletions,
  "Argument refused": [...inArguments.args, ...ofSystems.keys, ...references.regions],
  "Id not found": [...references.ids, ...existing.ids],
  "Schedule, refresh or report refused": [...inArguments.dates, ...ofSystems.schedules],
  "Client not registered": ofClients.clients,
};
