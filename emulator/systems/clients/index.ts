import type { Scope, System, Used } from "../../core/scope";
import { clientGrant } from "./login";
import { clientOperations } from "./manage";
import { profileOperations } from "./profiles";
import { clients, profiles, registrationTokens } from "./records";
import { tokenOperations } from "./tokens";

function uses(scope: Scope, { type, id }: Used): string[] {
  if (type === "certificate") return scope.by(clients, "cert_id", id).map(({ name }) => `client "${name}"`);
  if (type !== "ca") return [];
  return [
    ...scope.by(profiles, "ca_id", id).map(({ name }) => `client profile "${name}"`),
    ...scope.by(registrationTokens, "ca_id", id).map((token) => `registration token ${token.id}`),
    ...scope.by(clients, "ca_id", id).map(({ name }) => `client "${name}"`),
  ];
}

/** Machines that log in with a certificate: profiles, registration tokens, registered clients. */
export const registeredClients: System = {
  name: "clients",
  operations: { ...profileOperations, ...tokenOperations, ...clientOperations },
  grants: { client_credential: clientGrant },
  uses,
};
