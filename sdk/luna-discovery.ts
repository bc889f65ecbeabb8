import type * as pulumi from "@pulumi/pulumi";
import type { FoundLunaPartition, LunaClient, LunaPartitionsArgs } from "../provider/resources/luna/discovery";
import { call, type Arguments, type FunctionOptions } from "./function";

export type { FoundLunaPartition, LunaClient, LunaPartitionsArgs } from "../provider/resources/luna/discovery";

const discovery = () =>
  require("../provider/resources/luna/discovery") as typeof import("../provider/resources/luna/discovery");

/** The partitions that Luna connections name, added to the service or not. The service cannot ask an HSM what else it has. */
export function getLunaPartitions(
  args: Arguments<LunaPartitionsArgs> = {},
  options?: FunctionOptions,
): pulumi.Output<FoundLunaPartition[]> {
  return call("looking for Luna partitions", () => discovery().lunaPartitionsOf, args, options);
}

/** How the service presents itself to HSMs: what an administrator registers on each HSM. */
export function getLunaClient(options?: FunctionOptions): pulumi.Output<LunaClient> {
  return call("looking up the service's identity for Luna HSMs", () => discovery().lunaClientOf, {}, options);
}
