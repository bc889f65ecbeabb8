import { segment, type Api, type Wire } from "../../api/client";
import { ifFound } from "../../api/errors";

/** SAP keys as the service records them. */

export const sapKeys = "/cckm/sap/keys";

export const keyPath = (id: string) => `${sapKeys}/${segment(id)}`;

/** The key, unless SAP no longer has it: its record may outlive it. */
export async function presentKey(api: Api, id: string): Promise<Wire | undefined> {
  const record = await ifFound(api.get(keyPath(id)));
  return record && isDeleted(record) ? undefined : record;
}

/**
 * How a record shows that its key is gone is not in the API's public sources; other clouds have
 * these two ways.
 */
export function isDeleted(record: Wire): boolean {
  return record.gone === true || String(record.status).toUpperCase() === "DELETED";
}
