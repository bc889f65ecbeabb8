import { shown } from "../../core/response";
import { outside, type Call, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { cloudSecrets, type CloudSecret, type SecretStatus, type SecretType } from "./cloud";
import { organizations, type Organization } from "./organizations";
import { byJobConfig, unbound, type Rotating } from "../scheduler/binding";

/**
 * What the service knows of one tenant secret: as of the last action on its type, or
 * synchronization.
 */
export interface TenantSecret extends Header, Rotating {
  readonly name: string;
  readonly error_msg: string;
  /** Id of the organization in Salesforce. */
  readonly organization_id: string;
  readonly type: SecretType;
  readonly status: SecretStatus;
  readonly cloud_name: "sfdc";
  readonly key_material_origin: "native" | "cckm" | "unknown";
  readonly source_key_identifier?: string;
  readonly source_key_tier?: string;
  readonly certificate_id?: string;
  readonly sfdc_named_credential_id?: string;
  /** True once Salesforce no longer lists it. */
  readonly gone: boolean;
  readonly sfdc_params: ReturnType<typeof describe>;
  readonly hidden: {
    readonly secret: string;
    /** The service's id of the organization. */
    readonly organization: string;
  };
}

export const secrets = defineKind<TenantSecret>("sfdc-keys", {
  organization: ({ hidden }) => hidden.organization,
  slot: (secret) => slotOf(secret),
  ...byJobConfig,
});

/** What the generations of a type have in common; the organization by the id of the service. */
export const slotIn = (organization: string, type: SecretType): string => `${organization}/${type}`;

export const slotOf = ({ hidden, type }: TenantSecret): string => slotIn(hidden.organization, type);

/** The user of the connection, in Salesforce. */
const userOf = ({ org }: CloudSecret): string => `005${org.slice(3)}`;

/** A secret in the words of Salesforce. */
function describe(secret: CloudSecret) {
  return {
    salesforce_id: secret.id,
    type: secret.type,
    version: secret.version,
    status: secret.status,
    source: secret.source,
    key_derivation_mode: secret.derivation,
    created_date: secret.createdAt,
    created_by_id: userOf(secret),
    last_modified_date: secret.modifiedAt,
    last_modified_by_id: userOf(secret),
    system_modstamp: secret.modifiedAt,
  };
}

export function secretView(scope: Scope, secret: TenantSecret): object {
  return { ...shown(secret), organization_name: scope.get(organizations, secret.hidden.organization)?.name };
}

export const cloudSecretOf = (scope: Scope, secret: TenantSecret): CloudSecret | undefined =>
  scope.in(outside).get(cloudSecrets, secret.hidden.secret);

/** Makes the record of a secret that Salesforce has. */
export function recordSecret(
  scope: Scope,
  organization: Organization,
  cloud: CloudSecret,
  details: Partial<TenantSecret> & Pick<TenantSecret, "key_material_origin">,
): TenantSecret {
  return scope.put(secrets, {
    ...scope.header("cckm:Tenant_Secret"),
    name: `${cloud.type} ${cloud.version}`,
    error_msg: "",
    organization_id: organization.organization_id,
    type: cloud.type,
    status: cloud.status,
    cloud_name: "sfdc",
    ...unbound,
    gone: false,
    sfdc_params: describe(cloud),
    hidden: { secret: cloud.id, organization: organization.id },
    ...details,
  });
}

/** Reads what Salesforce says of these secrets; one that it no longer lists counts as destroyed. */
export function reread(scope: Scope, known: readonly TenantSecret[]): void {
  for (const secret of known) {
    const cloud = cloudSecretOf(scope, secret);
    if (cloud === undefined) {
      if (!secret.gone) scope.change(secrets, secret, { gone: true, status: "DESTROYED" });
    } else if (cloud.status !== secret.status || secret.gone) {
      scope.change(secrets, secret, { gone: false, status: cloud.status, sfdc_params: describe(cloud) });
    }
  }
}

/** The records of all generations of one type. */
export const generations = (scope: Scope, slot: string): TenantSecret[] => scope.by(secrets, "slot", slot);

/** The schedule belongs to the type: it moves to the secret that is ACTIVE now. */
export function moveSchedule(scope: Scope, slot: string): void {
  const all = generations(scope, slot);
  const active = all.find(({ status }) => status === "ACTIVE");
  const bound = all.find((one) => one.labels["job_config_id"] !== undefined && one.id !== active?.id);
  if (active === undefined || bound === undefined) return;
  scope.change(secrets, active, { labels: bound.labels, auto_rotate: true });
  scope.change(secrets, bound, unbound);
}

/** The record that the path names. */
export const targetSecret = (call: Call): TenantSecret => call.target(secrets);
