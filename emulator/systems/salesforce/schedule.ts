import { outside, type Scope, type ScheduledWork } from "../../core/scope";
import type { JsonObject } from "../../core/fields";
import { scheduledMaterial } from "../../shared/keySources";
import { scheduledRotation } from "../../shared/scheduledRotation";
import { synchronization } from "../../shared/synchronization";
import { reporting } from "../../shared/reports";
import { certificates } from "./certificates";
import { cloudSecrets, orgs } from "./cloud";
import { renew, type Upload } from "./keys";
import { openOrganization, organizations, type Organization } from "./organizations";
import { moveSchedule, recordSecret, reread, secrets, slotOf, type TenantSecret } from "./record";

/**
 * Secrets that Salesforce has are recorded or read again; destroyed ones that nobody knows are left
 * out.
 */
function load(scope: Scope, organization: Organization): Record<string, string> {
  const { id: organizationId } = openOrganization(scope, organization);
  const known = scope.by(secrets, "organization", organization.id);
  const ids = new Set(known.map(({ hidden }) => hidden.secret));
  for (const cloud of scope.in(outside).by(cloudSecrets, "org", organizationId)) {
    if (ids.has(cloud.id) || cloud.status === "DESTROYED") continue;
    const key_material_origin = cloud.source === "HSM" ? "native" : "unknown";
    recordSecret(scope, organization, cloud, { key_material_origin });
  }
  reread(scope, known);
  for (const slot of new Set(known.map(slotOf))) moveSchedule(scope, slot);
  return { [organizationId]: "organization synchronized successfully" };
}

export const keySynchronization = synchronization<Organization>({
  root: "/cckm/sfdc/keys/synchronization-jobs",
  cloudName: "sfdc",
  containers: "organization_ids",
  options: [],
  kind: organizations,
  effort: (scope, { organization_id }) => ({
    keys: scope.in(outside).by(cloudSecrets, "org", organization_id).length,
    seconds: scope.in(outside).get(orgs.kind, organization_id)?.syncSeconds,
  }),
  load,
});

/** Schedules call the list of containers `organizations`, jobs call it `organization_ids`. */
const renamed = ({ organizations: named, ...params }: JsonObject): JsonObject =>
  named === undefined ? params : { ...params, organization_ids: named };

export const refreshSchedule: ScheduledWork = {
  ...keySynchronization.schedule,
  check: (scope, params) => keySynchronization.schedule.check?.(scope, renamed(params)),
  run: (scope, config, params) => keySynchronization.schedule.run(scope, config, renamed(params)),
};

/** New material of the service's own goes the way that the former went. */
function uploadFor(scope: Scope, secret: TenantSecret): Upload | undefined {
  const certificate = scope.get(certificates, secret.certificate_id ?? "");
  if (certificate === undefined) return undefined;
  const shape = { algorithm: "AES", size: 256 };
  const source = scheduledMaterial(scope, secret.labels, `sfdc-${secret.type}`, () => shape);
  return source && { source, certificate, derivation: secret.sfdc_params.key_derivation_mode };
}

export const salesforceRotation = scheduledRotation<TenantSecret>({
  cloudName: "sfdc",
  kind: secrets,
  usable: ({ status, gone }) => status === "ACTIVE" && !gone,
  since: ({ sfdc_params }) => sfdc_params.created_date,
  rotate: (scope, secret) => {
    renew(scope, scope.need(organizations, secret.hidden.organization), secret.type, uploadFor(scope, secret));
  },
});

export const salesforceReports = reporting({
  root: "/cckm/sfdc/reports",
  types: ["key-report"],
  defaultType: "key-report",
  parameter: "sfdc_cloud_param",
  covers: (call, entry) => [call.need(organizations, entry.requiredText("organization")).id],
  keys: (scope, containers) =>
    containers
      .flatMap((id) => scope.by(secrets, "organization", id))
      .map((secret) => ({
        id: secret.id,
        name: `${secret.type} ${secret.sfdc_params.version}`,
        createdAt: secret.createdAt,
        columns: { type: secret.type, key_status: secret.status, organization_id: secret.hidden.organization },
      })),
  filters: ["type", "key_status", "organization_id"],
});
