import * as z from "zod";
import type { Wire } from "../../api/client";

/** What a certificate signing request says, where the service makes the request. */
export const requestParameters = z.object({
  /** Common name. */
  cn: z.string().min(1).optional(),
  /** Country, two letters. */
  country: z.string().optional(),
  /** State or province. */
  state: z.string().optional(),
  /** City or town. */
  city: z.string().optional(),
  /** Organization. */
  orgName: z.string().optional(),
  /** Unit of the organization. */
  orgUnit: z.string().optional(),
  /** E-mail address. */
  email: z.string().optional(),
});

/**
 * Fields of the service's object, by ours: the names are those of the application profiles beside
 * it.
 */
const fields = {
  cn: "csr_cn",
  country: "csr_country",
  state: "csr_state",
  city: "csr_city",
  orgName: "csr_org_name",
  orgUnit: "csr_org_unit",
  email: "csr_email",
};

/** Converts the parameters to the service's format, or reads them from its response. */
export function csrWire(given: Wire, direction: "write" | "read" = "write"): Wire {
  const pairs = Object.entries(fields).map(([own, its]) =>
    direction === "write" ? [its, given[own]] : [own, given[its]],
  );
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined && value !== "")) as Wire;
}
