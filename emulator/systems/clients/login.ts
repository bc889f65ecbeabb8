import { ServiceError } from "../../core/errors";
import { nobody } from "../../core/request";
import type { Call, Grant } from "../../core/scope";
import { fingerprint } from "../../shared/x509/facts";
import { signToken, tokenSeconds } from "../auth/session";
import { distrust } from "../ca/trust";
import { clients, stateOfClient, type Client } from "./records";

/**
 * Login of a registered client, always to the root domain: TLS has proved that it holds the key of
 * its certificate, and here identity and certificate must match the registration.
 */
export const clientGrant: Grant = (call) => {
  const id = call.body.requiredText("client_id");
  call.caller = { ...nobody, clientId: id };
  const home = call.service.root;
  const client = home.get(clients, id);
  const problem = client === undefined ? "no client is registered with this client_id" : mismatch(call, client);
  if (client === undefined || problem !== undefined)
    throw new ServiceError("unauthorized", `Invalid Client: ${problem}`);
  call.caller = { ...call.caller, username: client.name };
  return {
    jwt: signToken(home, { id, username: client.name, clientId: id }),
    duration: tokenSeconds,
    token_type: "Bearer",
  };
};

function mismatch(call: Call, client: Client): string | undefined {
  const home = call.service.root;
  const certificate = call.request.peer();
  if (certificate === undefined) return "no client certificate was presented";
  if (fingerprint(certificate) !== client.sha256_fingerprint) {
    return "the certificate presented is not the one that this client is registered with";
  }
  if (stateOfClient(home, client) === "revoked") return "the client is revoked";
  return distrust(home, certificate, "client");
}
