import * as z from "zod";

/** PEM text. Programs often give the path of its file instead. */
export const pem = () =>
  z.string().includes("-----BEGIN ", {
    error:
      'must be PEM text, with a line that begins with -----BEGIN; for a file, give its content: readFileSync("<path>", "utf8")',
  });
