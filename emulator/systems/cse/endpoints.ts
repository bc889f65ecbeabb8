import type { Body } from "../../core/body";
import { collection, freely, refuseTaken } from "../../core/collection";
import { conflict, invalid } from "../../core/errors";
import { rootDomain, type Call, type Operations } from "../../core/scope";
import { createKek, rotateKek } from "../ekm/kek";
import { issuers } from "./issuers";
import { changes, endpoints, endpointView, newEndpoint, privileged, root, type Endpoint } from "./record";

/** The ids of issuers that a request names; all of them when it names none. */
function issuerIds(call: Call, references: readonly string[]): string[] {
  if (references.length === 0) return call.all(issuers).map(({ id }) => id);
  return references.map((reference) => {
    const issuer = call.find(issuers, reference);
    if (issuer === undefined) throw invalid(`issuer: there is no KACLS issuer ${reference}`);
    return issuer.id;
  });
}

function createEndpoint(call: Call): Endpoint {
  const settings = newEndpoint(call.body);
  refuseTaken(call, endpoints, "a KACLS endpoint", settings.name);
  return {
    ...call.header("cckm:kacls-endpoint"),
    ...settings,
    issuer: issuerIds(call, settings.issuer),
    ...createKek(call, "AES256"),
    status: "enabled",
    hidden: { privileged: { kacls_base_url: [], users: [] } },
  };
}

/** An archived endpoint can only be looked at, recovered and deleted. */
function active(endpoint: Endpoint): Endpoint {
  if (endpoint.status === "archived") throw conflict(`the KACLS endpoint ${endpoint.name} is archived`);
  return endpoint;
}

function changeEndpoint(call: Call, endpoint: Endpoint): Partial<Endpoint> {
  const settings = changes(call.body, active(endpoint));
  return { ...settings, issuer: issuerIds(call, settings.issuer) };
}

const setStatus =
  (status: Endpoint["status"]) =>
  (_call: Call, endpoint: Endpoint): Partial<Endpoint> => {
    active(endpoint);
    return { status };
  };

function recover(_call: Call, { name, status }: Endpoint): Partial<Endpoint> {
  if (status !== "archived") throw conflict(`the KACLS endpoint ${name} is not archived`);
  return { status: "enabled" };
}

/** What Google asks, without a token of the service: what an endpoint is, and what it does. */
function tellStatus(call: Call): object {
  const { name } = call.service.root.in(rootDomain).need(endpoints, call.param());
  return { server_type: "KACLS", vendor_id: "Thales", version: "1.0", name, operations_supported: [] };
}

const ofPrivileged = (call: Call): Body<typeof privileged> => call.target(endpoints).hidden.privileged;

function setPrivileged(call: Call): object {
  const endpoint = active(call.target(endpoints));
  call.change(endpoints, endpoint, { hidden: { privileged: privileged(call.body) } });
  return ofPrivileged(call);
}

const configuration = `${root}/{id}/privileged-unwrap-configuration`;

export const endpointOperations: Operations = {
  ...collection<Endpoint>({
    kind: endpoints,
    path: root,
    view: endpointView,
    filters: ["id", "name", "status", "issuer"],
    create: createEndpoint,
    change: changeEndpoint,
    remove: freely,
    actions: {
      enable: setStatus("enabled"),
      disable: setStatus("disabled"),
      archive: setStatus("archived"),
      recover,
      "rotate-key": (call, endpoint) => rotateKek(call, active(endpoint)),
    },
  }),
  [`GET ${root}/{id}/status`]: { handler: tellStatus, open: true },
  [`GET ${configuration}`]: ofPrivileged,
  [`PUT ${configuration}`]: setPrivileged,
};
