import { created, shown } from "../../core/response";
import { conflict, invalid } from "../../core/errors";
import { outside, type Call, type Scope, type Operations } from "../../core/scope";
import { containers } from "../../shared/containers";
import { googleRingActions } from "../../shared/permissions";
import { containerDiscovery } from "../../shared/discovery";
import { googleError } from "./cloud/errors";
import { cloudRings, partsOf } from "./cloud/records";
import { keys, removeRecord } from "./keys/record";
import { reachAccount, reachProject, readyConnection, rings, type Ring } from "./reach";

const form = /^projects\/[^/]+\/locations\/[^/]+\/keyRings\/[^/]+$/;

/** Registers rings that Google has; all of them or none. */
function addRings(call: Call): object {
  const { body } = call;
  const connection = readyConnection(call);
  const project_id = body.requiredText("project_id");
  const wanted = (body.objects("key_rings") ?? body.missing("key_rings")).map((one) => one.requiredText("name"));
  if (wanted.length === 0) body.missing("key_rings");
  reachProject(call, reachAccount(call, connection), project_id);
  const key_rings = wanted.map((name) => {
    if (!form.test(name)) throw invalid(`key_rings: "${name}" is not the full name of a key ring`);
    const { project } = partsOf(name);
    if (project !== project_id) throw invalid(`key_rings: ${name} is not in the project ${project_id}`);
    if (call.in(outside).get(cloudRings, name) === undefined)
      throw googleError("NOT_FOUND", `KeyRing ${name} not found.`);
    if (call.by(rings, "name", name).length > 0) throw conflict(`the key ring ${name} has been added already`);
    return shown(call.put(rings, newRing(call, connection.id, name)));
  });
  return created({ key_rings });
}

function newRing(scope: Scope, connection: string, name: string): Ring {
  const { project, location } = partsOf(name);
  return {
    ...scope.header("cckm:gcp-keyring"),
    name,
    connection,
    project_id: project,
    location,
    cloud_name: "gcp",
    organization_name: "",
    organization_display_name: "",
    acls: [],
  };
}

/** Rings of every project that a connection sees are added on a schedule. */
export const googleDiscovery = containerDiscovery({
  cloudName: "gcp",
  service: "gcp",
  look: (scope, connection, _params, acls) => {
    const { projects } = reachAccount(scope, connection);
    const found = projects.flatMap((project) => scope.in(outside).by(cloudRings, "project", project));
    return found.map(({ id: name }) => ({
      name,
      known: scope.by(rings, "name", name).length > 0,
      add: () => scope.put(rings, { ...newRing(scope, connection.id, name), acls }),
    }));
  },
});

export const ringOperations: Operations = {
  "POST /cckm/google/add-key-rings": addRings,
  ...containers<Ring>({
    kind: rings,
    path: "/cckm/google/key-rings",
    service: "gcp",
    title: "Google",
    viewing: () => "view",
    permissible: () => googleRingActions,
    filters: ["id", "name", "project_id", "location", "cloud_name", "organization_name", "organization_display_name"],
    change: (call, ring) => {
      const connection = readyConnection(call);
      reachProject(call, reachAccount(call, connection), ring.project_id);
      return { connection: connection.id };
    },
    removal: "POST /cckm/google/key-rings/{id}/remove-key-ring",
    // Google itself keeps everything.
    remove: (call, ring) => {
      for (const key of call.by(keys, "ring", ring.id)) removeRecord(call, key);
    },
  }),
};
