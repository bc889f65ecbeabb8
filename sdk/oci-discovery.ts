import type * as pulumi from "@pulumi/pulumi";
import type {
  OciBucketInfo,
  OciBucketsArgs,
  OciCompartmentInfo,
  OciLookupArgs,
  OciVaultInfo,
  OciVaultsArgs,
} from "../provider/resources/oci/discovery";
import { call, type Arguments, type FunctionOptions } from "./function";

export type {
  OciBucketInfo,
  OciBucketsArgs,
  OciCompartmentInfo,
  OciLookupArgs,
  OciVaultInfo,
  OciVaultsArgs,
} from "../provider/resources/oci/discovery";

const discovery = () =>
  require("../provider/resources/oci/discovery") as typeof import("../provider/resources/oci/discovery");

/** The regions that the tenancy of a connection is subscribed to. */
export function getOciRegions(args: Arguments<OciLookupArgs>, options?: FunctionOptions): pulumi.Output<string[]> {
  return call("looking up OCI regions", () => discovery().ociRegions, args, options);
}

/** Every compartment that a connection can see, all pages of them. */
export function getOciCompartments(
  args: Arguments<OciLookupArgs>,
  options?: FunctionOptions,
): pulumi.Output<OciCompartmentInfo[]> {
  return call("looking up OCI compartments", () => discovery().ociCompartments, args, options);
}

/** Every vault of one compartment and region that a connection can see, all pages of them. */
export function getOciVaults(args: Arguments<OciVaultsArgs>, options?: FunctionOptions): pulumi.Output<OciVaultInfo[]> {
  return call("looking up OCI vaults", () => discovery().ociVaults, args, options);
}

/** Every object storage bucket of one compartment that a connection can see, all pages of them. */
export function getOciBuckets(
  args: Arguments<OciBucketsArgs>,
  options?: FunctionOptions,
): pulumi.Output<OciBucketInfo[]> {
  return call("looking up OCI buckets", () => discovery().ociBuckets, args, options);
}
