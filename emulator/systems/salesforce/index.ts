import type { Call, System } from "../../core/scope";
import { assembled } from "../../shared/assembled";
import { connectionOperations } from "../../shared/connections";
import { cacheOnlyOperations, endpoints } from "./cacheOnly";
import { certificateOperations, certificates, certificateSynchronization } from "./certificates";
import { salesforceConnection } from "./connection";
import { keyOperations } from "./keys";
import { salesforceOrganizations, type Organization } from "./organizations";
import { secrets } from "./record";
import { keySynchronization, refreshSchedule, salesforceReports, salesforceRotation } from "./schedule";
import { salesforceWorld } from "./world";

function forget(call: Call, { id }: Organization): void {
  for (const secret of call.by(secrets, "organization", id)) call.remove(secrets, secret);
  for (const certificate of call.by(certificates, "organization_id", id)) call.remove(certificates, certificate);
  for (const endpoint of call.all(endpoints)) if (endpoint.organization_id === id) call.remove(endpoints, endpoint);
}

/**
 * Salesforce: connections, organizations as containers, tenant secrets, certificates, and the cloud
 * behind them.
 */
export const salesforce: System = assembled(
  { name: "salesforce", world: salesforceWorld, schedules: [salesforceRotation] },
  connectionOperations(salesforceConnection),
  salesforceOrganizations.operations(forget),
  keyOperations,
  certificateOperations,
  cacheOnlyOperations,
  { ...keySynchronization, schedule: refreshSchedule },
  { work: certificateSynchronization.work },
  salesforceReports,
);
