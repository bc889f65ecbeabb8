import * as z from "zod";

/** A date and time as the service takes it: RFC 3339, with a zone. */
export const moment = z.iso.datetime({
  offset: true,
  error: "must be a date and time such as 2027-01-31T00:00:00Z",
});

/** Moments from the first to the last. */
export const inOrder = (moments: readonly string[]): string[] =>
  moments.toSorted((a, b) => Date.parse(a) - Date.parse(b));

/** The last of some moments; `undefined` when there is none. */
export const latest = (...moments: (string | undefined)[]): string | undefined =>
  inOrder(moments.filter((one) => one !== undefined)).at(-1);
