import * as z from "zod";

/** The id of a user always holds a `|`, and a user name never does. */
export const userId = z
  .string()
  .includes("|", "must be the id of a user, such as local|<uuid>, not a user name: take the output userId of a User");
