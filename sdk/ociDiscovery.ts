import type * as pulumi from "@pulumi/pulumi";
import type {
  FoundOciBucket,
  GetOciBucketsArgs,
  FoundOciCompartment,
  GetOciCompartmentsArgs,
  FoundOciVault,
  GetOciVaultsArgs,
} from "../provider/lookups/oci";
import { call, type Arguments, type FunctionOptions } from "./function";

export type {
  FoundOciBucket,
  GetOciBucketsArgs,
  FoundOciCompartment,
  GetOciCompartmentsArgs,
  FoundOciVault,
  GetOciVaultsArgs,
} from "../provider/lookups/oci";

const discovery = () => require("../provider/lookups/oci") as typeof import("../provider/lookups/oci");

/** The regions that the tenancy of a connection is subscribed to. */
export function getOciRegions(
  args: Arguments<GetOciCompartmentsArgs>,
  options?: FunctionOptions,
): pulumi.Output<string[]> {
  return call("looking up OCI regions", () => discovery().ociRegions, args, options);
}

/** Every compartment that a connection can see, all pages of them. */
export function getOciCompartments(
  args: Arguments<GetOciCompartmentsArgs>,
  options?: FunctionOptions,
): pulumi.Output<FoundOciCompartment[]> {
  return call("looking up OCI compartments", () => discovery().ociCompartments, args, options);
}

/** Every vault of one compartment and region that a connection can see, all pages of them. */
export function getOciVaults(
  args: Arguments<GetOciVaultsArgs>,
  options?: FunctionOptions,
): pulumi.Output<FoundOciVault[]> {
  return call("looking up OCI vaults", () => discovery().ociVaults, args, options);
}

/** Every object storage bucket of one compartment that a connection can see, all pages of them. */
export function getOciBuckets(
  args: Arguments<GetOciBucketsArgs>,
  options?: FunctionOptions,
): pulumi.Output<FoundOciBucket[]> {
  return call("looking up OCI buckets", () => discovery().ociBuckets, args, options);
}
