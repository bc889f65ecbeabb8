import type * as pulumi from "@pulumi/pulumi";
import type { DkeRole, DkeRolesArgs } from "../provider/resources/dke/discovery";
import { call, type Arguments, type FunctionOptions } from "./function";

export type { DkeRole, DkeRolesArgs } from "../provider/resources/dke/discovery";

const discovery = () =>
  require("../provider/resources/dke/discovery") as typeof import("../provider/resources/dke/discovery");

/** The roles of the directory behind an `AzureConnection`, for `DkeTenant`s that authorize by role. */
export function getDkeRoles(args: Arguments<DkeRolesArgs>, options?: FunctionOptions): pulumi.Output<DkeRole[]> {
  return call("looking up the roles of a directory", () => discovery().dkeRoles, args, options);
}
