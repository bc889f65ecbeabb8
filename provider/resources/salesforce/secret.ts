import { segment, type Api, type Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { idIn } from "../../api/responses";
import type { Bag } from "../../lifecycle/vocabulary/definition";
import { mayHave } from "../shown";
import { withOurIds } from "./names";

/**
 * Tenant secrets as the service records them: every generation is a record of its own, and one of a
 * type is ACTIVE.
 */

export const salesforceKeys = "/cckm/sfdc/keys";

// No independent source shows these records. What one does not show never makes a secret look missing, because making a second
// one archives it; nor does it let one be destroyed.

const isIn = ({ status }: Wire, word: string): boolean => String(status).toUpperCase() === word;

export const isActive = (record: Wire): boolean => isIn(record, "ACTIVE");
export const isArchived = (record: Wire): boolean => isIn(record, "ARCHIVED");

/** True if the record shows that Salesforce no longer has the secret. */
export const isEnded = (record: Wire): boolean => record.gone === true || isIn(record, "DESTROYED");

/**
 * The current secret of the resource: the ACTIVE one of the same organization and type. Rotation,
 * whoever does it, makes a new secret and archives the former, so that following it keeps rotation
 * from looking like drift.
 */
export async function currentSecret(api: Api, id: string, state: Bag): Promise<Wire | undefined> {
  const last = await lastRecord(api, id, state);
  if (last && mayHave(last, "status", "ACTIVE") && !isEnded(last)) return last;
  const organization = last?.organization_id ?? state.organization;
  const type = last?.type ?? state.type;
  const known = typeof organization === "string" && typeof type === "string";
  const [active] = known ? await activeSecrets(api, organization, type) : [];
  return active ?? (last && !isEnded(last) ? last : undefined);
}

async function lastRecord(api: Api, id: string, { currentId, organization }: Bag): Promise<Wire | undefined> {
  const record = await secretRecord(api, typeof currentId === "string" ? currentId : id);
  return record && (await withOurIds(api, [record], organization))[0];
}

/**
 * The ACTIVE secrets of one organization and type; the service knows one at most once it has
 * synchronized.
 */
export async function activeSecrets(api: Api, organization: string, type: string): Promise<Wire[]> {
  const found = await possiblyActive(api, organization, type);
  return found.filter((one) => one.organization_id === organization && one.type === type && isActive(one));
}

/** Those, and others of which the records do not show that they are not. */
export async function possiblyActive(api: Api, organization: string, type: string): Promise<Wire[]> {
  const wanted = { organization_id: organization, type, status: "ACTIVE" };
  // Which id the list filters by differs, too.
  const listed = await api.list(salesforceKeys, { type, status: "ACTIVE" });
  const found = await withOurIds(api, listed, organization);
  return found.filter(
    (one) => !isEnded(one) && Object.entries(wanted).every(([key, value]) => mayHave(one, key, value)),
  );
}

export function secretRecord(api: Api, id: string): Promise<Wire | undefined> {
  return ifFound(api.get(`${salesforceKeys}/${segment(id)}`));
}

/**
 * Binds a secret to a rotation schedule, or frees it. The service has no action for it, although it
 * rotates Salesforce keys on schedules; the API's public sources do not show what PATCH takes, we
 * chose the names of the other clouds.
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
