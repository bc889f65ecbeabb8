import type * as pulumi from "@pulumi/pulumi";
import type { GetSapGroupsArgs, FoundSapGroup } from "../provider/lookups/sap";
import { call, type Arguments, type FunctionOptions } from "./function";

export type { GetSapGroupsArgs, FoundSapGroup } from "../provider/lookups/sap";

const discovery = () => require("../provider/lookups/sap") as typeof import("../provider/lookups/sap");

/** Every group that a connection reaches, before anything is added. */
export function getSapGroups(
  args: Arguments<GetSapGroupsArgs>,
  options?: FunctionOptions,
): pulumi.Output<FoundSapGroup[]> {
  return call("looking up SAP groups", () => discovery().findSapGroups, args, options);
}
