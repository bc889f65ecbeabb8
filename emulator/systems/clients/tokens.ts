import { randomBytes } from "node:crypto";
import { body, labels, text } from "../../core/body";
import { collection, freely } from "../../core/collection";
import { invalid } from "../../core/errors";
import { given } from "../../core/fields";
import type { Call, Operations } from "../../core/scope";
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

/** What only a new token takes. */
const newToken = body({ label: labels, labels, name_prefix: text });
const changes = body({ labels });

function createToken(call: Call): RegistrationToken {
  return {
    ...call.header("clientmgmt:regtokens"),
    token: randomBytes(48).toString("base64url").replace(/[-_]/g, "x"),
    clients_registered: 0,
    ...given(newToken(call.body)),
    ...fields(call),
  };
}

export const tokenOperations: Operations = collection<RegistrationToken>({
  kind: registrationTokens,
  path: "/client-management/regtokens/",
  one: "/client-management/regtokens/{id}",
  view: tokenView,
  filters: ["id", "uri", "ca_id", "client_management_profile_id", "label", "max_clients", "name_prefix"],
  part: "label",
  create: createToken,
  change: (call, token) => ({ ...fields(call), ...given(changes(call.body, token)) }),
  remove: freely,
});
