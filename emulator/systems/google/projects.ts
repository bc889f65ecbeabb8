import { created, shown } from "../../core/answer";
import { conflict, invalid } from "../../core/errors";
import { list } from "../../core/lists";
import { addresses, type Call, type Header } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Operations } from "../../core/system";
import { updateAcls, type Acl } from "../../shared/acls";
import { connections, connectionOperations } from "../connections/service";
import { gcpConnection, keyFileOf } from "./connection";
import { reachAccount, reachProject, readyConnection } from "./reach";

/** A project that the service knows. */
interface Project extends Header {
  readonly name: string;
  readonly project_id: string;
  /** Id of the connection; "" when it was added without one. */
  readonly connection: string;
  readonly cloud_name: string;
  readonly enable_success_audit_event: boolean;
  readonly acls: readonly Acl[];
}

/** Public clients address a project by its id in Google, too. */
export const projects = defineKind<Project>("google-projects", {
  address: (project) => [...new Set([...addresses(project), project.project_id])],
  project_id: (project) => project.project_id,
});

const form = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/;

function add(
  call: Call,
  facts: Pick<Project, "name" | "project_id" | "connection" | "enable_success_audit_event">,
): Project {
  const header = call.header("cckm:gcp-project", `${facts.project_id}-`);
  return call.put(projects, { ...header, cloud_name: "gcp", ...facts, acls: [] });
}

function createProject(call: Call): object {
  const project_id = call.body.requiredText("project_id");
  if (!form.test(project_id)) throw invalid(`project_id "${project_id}" is not the id of a Google project`);
  const connection = call.body.has("connection") ? readyConnection(call) : undefined;
  const cloud = connection && reachProject(call, reachAccount(call, connection), project_id);
  if (call.by(projects, "project_id", project_id).length > 0)
    throw conflict(`the Google project ${project_id} is known already`);
  const project = add(call, {
    name: cloud?.name ?? project_id,
    project_id,
    connection: connection?.id ?? "",
    enable_success_audit_event: call.body.flag("enable_success_audit_event") ?? false,
  });
  return created(shown(project));
}

function changeProject(call: Call): object {
  const project = call.target(projects);
  const enable_success_audit_event = call.body.flag("enable_success_audit_event") ?? project.enable_success_audit_event;
  return shown(call.change(projects, project, { enable_success_audit_event }));
}

const root = "/connectionmgmt/services/gcp/connections";
const operations = connectionOperations(gcpConnection);

/** A new connection brings the project of its key file along, when the service doesn't know that yet. */
function createConnection(call: Call): ReturnType<Extract<Operations[string], (call: Call) => unknown>> {
  const make = operations[`POST ${root}`] as Extract<Operations[string], (call: Call) => unknown>;
  const answer = make(call);
  const [connection] = call.by(connections, "name", call.body.requiredText("name"));
  if (connection === undefined) return answer;
  const { project_id } = keyFileOf(connection.hidden.secrets);
  if (call.by(projects, "project_id", project_id).length === 0)
    add(call, { name: project_id, project_id, connection: connection.id, enable_success_audit_event: false });
  return answer;
}

export const projectOperations: Operations = {
  ...operations,
  [`POST ${root}`]: createConnection,
  "GET /cckm/google/projects": (call) =>
    list(call, {
      kind: projects,
      view: shown,
      filters: ["id", "name", "project_id", "cloud_name"],
      computed: { connection: (one) => [one.connection, call.get(connections, one.connection)?.name] },
    }),
  "POST /cckm/google/projects": createProject,
  "GET /cckm/google/projects/{id}": (call) => shown(call.target(projects)),
  "PATCH /cckm/google/projects/{id}": changeProject,
  "DELETE /cckm/google/projects/{id}": (call) => call.remove(projects, call.target(projects)),
  "POST /cckm/google/projects/{id}/update-acls": updateAcls(
    projects,
    (_call, one) => shown(one),
    () => "view",
  ),
};
