import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { created } from "../../core/answer";
import { conflict, forbidden, invalid, notFound } from "../../core/errors";
import { given } from "../../core/fields";
import { list } from "../../core/lists";
import { rootDomain, type Call } from "../../core/scope";
import type { Handler, Operations } from "../../core/system";
import { formatTime, hour } from "../../core/time";
import { findJobConfig } from "../scheduler/configs";
import { endpoints, endpointView, newKek, type Endpoint, type Kek } from "./record";
import { tenants } from "./tenants";

const algorithms = [
  "RSA_DECRYPT_OAEP_2048_SHA256",
  "RSA_DECRYPT_OAEP_3072_SHA256",
  "RSA_DECRYPT_OAEP_4096_SHA256",
  "RSA_DECRYPT_OAEP_4096_SHA512",
  "RS256",
];

type Settings = Pick<
  Endpoint,
  "name" | "description" | "key_uri_hostname" | "auth_tenants" | "enable_success_audit_event" | "meta"
>;

const unset = { description: "", auth_tenants: [], enable_success_audit_event: true, meta: {} };

/** What is left out stays as it was. */
function read(call: Call, before?: Endpoint): Settings {
  const { body } = call;
  const text = (name: "name" | "key_uri_hostname"): string => body.text(name) ?? before?.[name] ?? body.missing(name);
  const name = text("name");
  const key_uri_hostname = text("key_uri_hostname");
  if (!/^[A-Za-z0-9.-]+(:\d{1,5})?$/.test(key_uri_hostname))
    throw invalid("key_uri_hostname must be a host, or a host and a port");
  if (call.by(endpoints, "name", name).some(({ id }) => id !== before?.id))
    throw conflict(`a DKE endpoint called ${name} exists already`);
  const sent = given({
    description: body.emptiable("description"),
    auth_tenants: body.texts("auth_tenants")?.map((reference) => tenantId(call, reference)),
    enable_success_audit_event: body.flag("enable_success_audit_event"),
    meta: body.json("meta"),
  });
  const { description, auth_tenants, enable_success_audit_event, meta } = { ...unset, ...before, ...sent };
  return { name, key_uri_hostname, description, auth_tenants, enable_success_audit_event, meta };
}

function tenantId(call: Call, reference: string): string {
  const tenant = call.find(tenants, reference);
  if (tenant === undefined) throw invalid(`auth_tenants: there is no authorized tenant ${reference}`);
  return tenant.id;
}

function createEndpoint(call: Call): object {
  const { body } = call;
  const settings = read(call);
  if (settings.auth_tenants.length === 0) body.missing("auth_tenants");
  const algorithm = body.choice("algorithm", algorithms) ?? body.missing("algorithm");
  const kek = body.text("kek_id") ?? body.text("kek_name")?.replace(/^ks-/, "");
  if (kek !== undefined && !/^[0-9a-f]{64}$/.test(kek)) throw invalid("there is no such key encryption key");
  const endpoint: Endpoint = {
    ...call.header("cckm:dke-endpoint"),
    ...settings,
    algorithm,
    key_type: "asymmetric",
    status: "Enabled",
    auto_rotate: false,
    labels: {},
    hidden: { keks: [newKek(call.now, kek)] },
  };
  return created(endpointView(call.put(endpoints, endpoint)));
}

/** The endpoint of the path; an archived one can only be looked at, recovered, deleted and taken off its schedule. */
function active(call: Call): Endpoint {
  const endpoint = call.target(endpoints);
  if (endpoint.status === "Archived") throw conflict(`the DKE endpoint ${endpoint.name} is archived`);
  return endpoint;
}

const setStatus =
  (status: Endpoint["status"]): Handler =>
  (call) =>
    endpointView(call.change(endpoints, active(call), { status }));

function recover(call: Call): object {
  const endpoint = call.target(endpoints);
  if (endpoint.status !== "Archived") throw conflict(`the DKE endpoint ${endpoint.name} is not archived`);
  return endpointView(call.change(endpoints, endpoint, { status: "Enabled" }));
}

function deleteEndpoint(call: Call): void {
  const endpoint = call.target(endpoints);
  if (endpoint.status !== "Archived") throw conflict(`the DKE endpoint ${endpoint.name} must be archived first`);
  call.remove(endpoints, endpoint);
}

function rotate(call: Call): object {
  const endpoint = active(call);
  return endpointView(
    call.change(endpoints, endpoint, { hidden: { keks: [...endpoint.hidden.keks, newKek(call.now)] } }),
  );
}

function enableRotation(call: Call): object {
  const endpoint = active(call);
  const reference = call.body.requiredText("job_config_id");
  const { id } = findJobConfig(call, reference, "cckm_key_rotation", "Microsoft DKE");
  return endpointView(call.change(endpoints, endpoint, { auto_rotate: true, labels: { job_config_id: id } }));
}

function disableRotation(call: Call): object {
  return endpointView(call.change(endpoints, call.target(endpoints), { auto_rotate: false, labels: {} }));
}

/** What Office asks: the public half of a key, as a JSON Web Key. Refused while the endpoint is not enabled. */
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

const root = "/cckm/microsoft/dke/endpoints";
const filters = ["id", "name", "algorithm", "status", "key_type", "key_uri", "auth_tenants", "enabled", "auto_rotate"];

export const endpointOperations: Operations = {
  [`GET ${root}`]: (call) => list(call, { kind: endpoints, view: endpointView, filters }),
  [`POST ${root}`]: createEndpoint,
  [`GET ${root}/{id}`]: (call) => endpointView(call.target(endpoints)),
  [`PATCH ${root}/{id}`]: (call) => {
    const endpoint = active(call);
    return endpointView(call.change(endpoints, endpoint, read(call, endpoint)));
  },
  [`DELETE ${root}/{id}`]: deleteEndpoint,
  [`POST ${root}/{id}/enable`]: setStatus("Enabled"),
  [`POST ${root}/{id}/disable`]: setStatus("Disabled"),
  [`POST ${root}/{id}/archive`]: setStatus("Archived"),
  [`POST ${root}/{id}/recover`]: recover,
  [`POST ${root}/{id}/rotate`]: rotate,
  [`POST ${root}/{id}/enable-key-rotation-job`]: enableRotation,
  [`POST ${root}/{id}/disable-key-rotation-job`]: disableRotation,
};

/** The data plane that `key_uri` points at. */
export const dataPlane: Operations = {
  "GET /cckm/microsoft/dke-data-plane/endpoints/{id}/keys/{kek}": { open: true, handler: getKey },
};
