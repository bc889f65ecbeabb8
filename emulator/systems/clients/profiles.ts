import { collection } from "../../core/collection";
import { conflict, invalid } from "../../core/errors";
import { given, type JsonObject } from "../../core/fields";
import type { Call, Operations } from "../../core/scope";
import { findAuthority } from "../ca/records";
import { groups } from "../../shared/identities";
import { profiles, registrationTokens, type Profile } from "./records";
import { readCsrParameters } from "./subject";

/** Days that a client's certificate is valid when nothing says otherwise. */
export const defaultDays = 730;

function fields(call: Call): Partial<Profile> {
  return given({
    ca_id: knownCa(call, "ca_id"),
    cert_duration: days(call),
    groups: knownGroups(call),
    csr_parameters: csrParameters(call),
  });
}

/** The id of the authority that a field names by id, name or URI. */
export function knownCa(call: Call, field: string): string | undefined {
  const reference = call.body.text(field);
  if (reference === undefined) return undefined;
  const found = findAuthority(call, reference);
  if (found === undefined) throw invalid(`${field} names no local or external CA`);
  return found.id;
}

/** 0 counts as absent. */
export function days(call: Call): number | undefined {
  return call.body.integer("cert_duration", 1, 36_500);
}

function knownGroups(call: Call): string[] | undefined {
  const names = call.body.texts("groups");
  const odd = names?.find((name) => call.get(groups, name) === undefined);
  if (odd !== undefined) throw invalid(`groups: there is no group called ${odd}`);
  return names;
}

/** Kept as they come, once they have proved to make a name. */
function csrParameters(call: Call): JsonObject | undefined {
  const parameters = call.body.object("csr_parameters");
  if (parameters === undefined) return undefined;
  readCsrParameters(parameters, "client");
  return parameters.whole();
}

function createProfile(call: Call): Profile {
  const name = call.body.requiredText("name");
  refuseOther(call, name);
  const usual = { name, cert_duration: defaultDays, groups: [] };
  return { ...call.header("clientmgmt:profiles"), ...usual, ...fields(call) };
}

function refuseOther(call: Call, name: string, own?: Profile): void {
  const taken = call.find(profiles, name);
  if (taken !== undefined && taken.id !== own?.id) throw conflict(`a client profile called ${name} exists`);
}

function changeProfile(call: Call, profile: Profile): Partial<Profile> {
  const name = call.body.text("name") ?? profile.name;
  refuseOther(call, name, profile);
  return { name, ...fields(call) };
}

function refuseWhileUsed(call: Call, profile: Profile): void {
  const tokens = call.by(registrationTokens, "client_management_profile_id", profile.id);
  if (tokens.length === 0) return;
  const ids = tokens.map(({ id }) => id).join(", ");
  throw conflict(`the client profile ${profile.name} is used by the registration tokens ${ids}`);
}

export const profileOperations: Operations = collection<Profile>({
  kind: profiles,
  path: "/client-management/profiles",
  filters: ["id", "name", "uri", "ca_id", "cert_duration", "groups"],
  create: createProfile,
  change: changeProfile,
  remove: refuseWhileUsed,
});
