import { invalid } from "../../core/errors";
import { outside, type Call, type Operations } from "../../core/scope";
import { cloudProjects, cloudRings, partsOf, type CloudProject } from "./cloud/records";
import { keys } from "./keys/record";
import { namedConnection, reachAccount, reachProject } from "./reach";

/** One page of what Google lists: `page_size` items from the place that `page_token` names. */
function page<T>(call: Call, name: string, items: readonly T[]): object {
  const size = call.body.integer("page_size", 1, 1000) ?? 100;
  const token = call.body.text("page_token");
  const from = token === undefined ? 0 : Number(Buffer.from(token, "base64url").toString());
  if (!Number.isInteger(from)) throw invalid("page_token is not one that an earlier page gave");
  const rest = from + size < items.length;
  const next = rest ? { next_page_token: Buffer.from(String(from + size)).toString("base64url") } : {};
  return { [name]: items.slice(from, from + size), ...next };
}

function project(call: Call): CloudProject {
  return reachProject(call, reachAccount(call, namedConnection(call)), call.body.requiredText("project_id"));
}

function listProjects(call: Call): object {
  const account = reachAccount(call, namedConnection(call));
  const seen = account.projects.flatMap((id) => call.in(outside).get(cloudProjects, id) ?? []);
  const projects = seen.map(({ id, name, number, labels }) => ({
    project_id: id,
    name,
    project_number: number,
    lifecycle_state: "ACTIVE",
    labels,
  }));
  return page(call, "projects", projects);
}

function listLocations(call: Call): object {
  const { id, locations } = project(call);
  const named = locations.map((location_id) => ({ name: `projects/${id}/locations/${location_id}`, location_id }));
  return page(call, "locations", named);
}

function listRings(call: Call): object {
  const location = call.body.requiredText("location");
  const { id, locations } = project(call);
  if (!locations.includes(location)) throw invalid(`the project ${id} has no location ${location}`);
  const found = call
    .in(outside)
    .by(cloudRings, "project", id)
    .filter((ring) => partsOf(ring.id).location === location)
    .map(({ id: name, createTime }) => ({ name, create_time: createTime }));
  return page(call, "key_rings", found);
}

const roles = [
  ["roles/cloudkms.admin", "Cloud KMS Admin"],
  ["roles/cloudkms.cryptoKeyEncrypterDecrypter", "Cloud KMS CryptoKey Encrypter/Decrypter"],
  ["roles/cloudkms.signerVerifier", "Cloud KMS CryptoKey Signer/Verifier"],
  ["roles/cloudkms.viewer", "Cloud KMS Viewer"],
] as const;

/** The roles that can be granted on a key. */
function listRoles(call: Call): object {
  const reference = call.body.text("key_id") ?? call.body.text("id");
  if (reference !== undefined && call.find(keys, reference) === undefined)
    throw invalid(`there is no Google key ${reference}`);
  return { roles: roles.map(([name, title]) => ({ name, title })) };
}

/** Lookups at Google, which store nothing. */
export const lookupOperations: Operations = {
  "POST /cckm/google/get-projects": listProjects,
  "POST /cckm/google/get-locations": listLocations,
  "POST /cckm/google/get-key-rings": listRings,
  "POST /cckm/google/get-iam-roles": listRoles,
};
