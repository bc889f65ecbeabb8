import { pick } from "../../lifecycle/wire";
import { rotationOf } from "../rotation";
import { salesforceKey } from "./key";
import { withLabels } from "./secret";

/** Every generation of a tenant secret is a record of its own; the ACTIVE one of a type is the key. */
export const salesforceRotation = rotationOf(salesforceKey, {
  filters: { status: "ACTIVE" },
  type: ({ status, gone }) => (status === "ACTIVE" && gone !== true ? "SalesforceKey" : undefined),
  name: ({ type }) => String(type),
  shown: withLabels,
  facts(_api, record) {
    const made = (pick(record, "sfdc_param.CreatedDate") ?? record.createdAt) as string;
    return Number(pick(record, "sfdc_param.Version") ?? 1) > 1 ? { rotated: made } : { created: made };
  },
});
