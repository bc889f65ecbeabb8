import { invalid } from "../../core/errors";
import type { Fields, JsonObject } from "../../core/fields";
import { selfSigned, thumbprint } from "../../shared/selfSigned";
import type { ConnectionService, Credentials } from "../../shared/connections";
import { applicationOf, logIn } from "./cloud/directory";

const clouds = ["AzureCloud", "AzureChinaCloud", "AzureUSGovernment", "AzureGermanCloud", "AzureStack"] as const;
const stackTexts = [
  "azure_stack_server_cert",
  "active_directory_endpoint",
  "management_url",
  "resource_manager_url",
  "key_vault_dns_suffix",
  "vault_resource_url",
] as const;
const defaultDays = 730;

function read(body: Fields, before: Credentials | undefined): Credentials {
  const settings: JsonObject = { ...before?.settings };
  for (const name of stackTexts) if (body.sent(name)) settings[name] = body.text(name);
  for (const name of ["client_id", "tenant_id"])
    settings[name] = body.text(name) ?? settings[name] ?? body.missing(name);
  settings["cloud_name"] = body.choice("cloud_name", clouds) ?? settings["cloud_name"] ?? "AzureCloud";
  const stack = body.choice("azure_stack_connection_type", ["AAD", "ADFS"]);
  if (body.sent("azure_stack_connection_type")) settings["azure_stack_connection_type"] = stack;
  if (settings["cloud_name"] === "AzureStack" && settings["azure_stack_connection_type"] === undefined) {
    body.missing("azure_stack_connection_type");
  }
  return readIdentity(body, settings, before);
}

/**
 * One of three ways to log in: a secret, a certificate from outside, or one that the service makes
 * for itself.
 */
function readIdentity(body: Fields, settings: JsonObject, before: Credentials | undefined): Credentials {
  const secret = body.text("client_secret");
  const certificate = body.text("certificate");
  const generates = body.flag("is_certificate_used");
  const days = daysOf(body);
  refuseTwo([secret, certificate, generates || undefined]);
  if (secret !== undefined) return withSecret(settings, secret);
  if (certificate !== undefined && certificate !== settings["certificate"]) {
    return withCertificate(settings, certificate, { external_certificate_used: true, is_certificate_used: false });
  }
  const made = settings["is_certificate_used"] === true;
  if ((generates === true && !made) || (made && days !== undefined && days !== settings["cert_duration"])) {
    return generated(settings, days ?? defaultDays);
  }
  if (generates === false && made) throw invalid("is_certificate_used needs a client_secret or a certificate instead");
  if (before === undefined) throw invalid("one of client_secret, certificate and is_certificate_used is required");
  return { settings, secrets: before.secrets };
}

const daysOf = (body: Fields): number | undefined => body.integer("cert_duration", 1, 3650);

function refuseTwo(ways: readonly unknown[]): void {
  if (ways.filter((one) => one !== undefined).length < 2) return;
  throw invalid("client_secret, certificate and is_certificate_used exclude each other");
}

function without(settings: JsonObject): JsonObject {
  const { certificate: _pem, certificate_thumbprint: _print, cert_duration: _days, ...rest } = settings;
  return rest;
}

function withSecret(settings: JsonObject, secret: string): Credentials {
  const flags = { is_certificate_used: false, external_certificate_used: false };
  return { settings: { ...without(settings), ...flags }, secrets: { client_secret: secret } };
}

function withCertificate(settings: JsonObject, certificate: string, flags: JsonObject): Credentials {
  const certificate_thumbprint = thumbprint(certificate);
  if (certificate_thumbprint === undefined) throw invalid("certificate must be a certificate as PEM text");
  return { settings: { ...without(settings), certificate, certificate_thumbprint, ...flags }, secrets: {} };
}

function generated(settings: JsonObject, days: number): Credentials {
  const { certificate, privateKey } = selfSigned(String(settings["client_id"]), days, Date.now());
  const flags = { external_certificate_used: false, is_certificate_used: true, cert_duration: days };
  return { ...withCertificate(settings, certificate, flags), secrets: { private_key: privateKey } };
}

export const azureConnection: ConnectionService = {
  service: "azure",
  category: "cloud",
  read,
  open: logIn,
  testSeconds: (scope, credentials) => applicationOf(scope, credentials)?.testSeconds,
};
