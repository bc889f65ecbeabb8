import * as z from "zod";

/**
 * A credential, or the name that goes with one, is one line. The system that gets it signs with
 * what stands around it, too, and only says that it is wrong.
 */
export const credential = () =>
  z
    .string()
    .min(1)
    .refine(
      (text) => text === text.trim() && !/[\r\n]/.test(text),
      "must be one line, without white space at its ends, such as the line break that the content of a file ends in: give it with .trim()",
    );
