import type { Api, Wire } from "../api/client";

/** What a Salesforce connection can see before anything is added. */

/** Arguments of `getSalesforceOrganizations`. */
export interface GetSalesforceOrganizationsArgs {
  /** Id of the `SalesforceConnection` to look through; it must be `ready`. */
  connection: string;
}

/** An organization that a connection reaches. */
export interface FoundSalesforceOrganization {
  /** Id of the organization in Salesforce: the argument `sfdcOrgId` of a `SalesforceOrganization`. */
  sfdcOrgId: string;
  /** Name of the organization in Salesforce. */
  name?: string;
  /** Kind of organization, such as `Regular`. */
  organizationType?: string;
}

/**
 * The service returns one object, because a login belongs to one organization; a list is accepted
 * too.
 */
export async function findSalesforceOrganizations(
  api: Api,
  { connection }: GetSalesforceOrganizationsArgs,
): Promise<FoundSalesforceOrganization[]> {
  const response: unknown = await api.post(
    "/cckm/sfdc/get-organizations",
    { connection },
    { repeatable: true, expect: "items" },
  );
  const listed = Array.isArray(response) ? response : ((response as Wire).resources ?? [response]);
  return (listed as Wire[]).map(found);
}

function found(one: Wire): FoundSalesforceOrganization {
  return {
    sfdcOrgId: String(one.organization_id ?? one.sfdc_org_id),
    name: one.name as string | undefined,
    organizationType: (one.organization_type ?? one.type) as string | undefined,
  };
}
