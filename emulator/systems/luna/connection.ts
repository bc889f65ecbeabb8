import { body, flag, objects, text } from "../../core/body";
import type { Fields, JsonObject } from "../../core/fields";
import { outside, type Scope } from "../../core/scope";
import { second } from "../../core/time";
import { sameCertificate } from "../../shared/certificates";
import type { ConnectionService, Credentials } from "../../shared/connections";
import { hsmPartitions, hsms } from "./hsm";
import { checkPartitions, partitionsIn, readPartition, type NamedPartition } from "./members";
import { servers } from "./servers";

const login = body({ password: text.required });
const mode = body({ is_ha_enabled: flag.or(false) });
// A PATCH leaves the partitions alone: they have calls of their own.
const members = body({ partitions: objects(readPartition).required });

function read(fields: Fields, before: Credentials | undefined): Credentials {
  const secrets = login(fields, before?.secrets);
  const { is_ha_enabled } = mode(fields, before?.settings);
  const partitions = before === undefined ? members(fields).partitions : partitionsIn(before);
  checkPartitions(partitions, is_ha_enabled);
  const { operation_status: _outdated, ...settings }: JsonObject = { ...before?.settings, is_ha_enabled, partitions };
  const same = before?.settings["is_ha_enabled"] === is_ha_enabled && before.secrets["password"] === secrets.password;
  return { settings: same ? before.settings : settings, secrets };
}

/** Why the HSM refuses a connection, or undefined when it lets the service in. */
export function refusal(scope: Scope, credentials: Credentials, createdAt: number): string | undefined {
  const found = partitionsIn(credentials).map((named) => refusedAt(scope, named, credentials, createdAt));
  return found.find((one) => one !== undefined);
}

function refusedAt(
  scope: Scope,
  { hostname, partition_label, serial_number }: NamedPartition,
  { secrets }: Credentials,
  createdAt: number,
): string | undefined {
  const world = scope.in(outside);
  const server = scope.by(servers, "hostname", hostname)[0];
  const hsm = world.get(hsms.kind, hostname);
  const partition = world.get(hsmPartitions.kind, serial_number);
  if (server === undefined) return `the Luna server ${hostname} is not registered`;
  if (hsm === undefined) return `RC_SOCKET_ERROR: ${hostname} cannot be reached`;
  if (!sameCertificate(hsm.certificate, server.hsm_certificate)) {
    return `RC_SSL_FAILED_HANDSHAKE: ${hostname} presents another certificate than the registered one`;
  }
  if (scope.now < createdAt + hsm.readyAfterSeconds * second) {
    return `LUNA_RET_CLIENT_NOT_REGISTERED: the service is not registered as a client on ${hostname}`;
  }
  if (partition?.hostname !== hostname || partition.label !== partition_label) {
    return `CKR_TOKEN_NOT_PRESENT: ${hostname} has no partition ${partition_label} with the serial number ${serial_number}`;
  }
  return partition.password === secrets["password"]
    ? undefined
    : `CKR_PIN_INCORRECT: the password of partition ${partition_label} is wrong`;
}

/** A test takes as long as the slowest HSM. */
export function testSeconds(scope: Scope, credentials: Credentials): number {
  const times = partitionsIn(credentials).map(
    ({ hostname }) => scope.in(outside).get(hsms.kind, hostname)?.testSeconds ?? 0.05,
  );
  return Math.max(...times);
}

export const lunaConnection: ConnectionService = {
  service: "luna-network",
  category: "hsm",
  read,
  open: refusal,
  testSeconds,
  filters: ["operation_status"],
};
