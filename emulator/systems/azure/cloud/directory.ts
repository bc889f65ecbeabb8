import { outside, type Scope } from "../../../core/scope";
import type { Stored } from "../../../core/record";
import { defineKind } from "../../../core/store";
import { second } from "../../../core/time";
import { thumbprint } from "../../../shared/selfSigned";
import type { Credentials } from "../../../shared/connections";

/** Who may log in to Azure. */

/** An application that is registered in a tenant. Its id is its client id. */
export interface Application extends Stored {
  readonly clientId: string;
  readonly tenantId: string;
  readonly cloudName: string;
  readonly secrets: readonly string[];
  /** SHA-1 thumbprints, upper-case hex, of the certificates it may log in with. */
  readonly thumbprints: readonly string[];
  /** True for an application that takes any certificate, so that demos need no upload. */
  readonly acceptAnyCertificate: boolean;
  /** Seconds after a connection's creation until its credentials work. */
  readonly readyAfterSeconds: number;
  /** Seconds that a connection test takes. */
  readonly testSeconds: number;
}

export interface Subscription extends Stored {
  readonly subscriptionId: string;
  readonly displayName: string;
  readonly tenantId: string;
  readonly state: string;
}

/** The same for an id in any case of its letters. */
export const anyCase = (id: unknown): string => String(id).toLowerCase();

export const applications = defineKind<Application>("azure-cloud-applications", {
  tenant: ({ tenantId }) => anyCase(tenantId),
  client: ({ clientId }) => anyCase(clientId),
});
export const subscriptions = defineKind<Subscription>("azure-cloud-subscriptions", {
  tenantId: (subscription) => subscription.tenantId,
});

/** The application of these credentials, whether or not they are right. */
export function applicationOf(scope: Scope, { settings }: Credentials): Application | undefined {
  return scope.in(outside).by(applications, "client", anyCase(settings["client_id"]))[0];
}

/** The application that these credentials open, or why Azure refuses them, in its words. */
export function logIn(scope: Scope, credentials: Credentials, createdAt: number): Application | string {
  const { settings, secrets } = credentials;
  const tenant = String(settings["tenant_id"]);
  const application = applicationOf(scope, credentials);
  if (scope.in(outside).by(applications, "tenant", anyCase(tenant)).length === 0) {
    return `AADSTS90002: Tenant '${tenant}' not found`;
  }
  if (application === undefined || anyCase(application.tenantId) !== anyCase(tenant)) {
    return `AADSTS700016: Application with identifier '${String(settings["client_id"])}' was not found in the directory '${tenant}'`;
  }
  if (application.cloudName !== settings["cloud_name"]) {
    return `AADSTS900382: Confidential client is not supported in the cloud ${String(settings["cloud_name"])}`;
  }
  if (scope.now < createdAt + application.readyAfterSeconds * second) {
    return "AADSTS7000229: The client application is missing a service principal in the tenant (it is not known everywhere yet)";
  }
  return refusal(application, settings["certificate"], secrets["client_secret"]) ?? application;
}

function refusal(application: Application, certificate: unknown, secret: unknown): string | undefined {
  if (typeof certificate === "string") {
    const known = application.thumbprints.includes(thumbprint(certificate) ?? "");
    if (known || application.acceptAnyCertificate) return undefined;
    return `AADSTS700027: The certificate with identifier used to sign the client assertion is not registered on application '${application.clientId}'`;
  }
  if (typeof secret === "string" && application.secrets.includes(secret)) return undefined;
  return `AADSTS7000215: Invalid client secret provided for app '${application.clientId}'`;
}
