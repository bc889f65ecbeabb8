import { rotationOf, sinceSecond } from "../rotation";
import { salesforceKey } from "./key";
import { inOrganizations, isIn, shownAt } from "./names";
import { withLabels } from "./secret";

/** Every generation of a tenant secret is a record of its own; the ACTIVE one of a type is the key. */
export const salesforceRotation = rotationOf(salesforceKey, {
  containers: { filters: (api, id) => inOrganizations(api, [id]), holds: isIn },
  filters: { status: "ACTIVE" },
  inUse: { status: "ACTIVE" },
  name: "type",
  shown: withLabels,
  created: shownAt.created,
  rotated: sinceSecond(shownAt.created, shownAt.version),
});
