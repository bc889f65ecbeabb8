import type { Api } from "../api/client";
import { lookUp } from "./lookUp";

/** What {@link getDkeRoles} needs to know. */
export interface GetDkeRolesArgs {
  /** Id of the `AzureConnection` whose directory is asked. */
  connection: string;
}

/** A role of the directory. */
export interface FoundDkeRole {
  /** Name of the role, for `authorizedRoles` of a `DkeTenant`. */
  name: string;
  /** What the directory says the role is for. */
  description?: string;
}

/**
 * The roles of a directory. The API's public sources do not document the response: a list under
 * `value`, `roles` or `resources` is accepted.
 */
export async function dkeRoles(api: Api, { connection }: GetDkeRolesArgs): Promise<FoundDkeRole[]> {
  const roles = await lookUp(api, "/cckm/microsoft/dke/get-roles", { connection }, "value", "roles");
  return roles.map(({ displayName, display_name, name, description }) => ({
    name: String(displayName ?? display_name ?? name),
    ...(typeof description === "string" ? { description } : {}),
  }));
}
