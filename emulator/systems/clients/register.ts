import { randomUUID } from "node:crypto";
import { counted } from "../../core/counted";
import { created } from "../../core/response";
import { conflict, forbidden, ServiceError } from "../../core/errors";
import { given } from "../../core/fields";
import { nobody } from "../../core/request";
import type { Call, Scope } from "../../core/scope";
import { clientGroup, domains, groups, setMember } from "../../shared/identities";
import { certify, type Certification } from "./certify";
import { defaultDays } from "./profiles";
import {
  clients,
  clientView,
  isOver,
  profiles,
  registrationTokens,
  type Client,
  type RegistrationToken,
} from "./records";

/** POST /client-management/clients/: the registration token is all the authority it needs. */
export function register(call: Call): object {
  const { body } = call;
  const token = usable(
    call,
    body.text("registration_token") ?? body.text("reg_token") ?? body.missing("registration_token"),
  );
  const home = call.in(token.domain);
  const profile = home.get(profiles, token.client_management_profile_id ?? "");
  const id = randomUUID();
  const name = nameFor(home, token, body.text("name"));
  const ca = profile?.ca_id ?? token.ca_id;
  const days = profile?.cert_duration ?? token.cert_duration ?? defaultDays;
  const made = certify(home, body, { id, name, profile, ca, days });
  refuseTwice(home, made);
  const at = call.service.clock.stamp();
  const client = home.put(clients, {
    ...identityOf(home, id, name),
    ...made.client,
    ...given({
      client_management_profile_id: profile?.id,
      client_metadata: body.json("client_metadata"),
    }),
    client_type: body.text("client_type") ?? "confidential",
    created_at: at,
    updated_at: at,
    hidden: { days, ca },
  });
  home.change(registrationTokens, token, { clients_registered: token.clients_registered + 1 });
  for (const group of new Set([clientGroup, ...(profile?.groups ?? [])])) join(home, group, id);
  call.caller = { ...nobody, username: name, clientId: id };
  return created(registered(home, client, made));
}

/** The client, and the key that the service made for it: shown this once. */
export function registered(scope: Scope, client: Client, { key }: Certification): object {
  return { ...clientView(scope, client), ...given({ key }) };
}

function identityOf(home: Scope, id: string, name: string): Pick<Client, "id" | "domain" | "uri" | "account" | "name"> {
  const { uri, account, domain } = home.header("clientmgmt:clients", "", id);
  return { id, domain, uri, account, name };
}

/** The token of that text, in whatever domain it was made, if it lets one more client in. */
function usable(call: Call, text: string): RegistrationToken {
  const { root } = call.service;
  const token = root.all(domains).flatMap(({ id }) => root.in(id).by(registrationTokens, "token", text))[0];
  if (token === undefined) throw new ServiceError("unauthorized", "Invalid registration token");
  if (isOver(call, token)) {
    throw new ServiceError("unauthorized", `The registration token expired at ${token.valid_until}`);
  }
  const most = token.max_clients ?? 0;
  if (most > 0 && token.clients_registered >= most) {
    throw forbidden(`The registration token is used up: it allows ${counted(most, "client")}`);
  }
  return token;
}

/** The name of the request, or the token's prefix and a running number, or a random one. */
function nameFor(home: Scope, token: RegistrationToken, wanted: string | undefined): string {
  const isTaken = (name: string): boolean => home.by(clients, "name", name).length > 0;
  if (wanted !== undefined) {
    if (isTaken(wanted)) throw conflict(`a client called ${wanted} is registered already`);
    return wanted;
  }
  if (token.name_prefix === undefined) return `client-${randomUUID()}`;
  let number = token.clients_registered + 1;
  while (isTaken(`${token.name_prefix}${number}`)) number += 1;
  return `${token.name_prefix}${number}`;
}

/** A certificate is the mark of one client. */
export function refuseTwice(home: Scope, { client }: Certification, own?: string): void {
  const holder = home.by(clients, "sha256_fingerprint", client.sha256_fingerprint)[0];
  if (holder !== undefined && holder.id !== own) {
    throw conflict(`the certificate belongs to the client ${holder.name} already`);
  }
}

function join(home: Scope, name: string, clientId: string): void {
  const group = home.get(groups, name);
  if (group !== undefined) setMember(home, group, "clients", clientId, true);
}
