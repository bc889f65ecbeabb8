import { body, flag, text, type Body } from "../../core/body";
import { conflict, invalid } from "../../core/errors";
import { addresses, type Call, type Handler, type Operations } from "../../core/scope";
import { defineKind } from "../../core/store";
import { containers, type Container } from "../../shared/containers";
import { connections, connectionOperations } from "../../shared/connections";
import { gcpConnection, keyFileOf } from "./connection";
import { reachAccount, reachProject, readyConnection } from "./reach";

const flags = { enable_success_audit_event: flag.or(false) };
const changeable = body(flags);
const newProject = body({ project_id: text.required, ...flags });

/** A project that the service knows. */
interface Project extends Container, Body<typeof newProject> {
  readonly name: string;
  /** Id of the connection; "" when it was added without one. */
  readonly connection: string;
  readonly cloud_name: string;
}

/** Public clients address a project by its id in Google, too. */
export const projects = defineKind<Project>("google-projects", {
  address: (project) => [...new Set([...addresses(project), project.project_id])],
  project_id: (project) => project.project_id,
});

const form = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/;

function projectOf(call: Call, facts: Omit<Project, keyof Container | "cloud_name">): Project {
  const header = call.header("cckm:gcp-project", `${facts.project_id}-`);
  return { ...header, cloud_name: "gcp", ...facts, acls: [] };
}

function createProject(call: Call): Project {
  const { project_id, ...settings } = newProject(call.body);
  if (!form.test(project_id)) throw invalid(`project_id "${project_id}" is not the id of a Google project`);
  const connection = call.body.has("connection") ? readyConnection(call) : undefined;
  const cloud = connection && reachProject(call, reachAccount(call, connection), project_id);
  if (call.by(projects, "project_id", project_id).length > 0)
    throw conflict(`the Google project ${project_id} is known already`);
  return projectOf(call, {
    name: cloud?.name ?? project_id,
    project_id,
    connection: connection?.id ?? "",
    ...settings,
  });
}

const root = "/connectionmgmt/services/gcp/connections";
const operations = connectionOperations(gcpConnection);

/**
 * A new connection brings along the project that its key file names, if the service does not know
 * it yet.
 */
const createConnection: Handler = (call) => {
  const response = (operations[`POST ${root}`] as Handler)(call);
  const [connection] = call.by(connections, "name", call.body.requiredText("name"));
  if (connection === undefined) return response;
  const { project_id } = keyFileOf(connection.hidden.secrets);
  if (!project_id) return response;
  const facts = { name: project_id, project_id, connection: connection.id, enable_success_audit_event: false };
  if (call.by(projects, "project_id", project_id).length === 0) call.put(projects, projectOf(call, facts));
  return response;
};

export const projectOperations: Operations = {
  ...operations,
  [`POST ${root}`]: createConnection,
  ...containers<Project>({
    kind: projects,
    path: "/cckm/google/projects",
    service: "gcp",
    title: "Google",
    connection: (project) => project.connection,
    viewing: () => "view",
    filters: ["id", "name", "project_id", "cloud_name"],
    create: createProject,
    change: (call, project) => changeable(call.body, project),
  }),
};
