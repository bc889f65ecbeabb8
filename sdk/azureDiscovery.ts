import type * as pulumi from "@pulumi/pulumi";
import type {
  FoundAzureSubscription,
  GetAzureSubscriptionsArgs,
  GetAzureVaultsArgs,
  FoundAzureVault,
} from "../provider/lookups/azure";
import { call, type Arguments, type FunctionOptions } from "./function";

export type {
  FoundAzureSubscription,
  GetAzureSubscriptionsArgs,
  GetAzureVaultsArgs,
  FoundAzureVault,
} from "../provider/lookups/azure";

const discovery = () => require("../provider/lookups/azure") as typeof import("../provider/lookups/azure");

/** The subscriptions that an Azure connection can see. */
export function getAzureSubscriptions(
  args: Arguments<GetAzureSubscriptionsArgs>,
  options?: FunctionOptions,
): pulumi.Output<FoundAzureSubscription[]> {
  return call("listing the subscriptions of an Azure connection", () => discovery().azureSubscriptions, args, options);
}

/**
 * The key vaults of a subscription that an Azure connection can see, whether or not the service
 * manages them.
 */
export function getAzureVaults(
  args: Arguments<GetAzureVaultsArgs>,
  options?: FunctionOptions,
): pulumi.Output<FoundAzureVault[]> {
  return call("listing the vaults of an Azure subscription", () => discovery().offeredAzureVaults, args, options);
}

/**
 * The managed HSMs of a subscription that an Azure connection can see, whether or not the service
 * manages them.
 */
export function getAzureManagedHsms(
  args: Arguments<GetAzureVaultsArgs>,
  options?: FunctionOptions,
): pulumi.Output<FoundAzureVault[]> {
  return call(
    "listing the managed HSMs of an Azure subscription",
    () => discovery().offeredAzureManagedHsms,
    args,
    options,
  );
}
