import { shown } from "../../core/response";
import { outside, type Call, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { cloudSecrets, type CloudSecret, type SecretStatus, type SecretType } from "./cloud";
import { organizations, type Organization } from "./organizations";
import { byJobConfig, unbound, type Rotating } from "../scheduler/binding";

/** What the service knows of one tenant secret: as of the last action on its type, or synchronization. */
export interface TenantSecret extends Header, Rotating {
  /** The service's id of the organization. */
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
  readonly sfdc_param: ReturnType<typeof describe>;
  readonly hidden: { readonly secret: string };
}

export const secrets = defineKind<TenantSecret>("sfdc-keys", {
  organization_id: (secret) => secret.organization_id,
  slot: (secret) => slotOf(secret),
  ...byJobConfig,
});

export const slotOf = ({ organization_id, type }: Pick<TenantSecret, "organization_id" | "type">): string =>
  `${organization_id}/${type}`;

/** A secret in the words of Salesforce. */
function describe(secret: CloudSecret) {
  return {
    Id: secret.id,
    Type: secret.type,
    Version: secret.version,
    Status: secret.status,
    Source: secret.source,
    KeyDerivationMode: secret.derivation,
    CreatedDate: secret.createdAt,
  };
}

export function secretView(scope: Scope, secret: TenantSecret): object {
  return { ...shown(secret), organization_name: scope.get(organizations, secret.organization_id)?.name };
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
    organization_id: organization.id,
    type: cloud.type,
    status: cloud.status,
    cloud_name: "sfdc",
    ...unbound,
    gone: false,
    sfdc_param: describe(cloud),
    hidden: { secret: cloud.id },
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
      scope.change(secrets, secret, { gone: false, status: cloud.status, sfdc_param: describe(cloud) });
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
