import * as z from "zod";

/** A date and time as the service takes it: RFC 3339, with a zone. */
export const moment = z.iso.datetime({
  offset: true,
  error: "must be a date and time such as 2027-01-31T00:00:00Z",
});
