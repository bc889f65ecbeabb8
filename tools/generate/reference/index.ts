import type { Declarations } from "../declarations";
import { exampleOf, examplesOf, sampleNames } from "../samples";
import type { Documented } from "../sources";
import { chapters } from "../systems";
import { chapterPage, indexPage } from "./indexes";
import { callsOfFunction } from "./lookups";
import { resourcePage } from "./resource";
import { linked } from "./text";
import { componentPage, components, functionPage } from "./written";

/**
 * The reference: a page for every class, function and component, an index for each system, and one
 * of all.
 */

/** Text by the name of its file. */
export async function referencePages(
  documented: ReadonlyMap<string, Documented>,
  declarations: Declarations,
): Promise<Map<string, string>> {
  const pages = new Map([
    ...resourcePages(documented),
    ...(await functionPages(declarations)),
    ...components.map((name) => [name, componentPage(name, declarations, exampleOf(name, "components"))] as const),
  ]);
  const names = new Set(pages.keys());
  const functions = declarations.functions();
  const indexes = chapters().map((one) => [one.name, chapterPage(one, documented)] as const);
  const all = [...pages, ...indexes, ["README", indexPage(functions, components)] as const];
  return new Map(all.map(([name, text]) => [`${name}.md`, linked(text, names, name)]));
}

function resourcePages(documented: ReadonlyMap<string, Documented>): [string, string][] {
  return chapters().flatMap((chapter) => {
    return chapter.definitions.map((one): [string, string] => [
      one.type,
      resourcePage(one, documented.get(one.type)!, chapter),
    ]);
  });
}

function functionPages(declarations: Declarations): Promise<[string, string][]> {
  const examples = new Map(sampleNames().flatMap((name) => [...examplesOf(name)]));
  return Promise.all(
    declarations.functions().map(async (one): Promise<[string, string]> => {
      const example = examples.get(one.name);
      if (!example) throw new Error(`docs/samples: no program calls ${one.name}`);
      return [one.name, functionPage(one, declarations, example, await callsOfFunction(one))];
    }),
  );
}
