import type { Api, Wire } from "../../api/client";
import { afterFirst, rotationOf, sinceSecond } from "../rotation";
import { firstAt } from "../shown";
import { salesforceKey } from "./key";
import { inOrganizations, isIn, shownAt, withOurIds } from "./names";
import { withLabels } from "./secret";

/** The records of former generations stay, archived or destroyed. */
async function history(record: Wire, api: Api): Promise<readonly string[]> {
  const { type } = record;
  if (typeof type !== "string") return [];
  const listed = (await api.list(salesforceKey.path, { type })).filter((one) => one.type === type);
  const [own, ...all] = await withOurIds(api, [record, ...listed], record.organization_id);
  const generations = all.filter((one) => one.organization_id === own!.organization_id);
  return afterFirst(generations, shownAt.created, Number(firstAt(record, shownAt.version)) || undefined);
}

/** Every generation of a tenant secret is a record of its own; the ACTIVE one of a type is the key. */
export const salesforceRotation = rotationOf(salesforceKey, {
  containers: { filters: (api, id) => inOrganizations(api, [id]), holds: isIn },
  filters: { status: "ACTIVE" },
  inUse: { status: "ACTIVE" },
  name: "type",
  shown: withLabels,
  created: shownAt.created,
  rotated: sinceSecond(shownAt.created, shownAt.version),
  history,
});
