import type * as pulumi from "@pulumi/pulumi";
import type { FoundDkeRole, GetDkeRolesArgs } from "../provider/lookups/dke";
import { call, type Arguments, type FunctionOptions } from "./function";

export type { FoundDkeRole, GetDkeRolesArgs } from "../provider/lookups/dke";

const discovery = () => require("../provider/lookups/dke") as typeof import("../provider/lookups/dke");

/** The roles of the directory behind an `AzureConnection`, for `DkeTenant`s that authorize by role. */
export function getDkeRoles(
  args: Arguments<GetDkeRolesArgs>,
  options?: FunctionOptions,
): pulumi.Output<FoundDkeRole[]> {
  return call("looking up the roles of a directory", () => discovery().dkeRoles, args, options);
}
