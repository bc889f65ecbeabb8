import { addresses, outside, type Call, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import * as container from "../../shared/containerConnection";
import { connectionBehind, type Container } from "../../shared/containers";
import { enter, type Connection } from "../../shared/connections";
import { googleError } from "./cloud/errors";
import { cloudProjects, cloudRings, type CloudAccount, type CloudProject } from "./cloud/records";
import { gcpConnection } from "./connection";

/** A key ring as a container of keys. */
export interface Ring extends Container {
  /** Full resource name in Google. */
  readonly name: string;
  /** Id of the connection, however the request named it. */
  readonly connection: string;
  readonly project_id: string;
  readonly location: string;
  readonly cloud_name: string;
  readonly organization_name: string;
  readonly organization_display_name: string;
}

export const rings = defineKind<Ring>("google-key-rings", {
  address: addresses,
  name: (ring) => ring.name,
  connection: (ring) => ring.connection,
});

/** The Google connection that a request names. */
export const namedConnection = (call: Call): Connection => container.namedConnection(call, "gcp", "Google");

/** As namedConnection; only one whose last test succeeded may carry containers. */
export const readyConnection = (call: Call): Connection => container.readyConnection(call, "gcp", "Google");

/** The service account that a connection opens; Google's refusal is passed on. */
export function reachAccount(scope: Scope, connection: Connection): CloudAccount {
  return enter(scope, connection, gcpConnection.open, (reason) => googleError("UNAUTHENTICATED", reason));
}

/** A project that the account may look into. */
export function reachProject(scope: Scope, account: CloudAccount, projectId: string): CloudProject {
  const project = scope.in(outside).get(cloudProjects, projectId);
  if (project !== undefined && account.projects.includes(projectId)) return project;
  const text = `Permission denied on resource project ${projectId} for ${account.id} (or it may not exist)`;
  throw googleError("PERMISSION_DENIED", text);
}

/**
 * Makes sure that a container's ring can be reached: its connection is there, and Google lets it
 * in.
 */
export function openRing(scope: Scope, ring: Ring): void {
  const connection = connectionBehind(scope, ring.connection, `key ring ${ring.name}`);
  reachProject(scope, reachAccount(scope, connection), ring.project_id);
  if (scope.in(outside).get(cloudRings, ring.name) === undefined)
    throw googleError("NOT_FOUND", `KeyRing ${ring.name} not found.`);
}
