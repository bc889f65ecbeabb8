import type * as pulumi from "@pulumi/pulumi";
import type { GetSalesforceOrganizationsArgs, FoundSalesforceOrganization } from "../provider/lookups/salesforce";
import { call, type Arguments, type FunctionOptions } from "./function";

export type { GetSalesforceOrganizationsArgs, FoundSalesforceOrganization } from "../provider/lookups/salesforce";

const discovery = () => require("../provider/lookups/salesforce") as typeof import("../provider/lookups/salesforce");

/** The organizations that a connection reaches, before anything is added. */
export function getSalesforceOrganizations(
  args: Arguments<GetSalesforceOrganizationsArgs>,
  options?: FunctionOptions,
): pulumi.Output<FoundSalesforceOrganization[]> {
  return call("looking up Salesforce organizations", () => discovery().findSalesforceOrganizations, args, options);
}
