import { segment, type Api, type Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { idIn } from "../../api/responses";
import type { Bag } from "../../lifecycle/definition";

/** Tenant secrets as the service records them: every generation is a record of its own, and one of a type is ACTIVE. */

export const salesforceKeys = "/cckm/sfdc/keys";

/**
 * The current secret of the resource: the ACTIVE one of the same organization and type. Rotation, whoever does
 * it, makes a new secret and archives the former, so that following it keeps rotation from looking like drift.
 */
export async function currentSecret(api: Api, id: string, state: Bag): Promise<Wire | undefined> {
  const last = await secretRecord(api, typeof state.currentId === "string" ? state.currentId : id);
  if (last?.status === "ACTIVE") return last;
  const organization = last?.organization_id ?? state.organization;
  const type = last?.type ?? state.type;
  if (typeof organization !== "string" || typeof type !== "string") return undefined;
  return (await activeSecrets(api, organization, type))[0];
}

/** The ACTIVE secrets of one organization and type; the service knows one at most once it has synchronized. */
export async function activeSecrets(api: Api, organization: string, type: string): Promise<Wire[]> {
  const found = await api.list(salesforceKeys, { organization_id: organization, type, status: "ACTIVE" });
  const isIt = (one: Wire) => one.organization_id === organization && one.type === type && one.status === "ACTIVE";
  return found.filter((one) => isIt(one) && one.gone !== true);
}

export function secretRecord(api: Api, id: string): Promise<Wire | undefined> {
  return ifFound(api.get(`${salesforceKeys}/${segment(id)}`));
}

/**
 * Binds a secret to a rotation schedule, or frees it. The service has no action for it, although it rotates Salesforce
 * keys on schedules; the API's public sources do not show what PATCH takes, we chose the names of the other clouds.
 */
export async function bindSecret(api: Api, record: Wire, body: Bag | undefined): Promise<Wire> {
  const wanted = body ? { auto_rotate: true, auto_rotate_key_source: "native", ...body } : { auto_rotate: false };
  return withLabels(await api.patch(`${salesforceKeys}/${segment(idIn(record))}`, wanted));
}

/** Other clouds show a binding as labels; a record that shows it at its top means the same. */
export function withLabels(record: Wire): Wire {
  const { job_config_id, auto_rotate_key_source } = record;
  if (typeof job_config_id !== "string" || job_config_id === "") return record;
  return { ...record, labels: { job_config_id, auto_rotate_key_source, ...(record.labels as Wire | undefined) } };
}
