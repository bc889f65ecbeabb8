import { body, json, text, texts, type Body } from "../../core/body";
import { collection, freely, refuseTaken } from "../../core/collection";
import { conflict, invalid } from "../../core/errors";
import type { Call, Header, Operations, Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { certificate } from "../../shared/certificates";
import { connections } from "../../shared/connections";
import { partitionsIn } from "./members";

const products = ["cckm", "hsm_anchored_domain"];

const newServer = body({
  hostname: text.required,
  hsm_certificate: certificate.required,
  products: texts
    .as((given) => {
      const odd = given.find((product) => !products.includes(product));
      if (odd !== undefined) throw invalid(`products must be some of ${products.join(", ")}, not "${odd}"`);
      return given;
    })
    .or(["cckm"]),
  description: text,
  meta: json,
});

/** An HSM that the service may talk to: its host name and the certificate it must present. */
export interface Server extends Header, Body<typeof newServer> {
  readonly channel: "NTLS" | "STC";
}

export const servers = defineKind<Server>("luna-servers", {
  address: (server) => [server.hostname, server.uri],
  hostname: (server) => server.hostname,
});

const newStcPartition = body({
  name: text.required,
  partition_identity: text.as((identity) => {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(identity)) throw invalid("partition_identity must be base64");
    return identity;
  }).required,
  label: text.required,
  serial_number: text.required,
  description: text,
  meta: json,
});

/** The identity of a partition for the secure trusted channel. */
interface StcPartition extends Header, Body<typeof newStcPartition> {}

const stcPartitions = defineKind<StcPartition>("luna-stc-partitions", {
  address: (partition) => [partition.name, partition.uri],
  name: (partition) => partition.name,
});

function createServer(call: Call): Server {
  const wanted = newServer(call.body);
  if (call.by(servers, "hostname", wanted.hostname).length > 0)
    throw conflict(`the Luna server ${wanted.hostname} exists already`);
  return { ...call.header("connectionmgmt:luna-network-servers"), ...wanted, channel: "NTLS" };
}

/** Names the connections that reach a partition on this host. */
function refuseWhileUsed(scope: Scope, { hostname }: Server): void {
  const all = scope.by(connections, "service", "luna-network");
  const users = all.filter((one) => partitionsIn(one).some((partition) => partition.hostname === hostname));
  if (users.length === 0) return;
  throw conflict(`the Luna server ${hostname} is in use by ${users.map(({ name }) => name).join(", ")}`);
}

function createStcPartition(call: Call): StcPartition {
  const wanted = newStcPartition(call.body);
  refuseTaken(call, stcPartitions, "an STC partition", wanted.name);
  return { ...call.header("connectionmgmt:luna-network-stc-partitions"), ...wanted };
}

/** The service as a client of HSMs: what an administrator of an HSM registers there. */
function client(): object {
  return {
    hostname: "ciphertrust.example.com",
    certificate: "-----BEGIN CERTIFICATE-----\nTHVuYSBjbGllbnQgb2YgdGhlIGVtdWxhdG9y\n-----END CERTIFICATE-----\n",
    stc_identity: "U1RDIGlkZW50aXR5IG9mIHRoZSBlbXVsYXRvcg==",
  };
}

const root = "/connectionmgmt/services/luna-network";

export const serverOperations: Operations = {
  ...collection<Server>({
    kind: servers,
    path: `${root}/servers`,
    filters: ["id", "hostname", "products", "channel"],
    create: createServer,
    remove: refuseWhileUsed,
    actions: { "enable-stc": () => ({ channel: "STC" }), "disable-stc": () => ({ channel: "NTLS" }) },
  }),
  [`POST ${root}/servers/{id}/delete`]: (call) => {
    const server = call.target(servers);
    if (call.body.flag("force") !== true) refuseWhileUsed(call, server);
    call.remove(servers, server);
  },
  [`GET ${root}/client`]: client,
  ...collection<StcPartition>({
    kind: stcPartitions,
    path: `${root}/stc-partitions`,
    filters: ["id", "name", "label", "serial_number"],
    create: createStcPartition,
    remove: freely,
  }),
};
