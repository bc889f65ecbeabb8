import type * as pulumi from "@pulumi/pulumi";
import type { GetSapGroupsArgs, SapGroupFound } from "../provider/resources/sap/discovery";
import { call, type Arguments, type FunctionOptions } from "./function";

export type { GetSapGroupsArgs, SapGroupFound } from "../provider/resources/sap/discovery";

const discovery = () =>
  require("../provider/resources/sap/discovery") as typeof import("../provider/resources/sap/discovery");

/** Every group that a connection reaches, before anything is added. */
export function getSapGroups(
  args: Arguments<GetSapGroupsArgs>,
  options?: FunctionOptions,
): pulumi.Output<SapGroupFound[]> {
  return call("looking up SAP groups", () => discovery().findSapGroups, args, options);
}
