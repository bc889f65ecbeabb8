import { conflict, forbidden, notFound } from "../../core/errors";
import { list } from "../../core/lists";
import type { Call, Operations } from "../../core/scope";
import { issuedCertificates, stateOfIssued } from "../ca/records";
import { revocationReasons, revokeIssued } from "../ca/certificates";
import { groupView } from "../identity/groups";
import { groups, setMember } from "../../shared/identities";
import { certify } from "./certify";
import { days, knownCa } from "./profiles";
import { clients, clientView, profiles, stateOfClient, type Client } from "./records";
import { refuseTwice, register, registered } from "./register";

function target(call: Call): Client {
  return call.param() === "self" ? self(call) : call.target(clients);
}

/** The client whose session this is. */
function self(call: Call): Client {
  const client = call.get(clients, call.caller.clientId);
  if (client === undefined) throw forbidden("this needs the session of a registered client");
  return client;
}

/** A new certificate for the same identity. From now on only that one counts. */
function renew(call: Call, client: Client): object {
  if (stateOfClient(call, client) === "revoked") throw conflict(`the client ${client.name} is revoked`);
  const profile = call.get(profiles, client.client_management_profile_id ?? "");
  const { id, name, hidden } = client;
  const made = certify(call, call.body, {
    id,
    name,
    profile,
    ca: knownCa(call, "ca_id") ?? profile?.ca_id ?? hidden.ca,
    days: days(call) ?? profile?.cert_duration ?? hidden.days,
  });
  refuseTwice(call, made, id);
  return registered(call, change(call, client, made.client), made);
}

function change(call: Call, client: Client, changes: Partial<Client>): Client {
  return call.put(clients, { ...client, ...changes, updated_at: call.service.clock.stamp() });
}

/** Ends the client for good, and revokes its certificate where the service can. */
function revoke(call: Call): object {
  const client = call.target(clients);
  const reason = call.body.choice("reason", revocationReasons) ?? "unspecified";
  if (client.revoked_at !== undefined) return clientView(call, client);
  const issued = call.get(issuedCertificates, client.cert_id ?? "");
  if (issued !== undefined && stateOfIssued(call, issued) !== "revoked") revokeIssued(call, issued, reason);
  const revoked = { revoked_at: call.service.clock.stamp(), revoked_reason: reason };
  return clientView(call, change(call, client, revoked));
}

function remove(call: Call): void {
  const client = call.target(clients);
  for (const group of call.by(groups, "client", client.id)) setMember(call, group, "clients", client.id, false);
  call.remove(clients, client);
}

function setGroup(call: Call, member: boolean): object | void {
  const group = call.target(groups, "name");
  const client = call.get(clients, call.param("client_id"));
  if (client === undefined) throw notFound();
  const changed = setMember(call, group, "clients", client.id, member);
  return member ? groupView(changed) : undefined;
}

function listClients(call: Call): object {
  return list(call, {
    kind: clients,
    view: (client) => clientView(call, client),
    filters: [
      "id",
      "uri",
      "name",
      "ca_id",
      "cert_id",
      "client_type",
      "client_metadata",
      "client_management_profile_id",
      "groups",
      "issuer",
      "sha256_fingerprint",
      "state",
      "subject_dn",
    ],
    computed: { client_id: (client) => client.id },
  });
}

export const clientOperations: Operations = {
  "GET /client-management/clients/": listClients,
  "POST /client-management/clients/": { handler: register, open: true },
  "GET /client-management/clients/{id}": (call) => clientView(call, target(call)),
  "DELETE /client-management/clients/{id}": remove,
  "POST /client-management/clients/{id}/renew": (call) => renew(call, call.target(clients)),
  "PATCH /client-management/clients/{id}/revoke": revoke,
  "POST /client-management/self/client/renew": (call) => renew(call, self(call)),
  "POST /client-management/groups/{name}/clients/{client_id}": (call) => setGroup(call, true),
  "DELETE /client-management/groups/{name}/clients/{client_id}": (call) => setGroup(call, false),
};
