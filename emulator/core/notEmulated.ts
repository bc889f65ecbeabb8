import { notFound, ServiceError } from "./errors";

/**
 * Parts of the service that the emulator does not have. What is below one of them exists, as far as
 * the service's list of operations tells.
 */
const parts = [
  "/audit/alarm-configs",
  "/audit/loki",
  "/auth/akeyless",
  "/auth/auth-key",
  "/auth/banners",
  "/auth/id-providers",
  "/auth/logout",
  "/auth/oidc-callback",
  "/auth/rotate-auth-key",
  "/backupStatus",
  "/backupkeys",
  "/backups",
  "/client-management/confidential-computing",
  "/client-management/webcert-fingerprint",
  "/cluster",
  "/configs/akeyless",
  "/configs/interfaces/{interface}/auto-gen-server-cert",
  "/configs/interfaces/{interface}/certificate",
  "/configs/interfaces/{interface}/csr",
  "/configs/interfaces/{interface}/disable",
  "/configs/interfaces/{interface}/enable",
  "/configs/interfaces/{interface}/renewal-certificate",
  "/configs/interfaces/{interface}/restore-default-tls-ciphers",
  "/configs/interfaces/{interface}/use-certificate",
  "/configs/log-forwarders-domain-redirection",
  "/configs/log-forwarders",
  "/configs/loki",
  "/configs/properties",
  "/configs/proxy",
  "/configs/syslogs",
  "/connectionmgmt/services/akeyless",
  "/connectionmgmt/services/confidential-computing",
  "/connectionmgmt/services/hadoop",
  "/connectionmgmt/services/log-forwarders",
  "/connectionmgmt/services/scp",
  "/connectionmgmt/services/smb",
  "/crypto/decryptonite",
  "/crypto/encryptonite",
  "/crypto/hash",
  "/crypto/hide2",
  "/crypto/reencrypt",
  "/crypto/unhide2",
  "/data-protection",
  "/ddc",
  "/dns-hosts",
  "/domain-syslog-redirection",
  "/kmip",
  "/locker",
  "/logs",
  "/migration-split-keys",
  "/migrations",
  "/nodes",
  "/notification",
  "/protectapp",
  "/protectdb",
  "/protectfile",
  "/reports",
  "/scp",
  "/snmp",
  "/system/alarms",
  "/system/hsm",
  "/system/metrics",
  "/system/mkeks",
  "/system/network",
  "/system/ntp",
  "/system/products",
  "/system/rot-keys",
  "/system/rotate-rot-keys",
  "/system/services/reset",
  "/system/ssh",
  "/transparent-encryption",
  "/trusted-cas-create-many",
  "/trusted-cas",
  "/uploadBackup",
  "/usermgmt/connections/{id}/delete",
  "/usermgmt/connections/{id}/refresh",
  "/usermgmt/connections/{id}/users",
  "/usermgmt/groupmaps",
  "/usermgmt/ldap-browse",
  "/vault/csr",
  "/vault/key-policies",
  "/vault/keys-bulk-export",
  "/vault/templates",
];

const steps = (path: string): string[] => path.split("/").filter(Boolean);
const known = parts.map(steps);

const fits = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.every((step, index) => path[index] !== undefined && (step.startsWith("{") || step === path[index]));

/** The refusal of a call that no operation takes: 501 with its name if the service has it, else 404. */
export function refusal(method: string, path: string): ServiceError {
  const own = steps(path);
  if (!known.some((part) => fits(part, own))) return notFound();
  return new ServiceError("notImplemented", `${method} ${path} is not implemented by the emulator`);
}
