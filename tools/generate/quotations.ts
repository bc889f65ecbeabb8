import { exampleFile } from "../examples";
import { namesOf, programIn, shownIn } from "./statements";

/** What pages quote from the examples, which tests run: whole statements, so that each stands once. */

/**
 * The statements of `examples/<folder>/index.ts` that declare a variable, or use a class or a
 * function of the package, of one of these names; with the comments above them.
 */
export function quoted(folder: string, names: readonly string[]): string {
  const source = programIn(exampleFile(folder, "index.ts"));
  const statements = source.statements.map((one) => {
    const shown = shownIn(one).map((name) => name.split(".")[0]!);
    return { text: one.getFullText(source), names: new Set([...namesOf(one), ...shown]) };
  });
  const missing = names.filter((name) => !statements.some((one) => one.names.has(name)));
  if (missing.length > 0) throw new Error(`examples/${folder}/index.ts has no ${missing.join(", no ")}`);
  const chosen = statements.filter((one) => names.some((name) => one.names.has(name)));
  return chosen
    .map(({ text }) => text)
    .join("")
    .trim();
}
