import type * as pulumi from "@pulumi/pulumi";
import type { GetDsmDomainsArgs, FoundDsmDomain } from "../provider/lookups/dsm";
import { call, type Arguments, type FunctionOptions } from "./function";

export type { GetDsmDomainsArgs, FoundDsmDomain } from "../provider/lookups/dsm";

const discovery = () => require("../provider/lookups/dsm") as typeof import("../provider/lookups/dsm");

/** The domains of a DSM that a connection sees, added to the service or not. */
export function getDsmDomains(
  args: Arguments<GetDsmDomainsArgs>,
  options?: FunctionOptions,
): pulumi.Output<FoundDsmDomain[]> {
  return call("looking for DSM domains", () => discovery().dsmDomainsOf, args, options);
}
