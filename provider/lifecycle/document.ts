/** JSON documents that programs give as a string or as an object. */

/** The document; text that is no JSON as it is. Editors on Windows put a byte order mark before it. */
export function parsedDocument(given: unknown): unknown {
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given.replace(/^\uFEFF/, ""));
  } catch {
    return given;
  }
}
