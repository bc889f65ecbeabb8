import { rotationOf, sinceSecond } from "../rotation";
import { salesforceKey } from "./key";
import { withLabels } from "./secret";

const made = ["sfdc_param.CreatedDate", "createdAt"];

/** Every generation of a tenant secret is a record of its own; the ACTIVE one of a type is the key. */
export const salesforceRotation = rotationOf(salesforceKey, {
  filters: { status: "ACTIVE" },
  inUse: { status: "ACTIVE" },
  name: "type",
  shown: withLabels,
  created: made,
  rotated: sinceSecond(made, "sfdc_param.Version"),
});
