import { randomBytes } from "node:crypto";
import { created } from "../../core/answer";
import { invalid } from "../../core/errors";
import { given, mergeLabels } from "../../core/fields";
import { list } from "../../core/lists";
import type { Call } from "../../core/scope";
import type { Operations } from "../../core/system";
import { day, formatTime, hour, minute, second } from "../../core/time";
import { days, knownCa } from "./profiles";
import { profiles, registrationTokens, tokenView, type RegistrationToken } from "./records";

const units: Readonly<Record<string, number>> = { s: second, m: minute, h: hour, d: day };

/** When a token of that lifetime ends; "" means never. */
function validUntil(call: Call): Pick<RegistrationToken, "valid_until"> {
  const lifetime = call.body.emptiable("lifetime");
  if (lifetime === undefined) return {};
  if (lifetime === "") return { valid_until: undefined };
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(lifetime) ?? [];
  const milliseconds = Number(count) * (units[unit ?? ""] ?? 0);
  if (!(milliseconds > 0)) throw invalid("lifetime must be a positive integer followed by s, m, h or d, such as 24h");
  return { valid_until: formatTime(call.now + milliseconds) };
}

/** The fields that both POST and PATCH take; "" clears the profile. */
function fields(call: Call): Partial<RegistrationToken> {
  const { body } = call;
  const sent = given({
    ca_id: knownCa(call, "ca_id"),
    cert_duration: days(call),
    max_clients: body.integer("max_clients", 0),
  });
  return { ...sent, ...profile(call), ...validUntil(call) };
}

function profile(call: Call): Pick<RegistrationToken, "client_management_profile_id"> {
  const reference = call.body.emptiable("client_management_profile_id");
  if (reference === undefined) return {};
  if (reference === "") return { client_management_profile_id: undefined };
  const found = call.find(profiles, reference);
  if (found === undefined) throw invalid("client_management_profile_id names no client profile");
  return { client_management_profile_id: found.id };
}

function createToken(call: Call): object {
  const { body } = call;
  const token: RegistrationToken = {
    ...call.header("clientmgmt:regtokens"),
    token: randomBytes(48).toString("base64url").replace(/[-_]/g, "x"),
    clients_registered: 0,
    ...given({
      label: mergeLabels(undefined, body.labels("label")),
      labels: mergeLabels(undefined, body.labels("labels")),
      name_prefix: body.text("name_prefix"),
    }),
    ...fields(call),
  };
  return created(tokenView(call.put(registrationTokens, token)));
}

function changeToken(call: Call): object {
  const token = call.target(registrationTokens);
  const labels = given({ labels: mergeLabels(token.labels, call.body.labels("labels")) });
  return tokenView(call.change(registrationTokens, token, { ...fields(call), ...labels }));
}

const filters = ["id", "uri", "ca_id", "client_management_profile_id", "label", "max_clients", "name_prefix"];

export const tokenOperations: Operations = {
  "GET /client-management/regtokens/": (call) =>
    list(call, { kind: registrationTokens, view: tokenView, filters, part: "label" }),
  "POST /client-management/regtokens/": createToken,
  "GET /client-management/regtokens/{id}": (call) => tokenView(call.target(registrationTokens)),
  "PATCH /client-management/regtokens/{id}": changeToken,
  "DELETE /client-management/regtokens/{id}": (call) =>
    call.remove(registrationTokens, call.target(registrationTokens)),
};
