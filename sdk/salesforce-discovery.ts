import type * as pulumi from "@pulumi/pulumi";
import type {
  GetSalesforceOrganizationsArgs,
  SalesforceOrganizationFound,
} from "../provider/resources/salesforce/discovery";
import { call, type Arguments, type FunctionOptions } from "./function";

export type {
  GetSalesforceOrganizationsArgs,
  SalesforceOrganizationFound,
} from "../provider/resources/salesforce/discovery";

const discovery = () =>
  require("../provider/resources/salesforce/discovery") as typeof import("../provider/resources/salesforce/discovery");

/** The organizations that a connection reaches, before anything is added. */
export function getSalesforceOrganizations(
  args: Arguments<GetSalesforceOrganizationsArgs>,
  options?: FunctionOptions,
): pulumi.Output<SalesforceOrganizationFound[]> {
  return call("looking up Salesforce organizations", () => discovery().findSalesforceOrganizations, args, options);
}
