import * as z from "zod";

/** A date and time as the service takes it: RFC 3339, with a zone. */
export const moment = z.iso.datetime({
  offset: true,
  error: "must be a date and time such as 2027-01-31T00:00:00Z",
});

/** The last of some moments; `undefined` when there is none. */
export function latest(...moments: (string | undefined)[]): string | undefined {
  const known = moments.filter((one) => one !== undefined).sort((a, b) => Date.parse(a) - Date.parse(b));
  return known.at(-1);
}
