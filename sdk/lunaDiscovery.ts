import type * as pulumi from "@pulumi/pulumi";
import type { FoundLunaPartition, FoundLunaClient, GetLunaPartitionsArgs } from "../provider/lookups/luna";
import { call, type Arguments, type FunctionOptions } from "./function";

export type { FoundLunaPartition, FoundLunaClient, GetLunaPartitionsArgs } from "../provider/lookups/luna";

const discovery = () => require("../provider/lookups/luna") as typeof import("../provider/lookups/luna");

/**
 * The partitions that Luna connections name, added to the service or not. The service cannot ask an
 * HSM what else it has.
 */
export function getLunaPartitions(
  args: Arguments<GetLunaPartitionsArgs> = {},
  options?: FunctionOptions,
): pulumi.Output<FoundLunaPartition[]> {
  return call("looking for Luna partitions", () => discovery().lunaPartitionsOf, args, options);
}

/** How the service presents itself to HSMs: what an administrator registers on each HSM. */
export function getLunaClient(options?: FunctionOptions): pulumi.Output<FoundLunaClient> {
  return call("looking up the service's identity for Luna HSMs", () => discovery().lunaClientOf, {}, options);
}
