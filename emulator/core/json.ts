import { badRequest } from "./errors";

/** How deep objects and lists of a request may nest. */
const deepest = 64;

/**
 * The value of a JSON text from outside. One that nests without limit could be read, but neither
 * written nor walked through.
 *
 * @throws SyntaxError when it is no JSON, ServiceError when it nests too deep
 */
export function parseJson(text: string): unknown {
  if (depthOf(text) > deepest) throw badRequest(`JSON must not be nested deeper than ${deepest} levels`);
  return JSON.parse(text) as unknown;
}

function depthOf(text: string): number {
  let [depth, most] = [0, 0];
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === "\\") index += 1;
    else if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === "{" || character === "[") most = Math.max(most, ++depth);
    else if (character === "}" || character === "]") depth -= 1;
  }
  return most;
}
