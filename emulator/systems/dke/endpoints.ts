import { createPublicKey, generateKeyPairSync } from "node:crypto";
import type { Body } from "../../core/body";
import { collection, refuseTaken } from "../../core/collection";
import { conflict, forbidden, invalid, notFound } from "../../core/errors";
import { rootDomain, type Call, type Operations } from "../../core/scope";
import { formatTime, hour } from "../../core/time";
import { rotationActions, unbound } from "../scheduler/binding";
import { changeable, endpoints, endpointView, newKek, newKey, type Endpoint, type Kek } from "./record";
import { tenants } from "./tenants";

/** What is left out stays as it was. */
function read(call: Call, before?: Endpoint): Body<typeof changeable> {
  const sent = changeable(call.body, before);
  refuseTaken(call, endpoints, "a DKE endpoint", sent.name, before);
  // Those that stay are known already, by their ids.
  return { ...sent, auth_tenants: sent.auth_tenants.map((reference) => tenantId(call, reference)) };
}

function tenantId(call: Call, reference: string): string {
  const tenant = call.find(tenants, reference);
  if (tenant === undefined) throw invalid(`auth_tenants: there is no authorized tenant ${reference}`);
  return tenant.id;
}

function createEndpoint(call: Call): Endpoint {
  const settings = read(call);
  if (settings.auth_tenants.length === 0) call.body.missing("auth_tenants");
  const { algorithm, kek_id, kek_name } = newKey(call.body);
  const kek = kek_id ?? kek_name?.replace(/^ks-/, "");
  if (kek !== undefined && !/^[0-9a-f]{64}$/.test(kek)) throw invalid("there is no such key encryption key");
  return {
    ...call.header("cckm:dke-endpoint"),
    ...settings,
    algorithm,
    key_type: "asymmetric",
    status: "Enabled",
    ...unbound,
    hidden: { keks: [newKek(call.now, kek)] },
  };
}

/** An archived endpoint can only be looked at, recovered, deleted and taken off its schedule. */
function active(endpoint: Endpoint): Endpoint {
  if (endpoint.status === "Archived") throw conflict(`the DKE endpoint ${endpoint.name} is archived`);
  return endpoint;
}

const setStatus =
  (status: Endpoint["status"]) =>
  (_call: Call, endpoint: Endpoint): Partial<Endpoint> => {
    active(endpoint);
    return { status };
  };

/**
 * What Office asks: the public half of a key, as a JSON Web Key. Refused while the endpoint is not
 * enabled.
 */
function getKey(call: Call): object {
  const endpoint = call.service.root.in(rootDomain).need(endpoints, call.param());
  const kek = endpoint.hidden.keks.find(({ name }) => name === call.param("kek"));
  if (kek === undefined) throw notFound();
  if (endpoint.status !== "Enabled") throw forbidden(`the DKE endpoint ${endpoint.name} is not enabled`);
  const publicKey = kek.publicKey ?? newPublicKey(endpoint.algorithm);
  const keks = endpoint.hidden.keks.map((one): Kek => (one === kek ? { ...kek, publicKey } : one));
  call.put(endpoints, { ...endpoint, hidden: { keks } });
  const { n, e } = createPublicKey(publicKey).export({ format: "jwk" });
  const kid = `https://${endpoint.key_uri_hostname}/${kek.name}`;
  const exp = formatTime(call.now + 24 * hour);
  return { key: { kty: "RSA", n, e, alg: "RS256", kid, key_ops: ["encrypt"] }, cache: { exp } };
}

function newPublicKey(algorithm: string): string {
  const modulusLength = Number(/_(\d{4})_/.exec(algorithm)?.[1] ?? 2048);
  return generateKeyPairSync("rsa", { modulusLength }).publicKey.export({ type: "spki", format: "pem" }) as string;
}

const needArchived = ({ name, status }: Endpoint, text: string): void => {
  if (status !== "Archived") throw conflict(`the DKE endpoint ${name} ${text}`);
};

export const endpointOperations: Operations = collection<Endpoint>({
  kind: endpoints,
  path: "/cckm/microsoft/dke/endpoints",
  view: endpointView,
  filters: ["id", "name", "algorithm", "status", "key_type", "key_uri", "auth_tenants", "enabled", "auto_rotate"],
  create: createEndpoint,
  change: (call, endpoint) => read(call, active(endpoint)),
  remove: (_call, endpoint) => needArchived(endpoint, "must be archived first"),
  actions: {
    enable: setStatus("Enabled"),
    disable: setStatus("Disabled"),
    archive: setStatus("Archived"),
    recover: (_call, endpoint) => {
      needArchived(endpoint, "is not archived");
      return { status: "Enabled" };
    },
    rotate: (call, endpoint) => ({ hidden: { keks: [...active(endpoint).hidden.keks, newKek(call.now)] } }),
    ...rotationActions({ cloudName: "Microsoft DKE", sources: [] }, active, "key-rotation-job"),
  },
});

/** The data plane that `key_uri` points at. */
export const dataPlane: Operations = {
  "GET /cckm/microsoft/dke-data-plane/endpoints/{id}/keys/{kek}": { open: true, handler: getKey },
};
