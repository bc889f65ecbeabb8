import { created, shown } from "../../core/answer";
import { conflict } from "../../core/errors";
import type { JsonObject } from "../../core/fields";
import { list } from "../../core/lists";
import type { Call, Header, Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Operations } from "../../core/system";
import { checkCertificate } from "../../shared/certificates";
import { invalid } from "../../core/errors";
import { connections, credentialsOf } from "../connections/service";

/** An HSM that the service may talk to: its host name and the certificate it must present. */
export interface Server extends Header {
  readonly hostname: string;
  readonly hsm_certificate: string;
  readonly channel: "NTLS" | "STC";
  readonly description?: string;
  readonly meta?: JsonObject;
  readonly products: readonly string[];
}

export const servers = defineKind<Server>("luna-servers", {
  address: (server) => [server.hostname, server.uri],
  hostname: (server) => server.hostname,
});

/** The identity of a partition for the secure trusted channel. */
interface StcPartition extends Header {
  readonly name: string;
  readonly label: string;
  readonly serial_number: string;
  readonly partition_identity: string;
  readonly description?: string;
  readonly meta?: JsonObject;
}

const stcPartitions = defineKind<StcPartition>("luna-stc-partitions", {
  address: (partition) => [partition.name, partition.uri],
  name: (partition) => partition.name,
});

const root = "/connectionmgmt/services/luna-network";
const products = ["cckm", "hsm_anchored_domain"];

function createServer(call: Call): object {
  const { body } = call;
  const hostname = body.requiredText("hostname");
  const hsm_certificate = checkCertificate("hsm_certificate", body.requiredText("hsm_certificate"));
  const given = body.texts("products") ?? ["cckm"];
  const odd = given.find((product) => !products.includes(product));
  if (odd !== undefined) throw invalid(`products must be some of ${products.join(", ")}, not "${odd}"`);
  if (call.by(servers, "hostname", hostname).length > 0) throw conflict(`the Luna server ${hostname} exists already`);
  const server: Server = {
    ...call.header("connectionmgmt:luna-network-servers"),
    hostname,
    hsm_certificate,
    channel: "NTLS",
    description: body.text("description"),
    meta: body.json("meta"),
    products: given,
  };
  return created(shown(call.put(servers, server)));
}

/** Names the connections that reach a partition on this host. */
function usersOf(scope: Scope, { hostname }: Server): string[] {
  const all = scope.by(connections, "service", "luna-network");
  const named = (settings: JsonObject): string[] =>
    ((settings["partitions"] ?? []) as { hostname: string }[]).map((one) => one.hostname);
  return all.filter((one) => named(credentialsOf(one).settings).includes(hostname)).map(({ name }) => name);
}

function removeServer(call: Call, force: boolean): void {
  const server = call.target(servers);
  const users = force ? [] : usersOf(call, server);
  if (users.length > 0) throw conflict(`the Luna server ${server.hostname} is in use by ${users.join(", ")}`);
  call.remove(servers, server);
}

const setChannel =
  (channel: Server["channel"]) =>
  (call: Call): object =>
    shown(call.change(servers, call.target(servers), { channel }));

function createStcPartition(call: Call): object {
  const { body } = call;
  const name = body.requiredText("name");
  const partition_identity = body.requiredText("partition_identity");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(partition_identity)) throw invalid("partition_identity must be base64");
  if (call.by(stcPartitions, "name", name).length > 0) throw conflict(`an STC partition called ${name} exists already`);
  const partition: StcPartition = {
    ...call.header("connectionmgmt:luna-network-stc-partitions"),
    name,
    label: body.requiredText("label"),
    serial_number: body.requiredText("serial_number"),
    partition_identity,
    description: body.text("description"),
    meta: body.json("meta"),
  };
  return created(shown(call.put(stcPartitions, partition)));
}

/** The service as a client of HSMs: what an administrator of an HSM registers there. */
function client(): object {
  return {
    hostname: "ciphertrust.example.com",
    certificate: "-----BEGIN CERTIFICATE-----\nTHVuYSBjbGllbnQgb2YgdGhlIGVtdWxhdG9y\n-----END CERTIFICATE-----\n",
    stc_identity: "U1RDIGlkZW50aXR5IG9mIHRoZSBlbXVsYXRvcg==",
  };
}

export const serverOperations: Operations = {
  [`GET ${root}/servers`]: (call) =>
    list(call, { kind: servers, view: shown, filters: ["id", "hostname", "products", "channel"] }),
  [`POST ${root}/servers`]: createServer,
  [`GET ${root}/servers/{id}`]: (call) => shown(call.target(servers)),
  [`DELETE ${root}/servers/{id}`]: (call) => removeServer(call, false),
  [`POST ${root}/servers/{id}/delete`]: (call) => removeServer(call, call.body.flag("force") === true),
  [`POST ${root}/servers/{id}/enable-stc`]: setChannel("STC"),
  [`POST ${root}/servers/{id}/disable-stc`]: setChannel("NTLS"),
  [`GET ${root}/client`]: client,
  [`GET ${root}/stc-partitions`]: (call) =>
    list(call, { kind: stcPartitions, view: shown, filters: ["id", "name", "label", "serial_number"] }),
  [`POST ${root}/stc-partitions`]: createStcPartition,
  [`GET ${root}/stc-partitions/{id}`]: (call) => shown(call.target(stcPartitions)),
  [`DELETE ${root}/stc-partitions/{id}`]: (call) => call.remove(stcPartitions, call.target(stcPartitions)),
};
