import type * as pulumi from "@pulumi/pulumi";
import type {
  GetExternalCmDomainsArgs,
  FoundExternalCmKeyVersion,
  GetExternalCmKeyVersionsArgs,
  FoundExternalCmDomain,
} from "../provider/lookups/externalCm";
import { call, type Arguments, type FunctionOptions } from "./function";

export type {
  GetExternalCmDomainsArgs,
  FoundExternalCmKeyVersion,
  GetExternalCmKeyVersionsArgs,
  FoundExternalCmDomain,
} from "../provider/lookups/externalCm";

const discovery = () => require("../provider/lookups/externalCm") as typeof import("../provider/lookups/externalCm");

/** The domains of another CipherTrust Manager that a connection sees, added to the service or not. */
export function getExternalCmDomains(
  args: Arguments<GetExternalCmDomainsArgs>,
  options?: FunctionOptions,
): pulumi.Output<FoundExternalCmDomain[]> {
  return call(
    "looking for domains of another CipherTrust Manager",
    () => discovery().externalCmDomainsOf,
    args,
    options,
  );
}

/** All versions of an `ExternalCmKey`, as of its last refresh. */
export function getExternalCmKeyVersions(
  args: Arguments<GetExternalCmKeyVersionsArgs>,
  options?: FunctionOptions,
): pulumi.Output<FoundExternalCmKeyVersion[]> {
  return call("looking for versions of an external key", () => discovery().externalCmKeyVersionsOf, args, options);
}
