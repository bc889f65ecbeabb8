import type { Api, Query, Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { sameValue } from "../../lifecycle/values/diff";
import { itemPath, looksLikeId } from "../../lifecycle/vocabulary/record";
import { rawOf } from "../../lifecycle/values/wire";
import { salesforceOrganization } from "./organization";

/**
 * Versions of the service differ in how records of tenant secrets name their organization, by the
 * service's id or by that in Salesforce, and their fields.
 */

/**
 * Where they show what Salesforce says. Of `sfdc_params`, the API's public sources show the id and
 * the times of changes; we chose the other names after these.
 */
export const shownAt = {
  id: ["sfdc_params.salesforce_id", "sfdc_param.Id"],
  version: ["sfdc_params.version", "sfdc_param.Version"],
  created: ["sfdc_params.created_date", "sfdc_param.CreatedDate", "createdAt"],
} as const;

const isNamed = ({ organization_id: named }: Wire): boolean => typeof named === "string" && !looksLikeId(named);

/** True if a record names that organization, by either id. */
export function isIn(organization: Wire, { organization_id: named }: Wire): boolean {
  const inSalesforce = rawOf(salesforceOrganization, "sfdcOrgId", organization);
  return named === organization.id || sameValue(salesforceOrganization, "sfdcOrgId", named, inSalesforce);
}

const organizationWith = (api: Api, id: string): Promise<Wire | undefined> =>
  ifFound(api.get(itemPath(salesforceOrganization, id)));

/**
 * The same records with the service's id of their organization, which is likely to be `expected`;
 * with none where the service has no such organization.
 */
export async function withOurIds(api: Api, records: readonly Wire[], expected?: unknown): Promise<Wire[]> {
  const strange = records.filter(isNamed);
  if (strange.length === 0) return [...records];
  const likely = typeof expected === "string" ? await organizationWith(api, expected) : undefined;
  const isLikely = likely !== undefined && strange.every((record) => isIn(likely, record));
  const known = isLikely ? [likely] : await api.list(salesforceOrganization.path);
  return records.map((record) => {
    if (!isNamed(record)) return record;
    return { ...record, organization_id: known.find((one) => isIn(one, record))?.id };
  });
}

/** The filter of a list for what is in these organizations, by either id. */
export async function inOrganizations(api: Api, ids: readonly string[]): Promise<Query> {
  const known = await Promise.all(ids.map((id) => organizationWith(api, id)));
  const inSalesforce = known.flatMap((one) => rawOf(salesforceOrganization, "sfdcOrgId", one ?? {}) ?? []);
  return { organization_id: [...ids, ...inSalesforce.map(String)] };
}
