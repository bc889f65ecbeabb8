import type * as pulumi from "@pulumi/pulumi";
import type { DsmDomainsArgs, FoundDsmDomain } from "../provider/resources/dsm/discovery";
import { call, type Arguments, type FunctionOptions } from "./function";

export type { DsmDomainsArgs, FoundDsmDomain } from "../provider/resources/dsm/discovery";

const discovery = () =>
  require("../provider/resources/dsm/discovery") as typeof import("../provider/resources/dsm/discovery");

/** The domains of a DSM that a connection sees, added to the service or not. */
export function getDsmDomains(
  args: Arguments<DsmDomainsArgs>,
  options?: FunctionOptions,
): pulumi.Output<FoundDsmDomain[]> {
  return call("looking for DSM domains", () => discovery().dsmDomainsOf, args, options);
}
