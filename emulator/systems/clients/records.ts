import { shown } from "../../core/response";
import type { JsonObject } from "../../core/fields";
import { addresses, type Header, type Scope } from "../../core/scope";
import type { Stored } from "../../core/record";
import { defineKind } from "../../core/store";
import { parseTime, zeroTime } from "../../core/time";
import { groupsOfClient } from "../../shared/identities";
import { issuedCertificates, stateOfIssued } from "../ca/records";

/** How the certificates of clients are made. */
export interface Profile extends Header {
  readonly name: string;
  readonly ca_id?: string;
  /** Days. */
  readonly cert_duration: number;
  readonly groups: readonly string[];
  readonly csr_parameters?: JsonObject;
}

/** A string that lets clients register themselves. */
export interface RegistrationToken extends Header {
  readonly token: string;
  readonly ca_id?: string;
  /** Days. */
  readonly cert_duration?: number;
  readonly client_management_profile_id?: string;
  readonly label?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly max_clients?: number;
  readonly name_prefix?: string;
  /** Absent when it never ends. */
  readonly valid_until?: string;
  readonly clients_registered: number;
}

/** A registered client: an identity, and the one certificate that goes with it. */
export interface Client extends Stored {
  readonly uri: string;
  readonly account: string;
  readonly name: string;
  readonly client_type: string;
  readonly cert: string;
  /** The certificate's record, when a local authority issued it. */
  readonly cert_id?: string;
  readonly sha256_fingerprint: string;
  readonly ca_id: string;
  readonly subject_dn: string;
  readonly issuer: string;
  readonly client_management_profile_id?: string;
  readonly client_metadata?: JsonObject;
  readonly created_at: string;
  readonly updated_at: string;
  readonly valid_until: string;
  readonly revoked_at?: string;
  readonly revoked_reason?: string;
  /** What the registration said, for renewals that don't. */
  readonly hidden: { readonly days: number; readonly ca?: string };
}

export const profiles = defineKind<Profile>("client-profiles", {
  address: addresses,
  ca_id: (profile) => profile.ca_id,
});
export const registrationTokens = defineKind<RegistrationToken>("registration-tokens", {
  address: ({ uri }) => [uri, uri.slice(uri.lastIndexOf(":") + 1)],
  token: ({ token }) => token,
  ca_id: ({ ca_id }) => ca_id,
  client_management_profile_id: (token) => token.client_management_profile_id,
});
export const clients = defineKind<Client>("registered-clients", {
  address: addresses,
  name: (client) => client.name,
  ca_id: (client) => client.ca_id,
  cert_id: (client) => client.cert_id,
  sha256_fingerprint: (client) => client.sha256_fingerprint,
});

/** A client is revoked with its certificate too, wherever that was done. */
export function stateOfClient(scope: Scope, client: Client): "active" | "revoked" | "expired" {
  if (client.revoked_at !== undefined) return "revoked";
  const issued = client.cert_id === undefined ? undefined : scope.get(issuedCertificates, client.cert_id);
  if (issued !== undefined && stateOfIssued(scope, issued) === "revoked") return "revoked";
  return (parseTime(client.valid_until) ?? 0) <= scope.now ? "expired" : "active";
}

export function clientView(scope: Scope, client: Client): object {
  return { ...shown(client), state: stateOfClient(scope, client), groups: groupsOfClient(scope, client.id) };
}

/** True when the token's time is over. */
export function isOver(scope: Scope, { valid_until }: RegistrationToken): boolean {
  return valid_until !== undefined && (parseTime(valid_until) ?? 0) <= scope.now;
}

export function tokenView(token: RegistrationToken): object {
  return { ...shown(token), valid_until: token.valid_until ?? zeroTime };
}
