import type * as pulumi from "@pulumi/pulumi";
import type {
  ExternalCmDomainsArgs,
  ExternalCmKeyVersion,
  ExternalCmKeyVersionsArgs,
  FoundExternalCmDomain,
} from "../provider/resources/externalCm/discovery";
import { call, type Arguments, type FunctionOptions } from "./function";

export type {
  ExternalCmDomainsArgs,
  ExternalCmKeyVersion,
  ExternalCmKeyVersionsArgs,
  FoundExternalCmDomain,
} from "../provider/resources/externalCm/discovery";

const discovery = () =>
  require("../provider/resources/externalCm/discovery") as typeof import("../provider/resources/externalCm/discovery");

/** The domains of another CipherTrust Manager that a connection sees, added to the service or not. */
export function getExternalCmDomains(
  args: Arguments<ExternalCmDomainsArgs>,
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
  args: Arguments<ExternalCmKeyVersionsArgs>,
  options?: FunctionOptions,
): pulumi.Output<ExternalCmKeyVersion[]> {
  return call("looking for versions of an external key", () => discovery().externalCmKeyVersionsOf, args, options);
}
